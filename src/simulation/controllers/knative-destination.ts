import { isJsonObject, type Json } from "../kubernetes/object.ts";
import { type ObjectKey, objectKey } from "../kubernetes/object-key.ts";
import { type Asking, getCached } from "./asking.ts";
import { groupOf, kindIdOf } from "./kind-id.ts";
import { type KnativeResource, markFalse, markTrue, setFields, textAt } from "./knative-resource.ts";
import { track } from "./knative-tracker.ts";

/** Where events go, or why nobody knows. */
export type Resolved =
  | { readonly type: "uri"; readonly uri: string }
  | { readonly type: "error"; readonly message: string };

/** Who wants to know. */
export type Asker = { readonly namespace: string; readonly key: ObjectKey; readonly watched: readonly string[] };

/**
 * The address of a destination, `uri` or `ref`: of a Service its name in the cluster, of everything else `status.address.url`. What is
 * referred to is tracked, so a run that failed is made up for when it gets an address (`kp:resolver/addressable_resolver.go`).
 */
export function* resolveDestination(
  destination: Json | undefined,
  { namespace, key, watched }: Asker,
): Asking<Resolved> {
  if (!isJsonObject(destination)) return failed("destination missing Ref and URI, expected at least one");
  const { ref, uri } = destination;
  if (!isJsonObject(ref)) {
    return typeof uri === "string"
      ? { type: "uri", uri }
      : failed("destination missing Ref and URI, expected at least one");
  }
  const type = { apiVersion: textAt(ref, "apiVersion"), kind: textAt(ref, "kind") };
  const name = textAt(ref, "name");
  const place = textAt(ref, "namespace") || namespace;
  const id = kindIdOf(type);
  if (!watched.includes(id)) return failed(`failed to get lister for ${type.apiVersion}, Kind=${type.kind}`);
  yield* track(id, objectKey(place, name), key);
  const found = yield* getCached(id, objectKey(place, name));
  if (found === undefined) {
    const resource = `${type.kind.toLowerCase()}s${groupOf(type.apiVersion) === "" ? "" : `.${groupOf(type.apiVersion)}`}`;
    return failed(`failed to get object ${place}/${name}: ${resource} "${name}" not found`);
  }
  if (id === "Service") return { type: "uri", uri: `http://${name}.${place}.svc.cluster.local` };
  const address = textAt(found.status, "address", "url");
  return address === "" ? failed(`address not set for ${type.kind} ${place}/${name}`) : { type: "uri", uri: address };
}

/** What becomes of events that nobody takes: the condition that Broker, Channel and Trigger share. Returns an error text or undefined. */
export function* resolveDeadLetterSink(resource: KnativeResource, asker: Asker): Asking<string | undefined> {
  const delivery = resource.object.spec?.delivery;
  const sink = isJsonObject(delivery) ? delivery.deadLetterSink : undefined;
  if (sink === undefined) {
    setFields(resource, { deadLetterSinkUri: undefined });
    markTrue(resource, DEAD_LETTER_SINK, NO_SINK);
    return undefined;
  }
  const resolved = yield* resolveDestination(sink, asker);
  if (resolved.type === "error") {
    setFields(resource, { deadLetterSinkUri: undefined });
    markFalse(resource, DEAD_LETTER_SINK, "Unable to get the dead letter sink's URI", resolved.message);
    return resolved.message;
  }
  setFields(resource, { deadLetterSinkUri: resolved.uri });
  markTrue(resource, DEAD_LETTER_SINK);
  return undefined;
}

/** The name of that condition, and what it says when there is no sink. */
export const DEAD_LETTER_SINK = "DeadLetterSinkResolved";
export const NO_SINK = { reason: "DeadLetterSinkNotConfigured", message: "No dead letter sink is configured." };

function failed(message: string): Resolved {
  return { type: "error", message };
}
