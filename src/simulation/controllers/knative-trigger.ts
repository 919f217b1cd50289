import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { isJsonList, isJsonObject, type Json, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { keyOf, objectKey } from "../kubernetes/object-key.ts";
import { type Asking, enterPhase, failureOf, getCached, note, write } from "./asking.ts";
import { BROKER_CLASS, EVENTING, MESSAGING } from "./eventing-kinds.ts";
import { kindIdOf } from "./kind-id.ts";
import { type Child, createChild } from "./knative-children.ts";
import { livingConditions, whyOf } from "./knative-conditions.ts";
import { DEAD_LETTER_SINK, NO_SINK, resolveDeadLetterSink, resolveDestination } from "./knative-destination.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import {
  isObserved,
  isReady,
  type KnativeResource,
  markFalse,
  markTrue,
  markUnknown,
  objectAt,
  propagate,
  readyOf,
  setFields,
  textAt,
} from "./knative-resource.ts";
import { itself, noTracks, track, trackersOf, wakeOwner, woken } from "./knative-tracker.ts";
import { controlledBy, isControlledBy } from "./owner-reference.ts";

const BROKER = "BrokerReady";
const SUBSCRIBED = "SubscriptionReady";
const DEPENDENCY = "DependencyReady";
const RESOLVED = "SubscriberResolved";
const OIDC = "OIDCIdentityCreated";

/**
 * Knative Eventing's Trigger: is there a Broker, is it ready, where do events go, is the Subscription to the Broker's channel ready, is
 * what it depends on ready (`ke:reconciler/broker/trigger/trigger.go`). Left out: service accounts (OIDC is off), filters (the broker's
 * filter reads them when an event comes), certificates.
 */
export const knativeTriggerReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeTrigger",
  primary: "Trigger",
  watches: ["Trigger", "Broker", "Subscription"],
  options: {},
  memory: noTracks,
  conditions: livingConditions(BROKER, SUBSCRIBED, DEPENDENCY, RESOLVED, DEAD_LETTER_SINK, OIDC),
  handle: (context) => {
    const { kind, notification, list } = context;
    const { object } = notification;
    if (kind === "Trigger") return woken(context, itself(object), "");
    const ofBroker =
      kind === "Broker"
        ? list("Trigger", object.metadata.namespace ?? "").filter(
            (trigger) => textAt(trigger.spec, "broker") === object.metadata.name,
          )
        : [];
    const owned = wakeOwner(context, "eventing.knative.dev", "Trigger");
    return woken(
      context,
      [...ofBroker.flatMap(itself), ...owned, ...trackersOf(context)],
      "no Trigger owns it or names it",
    );
  },
  reconcileKind,
});

function* reconcileKind(trigger: KnativeResource, context: KnativeContext): Asking<KnativeEvent> {
  const { object } = trigger;
  const { namespace = "" } = object.metadata;
  const brokerName = textAt(object.spec, "broker");
  const broker = yield* getCached("Broker", objectKey(namespace, brokerName));
  if (broker === undefined) {
    yield* note(`no Broker ${brokerName}: its event will wake the Trigger`);
    markFalse(trigger, BROKER, "BrokerDoesNotExist", `Broker "${brokerName}" does not exist`);
    return undefined;
  }
  if (broker.metadata.annotations?.[BROKER_CLASS.annotation] !== BROKER_CLASS.value) {
    yield* note("a Broker of another class: somebody else cares for it");
    return undefined;
  }
  const unknown = { reason: "BrokerNotConfigured", message: "Broker has not yet been reconciled." };
  propagate(trigger, BROKER, readyOf(broker), unknown);
  if (!isReady(broker)) {
    yield* note("the Broker is not ready: its event will wake the Trigger");
    return undefined;
  }
  const failed = (yield* resolveSubscriber(trigger, context)) ?? (yield* resolveSink(trigger, broker, context));
  if (failed !== undefined) return { type: "error", message: failed };
  markTrue(trigger, OIDC, { reason: "authentication-oidc feature disabled", message: "" });
  const subscription = yield* keepSubscription(trigger, broker);
  if (subscription.type === "error") {
    markFalse(trigger, SUBSCRIBED, subscription.reason ?? "NotSubscribed", subscription.message);
    return { type: "error", message: subscription.message };
  }
  const missing = { reason: "SubscriptionNotConfigured", message: "Subscription has not yet been reconciled." };
  propagate(trigger, SUBSCRIBED, readyOf(subscription.object), missing);
  return yield* checkDependency(trigger, context);
}

