import { jsonEqual } from "../kubernetes/json-equal.ts";
import type { DraftObject, KubeObject, StringMap } from "../kubernetes/object.ts";
import { type Asking, enterPhase, failureOf, write } from "./asking.ts";
import type { KnativeEvent } from "./knative-reconciler.ts";

/** A child as it is now, or why there is none. */
export type Child =
  | { readonly type: "child"; readonly object: KubeObject }
  | { readonly type: "error"; readonly message: string };

/** Creates a child. */
export function* createChild(object: DraftObject): Asking<Child> {
  yield* enterPhase("apply");
  const reply = yield* write({ type: "create", object });
  return reply.type === "object" ? child(reply.object) : failed(failureOf(reply) ?? "no object returned");
}

/** Replaces a child with the version of the store. */
export function* updateChild(object: KubeObject): Asking<Child> {
  yield* enterPhase("apply");
  const reply = yield* write({ type: "update", object });
  return reply.type === "object" ? child(reply.object) : failed(failureOf(reply) ?? "no object returned");
}

/** Gives a child the spec, labels and annotations that it should have; no request if it has them (`semanticEquals` of many reconcilers). */
export function* keepChild(existing: KubeObject, desired: DraftObject): Asking<Child> {
  const { labels = {}, annotations = {} } = desired.metadata;
  const isSame =
    jsonEqual(existing.spec, desired.spec) &&
    jsonEqual(existing.metadata.labels ?? NONE, labels) &&
    jsonEqual(existing.metadata.annotations ?? NONE, annotations);
  if (isSame) return child(existing);
  const { spec: _old, ...rest } = existing;
  const { spec } = desired;
  return yield* updateChild({
    ...rest,
    metadata: { ...existing.metadata, labels, annotations },
    ...(spec === undefined ? {} : { spec }),
  });
}

/** The same error with words in front, as `fmt.Errorf("…: %w")` puts them. */
export function wrapped(before: string, { message }: { readonly message: string }): KnativeEvent {
  return { type: "error", message: `${before}: ${message}` };
}

function child(object: KubeObject): Child {
  return { type: "child", object };
}

function failed(message: string): Child {
  return { type: "error", message };
}

const NONE: StringMap = {};
