import { readOptions, word } from "../cluster/options.ts";
import type { RetryCallResult } from "../cluster/queue/retry-on-conflict.ts";
import type { Notification, ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { type DraftObject, type KubeObject, labelsOf } from "../kubernetes/object.ts";
import { nameOfKey, objectKey } from "../kubernetes/object-key.ts";
import { type Asking, enterPhase, getCached, note, wasConflict } from "./asking.ts";
import { type CreateOrUpdateResult, createOrUpdate } from "./create-or-update.ts";
import { enqueueController, enqueueObject } from "./enqueue-requests.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

const OPTIONS = {
  /** What it does about a conflict: give the error to the queue, or try again, reading from the store or from the server. */
  onConflict: word("requeue", "retryFromStore", "retryFromServer"),
};

/**
 * A controller as controller-runtime's tutorials write them: each ConfigMap with the label `mirror: "true"` gets a copy of its `data`,
 * named `<name>-copy` and owned by it. It wakes for the ConfigMaps with the label (For) and for those it owns (Owns).
 */
export const configMirrorReconciler: ReconcilerKind = {
  name: "ConfigMirror",
  primary: "ConfigMap",
  watches: ["ConfigMap"],
  options: OPTIONS,
  memory: null,
  handle: ({ notification, memory }) => {
    const own = isMirrored(notification) ? enqueueObject(notification) : [];
    const owned = enqueueController(notification, { group: "", kind: "ConfigMap" });
    const enqueue = [...own, ...owned];
    return enqueue.length > 0
      ? { memory, enqueue }
      : { memory, enqueue, ignored: "neither labelled mirror=true nor a copy of a ConfigMap that is" };
  },
  reconcile: mirror,
};

/** A predicate on the label: for an update the new object decides (`cr:pkg/predicate:NewPredicateFuncs @v0.24.1`). */
function isMirrored({ object }: Notification): boolean {
  return labelsOf(object).mirror === "true";
}

function* mirror({ key, options }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const source = yield* getCached("ConfigMap", key);
  if (source === undefined) {
    yield* note("the ConfigMap is gone: its copy is left to the garbage collector");
    return {};
  }
  if (labelsOf(source).mirror !== "true") {
    yield* note("not labelled mirror=true any more");
    return {};
  }
  const { onConflict: policy } = readOptions(OPTIONS, options);
  yield* note(`read ${nameOfKey(key)} @${source.metadata.resourceVersion}`);
  const outcome =
    policy === "requeue"
      ? yield* copy(source, "store")
      : yield* copyWithRetry(source, policy === "retryFromServer" ? "server" : "store");
  return resultOf(outcome);
}

function* copyWithRetry(source: KubeObject, from: "store" | "server"): Asking<CreateOrUpdateResult> {
  const call = function* (number: number): Asking<CreateOrUpdateResult> {
    if (number > 1) yield* enterPhase("fetch");
    return yield* copy(source, from);
  };
  const retried = yield* retryOnConflict(call, callResult);
  if (retried.type === "called") return retried.value;
  return { type: "failed", message: "timed out waiting for the condition", reply: undefined };
}

function* copy(source: KubeObject, from: "store" | "server"): Asking<CreateOrUpdateResult> {
  const { name, namespace } = source.metadata;
  const outcome = yield* createOrUpdate({
    apiVersion: "v1",
    kind: "ConfigMap",
    key: objectKey(namespace, `${name}-copy`),
    from,
    mutate: (object) => asCopy(object, source),
  });
  yield* note(
    outcome.type === "failed" ? outcome.message : `copy ${outcome.type} @${outcome.object.metadata.resourceVersion}`,
  );
  return outcome;
}

function asCopy(object: DraftObject, source: KubeObject): DraftObject {
  const { name, uid } = source.metadata;
  const owner = { apiVersion: "v1", kind: "ConfigMap", name, uid, controller: true, blockOwnerDeletion: true };
  return { ...object, metadata: { ...object.metadata, ownerReferences: [owner] }, data: source.data ?? {} };
}

function callResult(outcome: CreateOrUpdateResult): RetryCallResult {
  if (outcome.type !== "failed") return "ok";
  return outcome.reply !== undefined && wasConflict(outcome.reply) ? "conflict" : "otherError";
}

function resultOf(outcome: CreateOrUpdateResult): ReconcileResult {
  return outcome.type === "failed" ? { error: { message: outcome.message } } : {};
}