function* resolveSubscriber(trigger: KnativeResource, context: KnativeContext): Asking<string | undefined> {
  const { spec, metadata } = trigger.object;
  const asker = { ...context, namespace: metadata.namespace ?? "" };
  const resolved = yield* resolveDestination(jsonAt(spec, "subscriber"), asker);
  if (resolved.type === "error") {
    markFalse(trigger, RESOLVED, "Unable to get the Subscriber's URI", resolved.message);
    setFields(trigger, { subscriberUri: undefined });
    return resolved.message;
  }
  setFields(trigger, { subscriberUri: resolved.uri });
  markTrue(trigger, RESOLVED);
  return undefined;
}

/** The Trigger's own sink, else the Broker's as its status has it, else none (`resolveDeadLetterSink`). */
function* resolveSink(
  trigger: KnativeResource,
  broker: KubeObject,
  context: KnativeContext,
): Asking<string | undefined> {
  const namespace = trigger.object.metadata.namespace ?? "";
  if (jsonAt(trigger.object.spec, "delivery", "deadLetterSink") !== undefined) {
    return yield* resolveDeadLetterSink(trigger, { ...context, namespace });
  }
  if (jsonAt(broker.spec, "delivery", "deadLetterSink") === undefined) {
    setFields(trigger, { deadLetterSinkUri: undefined });
    markTrue(trigger, DEAD_LETTER_SINK, NO_SINK);
    return undefined;
  }
  const deadLetterSinkUri = jsonAt(broker.status, "deadLetterSinkUri");
  setFields(trigger, { deadLetterSinkUri });
  if (deadLetterSinkUri !== undefined) {
    markTrue(trigger, DEAD_LETTER_SINK);
    return undefined;
  }
  const { name } = broker.metadata;
  markFalse(trigger, DEAD_LETTER_SINK, `Broker ${name} didn't set status.deadLetterSinkURI`, "");
  return `broker ${name} didn't set status.deadLetterSinkURI`;
}

type Subscribed = Child | { readonly type: "error"; readonly message: string; readonly reason: string };

/** The Subscription of the Trigger to the Broker's channel; its channel cannot change, so another one takes its place (`subscribeToBrokerChannel`). */
function* keepSubscription(
  trigger: KnativeResource,
  broker: KubeObject,
): Asking<Subscribed & { readonly reason?: string }> {
  const channel = channelOf(broker);
  if (channel === undefined) return { type: "error", message: "Broker.Status.Annotations nil or missing values" };
  const { object } = trigger;
  const { name, namespace = "", uid } = object.metadata;
  const desired = {
    apiVersion: MESSAGING,
    kind: "Subscription",
    metadata: {
      name: `${broker.metadata.name}-${name}-${uid}`,
      namespace,
      labels: { "eventing.knative.dev/broker": broker.metadata.name, "eventing.knative.dev/trigger": name },
      ownerReferences: [controlledBy(object)],
    },
    spec: {
      channel,
      subscriber: {
        uri: `http://broker-filter.knative-eventing.svc.cluster.local/triggers/${namespace}/${name}/${uid}`,
      },
      reply: { ref: { apiVersion: EVENTING, kind: "Broker", name: broker.metadata.name, namespace } },
    },
  };
  const existing = yield* getCached("Subscription", objectKey(namespace, desired.metadata.name));
  if (existing === undefined) return yield* createChild(desired);
  if (!isControlledBy(existing, object)) {
    const message = `trigger "${name}" does not own subscription "${existing.metadata.name}"`;
    return { type: "error", message, reason: "SubscriptionNotOwnedByTrigger" };
  }
  if (isDerivative(desired.spec, existing.spec)) return { type: "child", object: existing };
  yield* note("the Subscription is another one: delete it and make it anew");
  yield* enterPhase("apply");
  const error = failureOf(yield* write({ type: "delete", kind: "Subscription", key: keyOf(existing) }));
  return error === undefined ? yield* createChild(desired) : { type: "error", message: error };
}

