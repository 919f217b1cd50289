import type { Reply } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import type { DraftObject, KubeObject } from "../kubernetes/object.ts";
import { nameOfKey, namespaceOfKey, type ObjectKey } from "../kubernetes/object-key.ts";
import { type Asking, enterPhase, failureOf, getCached, getLive, note, wasNotFound, write } from "./asking.ts";

/** What CreateOrUpdate works on. */
export type CreateOrUpdate = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly key: ObjectKey;
  /** Where the object is read: the manager's client reads the informer's store, an API reader the server. */
  readonly from: "store" | "server";
  /** Sets what should be; it is called before a creation too. An error text means that nothing is written. */
  readonly mutate: (object: DraftObject) => DraftObject | string;
};

/** `unchanged` made no request that writes. */
export type CreateOrUpdateResult =
  | { readonly type: "unchanged" | "created" | "updated"; readonly object: KubeObject }
  | { readonly type: "failed"; readonly message: string; readonly reply: Reply | undefined };

/**
 * Reads, mutates, and creates or updates if anything differs (`cr:pkg/controller/controllerutil/controllerutil.go:CreateOrUpdate
 * @v0.24.1`). There is no retry of any kind: a stale store leads to 409 AlreadyExists or Conflict, which is returned.
 * It goes through the phases diff and apply. Upstream's comparison takes nil and empty for equal; this one is exact.
 */
export function* createOrUpdate(task: CreateOrUpdate): Asking<CreateOrUpdateResult> {
  const found = yield* read(task);
  if (found.type === "failed") return found;
  const { existing } = found;
  yield* enterPhase("diff");
  yield* note(
    existing === undefined ? "mutate gets an empty object" : `mutate gets @${existing.metadata.resourceVersion}`,
  );
  const mutated = task.mutate(existing ?? emptyObject(task));
  if (typeof mutated === "string") return { type: "failed", message: mutated, reply: undefined };
  if (mutated.metadata.name !== nameOfKey(task.key) || mutated.metadata.namespace !== namespaceOfKey(task.key)) {
    const message = "MutateFn cannot mutate object name and/or object namespace";
    return { type: "failed", message, reply: undefined };
  }
  if (existing !== undefined && jsonEqual(existing, mutated)) return { type: "unchanged", object: existing };
  yield* enterPhase("apply");
  if (existing === undefined) {
    return result("created", yield* write({ type: "create", object: mutated }));
  }
  return result("updated", yield* write({ type: "update", object: asUpdate(existing, mutated) }));
}

type Found = { readonly type: "found"; readonly existing: KubeObject | undefined };

function* read({
  kind,
  key,
  from,
}: CreateOrUpdate): Asking<Found | (CreateOrUpdateResult & { readonly type: "failed" })> {
  if (from === "store") return { type: "found", existing: yield* getCached(kind, key) };
  const reply = yield* getLive(kind, key);
  if (reply.type === "object") return { type: "found", existing: reply.object };
  if (wasNotFound(reply)) return { type: "found", existing: undefined };
  return { type: "failed", message: failureOf(reply) ?? "no object returned", reply };
}

function emptyObject({ apiVersion, kind, key }: CreateOrUpdate): DraftObject {
  const namespace = namespaceOfKey(key);
  return { apiVersion, kind, metadata: { name: nameOfKey(key), ...(namespace === undefined ? {} : { namespace }) } };
}

/** What was read keeps its identity and its resource version: the update fails if somebody else was faster. */
function asUpdate(existing: KubeObject, mutated: DraftObject): KubeObject {
  const { name, uid, resourceVersion, creationTimestamp } = existing.metadata;
  return { ...mutated, metadata: { ...mutated.metadata, name, uid, resourceVersion, creationTimestamp } };
}

function result(type: "created" | "updated", reply: Reply): CreateOrUpdateResult {
  if (reply.type === "object") return { type, object: reply.object };
  return { type: "failed", message: failureOf(reply) ?? "no object returned", reply };
}
