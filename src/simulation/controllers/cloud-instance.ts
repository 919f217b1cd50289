import { jsonEqual } from "../kubernetes/json-equal.ts";
import { type DraftObject, type JsonObject, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { keyOf, objectKey } from "../kubernetes/object-key.ts";
import { type Asking, enterPhase, failureOf, getLive, note, wasNotFound, write } from "./asking.ts";

/** What the cloud holds for this Database: nothing to report when it belongs to a newer generation. */
export type Seen = { readonly observedState?: JsonObject };

/**
 * Sets the instance in the cloud to what the Database says. The cloud's own records are objects of the kind CloudInstance here, so that one
 * can look at them; nobody watches them. With the guard, a state of a newer generation is not overwritten, and the write holds only while
 * the record is as it was read. Without it the last request to arrive wins. Returns an error text, or what the cloud was seen to hold.
 */
export function* applyInstance(database: KubeObject, guarded: boolean): Asking<string | Seen> {
  const { generation = 0, name, namespace } = database.metadata;
  const reply = yield* getLive("CloudInstance", objectKey(namespace, name));
  const desired = { ...database.spec };
  if (wasNotFound(reply)) {
    yield* note(`the cloud has no instance ${name}: order one`);
    yield* enterPhase("apply");
    const ordered = yield* write({ type: "create", object: instance(database, desired, generation) });
    return failureOf(ordered) ?? { observedState: desired };
  }
  if (reply.type !== "object") return failureOf(reply) ?? "no object returned";
  const current = reply.object;
  const applied = jsonAt(current.spec, "generation");
  if (guarded && typeof applied === "number" && applied > generation) {
    yield* note(`the instance has generation ${applied}: refuse ${generation}`);
    return {};
  }
  if (jsonEqual(jsonAt(current.spec, "desiredState"), desired) && applied === generation) {
    return { observedState: desired };
  }
  yield* note(`the instance gets generation ${generation}`);
  yield* enterPhase("apply");
  const merge: JsonObject = { spec: { generation, desiredState: desired } };
  const { resourceVersion } = current.metadata;
  const patched = yield* write({
    type: "patch",
    kind: "CloudInstance",
    key: keyOf(current),
    merge: guarded ? { ...merge, metadata: { resourceVersion } } : merge,
  });
  return failureOf(patched) ?? { observedState: desired };
}

/** Gives the instance in the cloud up. One that is not there any more is as good. Returns an error text or undefined. */
export function* removeInstance(database: KubeObject): Asking<string | undefined> {
  const { name, namespace } = database.metadata;
  yield* note(`give up the instance ${name} in the cloud`);
  yield* enterPhase("apply");
  const reply = yield* write({ type: "delete", kind: "CloudInstance", key: objectKey(namespace, name) });
  return wasNotFound(reply) ? undefined : failureOf(reply);
}

function instance(database: KubeObject, desiredState: JsonObject, generation: number): DraftObject {
  const { name, namespace = "" } = database.metadata;
  return {
    apiVersion: "cloud.example.com/v1",
    kind: "CloudInstance",
    metadata: { name, namespace },
    spec: { generation, desiredState },
  };
}