/** The channel as the Broker's status has it. */
function channelOf(broker: KubeObject): { readonly [field: string]: string } | undefined {
  const annotations = objectAt(broker.status, "annotations");
  const [apiVersion, kind, name] = ["channelAPIVersion", "channelKind", "channelName"].map((field) =>
    textAt(annotations, `knative.dev/${field}`),
  );
  return apiVersion && kind && name
    ? { apiVersion, kind, name, namespace: broker.metadata.namespace ?? "" }
    : undefined;
}

/** What the annotation names must be there, looked at by its controller, and ready (`checkDependencyAnnotation`). */
function* checkDependency(trigger: KnativeResource, { key, watched }: KnativeContext): Asking<KnativeEvent> {
  const text = trigger.object.metadata.annotations?.["knative.dev/dependency"];
  if (text === undefined) {
    markTrue(trigger, DEPENDENCY);
    return undefined;
  }
  const ref = parsed(text);
  const id = kindIdOf({ apiVersion: textAt(ref, "apiVersion"), kind: textAt(ref, "kind") });
  if (!watched.includes(id)) {
    const message = `Failed to retrieve lister: no informer for ${id}`;
    markUnknown(trigger, DEPENDENCY, "ListerDoesNotExist", message);
    return { type: "error", message: `propagating dependency readiness: ${message}` };
  }
  const place = objectKey(trigger.object.metadata.namespace, textAt(ref, "name"));
  yield* track(id, place, key);
  const dependency = yield* getCached(id, place);
  if (dependency === undefined) {
    const message = `${id} "${textAt(ref, "name")}" not found`;
    markFalse(trigger, DEPENDENCY, "DependencyDoesNotExist", `Dependency does not exist: ${message}`);
    return { type: "error", message: `propagating dependency readiness: getting the dependency: ${message}` };
  }
  if (!isObserved(dependency)) {
    const [generation, observed] = [dependency.metadata.generation, jsonAt(dependency.status, "observedGeneration")];
    const message = `The dependency's metadata.generation, "${generation}", is not equal to its status.observedGeneration, "${observed ?? 0}".`;
    markUnknown(trigger, DEPENDENCY, "GenerationNotEqual", message);
    return undefined;
  }
  const ready = readyOf(dependency);
  const missing = { reason: "DependencyNotConfigured", message: "Dependency has not yet been reconciled." };
  propagate(trigger, DEPENDENCY, ready, ready === undefined ? missing : whyOf(ready));
  return undefined;
}

/** The reference in an annotation; an empty one if it is not JSON, which the webhook would have refused. */
function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Json) : {}; // JSON.parse makes nothing but JSON
  } catch {
    return {};
  }
}

/** Whether all that is set in `wanted` is the same in `actual`; what `wanted` leaves empty may be anything (`am:third_party/forked/golang/reflect:DeepDerivative`). */
export function isDerivative(wanted: Json | undefined, actual: Json | undefined): boolean {
  if (wanted === undefined || wanted === null || wanted === "" || wanted === 0 || wanted === false) return true;
  if (isJsonList(wanted)) {
    if (wanted.length === 0) return true;
    return (
      isJsonList(actual) &&
      actual.length === wanted.length &&
      wanted.every((each, at) => isDerivative(each, actual[at]))
    );
  }
  if (!isJsonObject(wanted)) return wanted === actual;
  return isJsonObject(actual) && Object.entries(wanted).every(([field, each]) => isDerivative(each, actual[field]));
}
