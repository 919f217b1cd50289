import { micros, seconds } from "../../base/time.ts";
import type { Handled, ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { KUBERNETES_FINALIZER, namespaceFinalizers } from "../kubernetes/namespace.ts";
import { isTerminating, type KubeObject } from "../kubernetes/object.ts";
import { keyOf, nameOfKey } from "../kubernetes/object-key.ts";
import { formatTimestamp, parseTimestamp } from "../kubernetes/timestamp.ts";
import {
  type Asking,
  clock,
  enqueueKey,
  enterPhase,
  failureOf,
  getCached,
  getLive,
  note,
  wasConflict,
  wasNotFound,
  write,
} from "./asking.ts";
import { namespaceConditions } from "./namespace-conditions.ts";
import { type Content, deleteAllContent } from "./namespace-content.ts";

const KIND = "Namespace";

/** How long news of a namespace lies, so that every API server knows of its end (`namespaceDeletionGracePeriod`). */
const DELAY = seconds(5);

/**
 * The namespace controller (`kk:pkg/controller/namespace/{namespace_controller,deletion/namespaced_resources_deleter}.go @v1.36.3`): empties
 * namespaces that are being deleted, then takes its finalizer out of them. Left out: the resync of all namespaces every 5 minutes, the phase that it
 * would set (the server has set it), and that the count of failures outlives an estimate.
 */
export const namespaceController: ReconcilerKind = {
  name: "NamespaceController",
  primary: KIND,
  watches: [KIND],
  options: {},
  memory: null,
  handle,
  reconcile: sync,
};

function handle({ notification, memory }: Parameters<ReconcilerKind["handle"]>[0]): Handled {
  const { object } = notification;
  if (notification.type === "delete") return { memory, enqueue: [], ignored: "nobody asked to hear of deletions" };
  if (!isTerminating(object)) return { memory, enqueue: [], ignored: "the namespace is not being deleted" };
  return { memory, enqueue: [{ key: keyOf(object), priority: 0, after: DELAY }] };
}

/** `syncNamespaceFromKey`, `Delete`. */
function* sync({ key }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  if ((yield* getCached(KIND, key)) === undefined) {
    yield* note("the namespace is gone");
    return {};
  }
  const reply = yield* getLive(KIND, key);
  if (reply.type !== "object") return wasNotFound(reply) ? {} : failed(failureOf(reply));
  const namespace = reply.object;
  if (!isTerminating(namespace)) return {};
  if (namespaceFinalizers(namespace).length === 0) {
    yield* note("finalized already");
    return {};
  }
  yield* enterPhase("diff");
  const deletedAt = parseTimestamp(namespace.metadata.deletionTimestamp ?? "") ?? micros(0);
  const content = yield* deleteAllContent(nameOfKey(key), deletedAt);
  yield* enterPhase("apply");
  yield* report(namespace, content);
  if (content.errors.length > 0) return failed(aggregate(content.errors));
  if (content.estimate > 0) {
    const { estimate } = content;
    yield* note(`some content remains in the namespace, estimate ${estimate} seconds before it is removed`);
    yield* enqueueKey({ key, priority: 0, after: seconds(Math.floor(estimate / 2) + 1) });
    return {};
  }
  return yield* finalize(namespace);
}

/** Writes the conditions if they are others. Whether it works does not matter. */
function* report(namespace: KubeObject, content: Content): Asking<void> {
  const conditions = namespaceConditions(namespace, content, formatTimestamp(yield* clock()));
  if (conditions === undefined) return;
  const object = { ...namespace, status: { ...namespace.status, conditions } };
  const error = failureOf(yield* write({ type: "update", object, subresource: "status" }));
  if (error !== undefined) yield* note(`Couldn't update status condition for namespace: ${error}`);
}

/**
 * Takes the finalizer out (`finalizeNamespace`). The version is that of before the conditions, which upstream does not keep: when they were written,
 * the first try meets a conflict, and `retryOnConflictError` reads again, for as long as it takes.
 */
function* finalize(seen: KubeObject): Asking<ReconcileResult> {
  let namespace = seen;
  for (;;) {
    const { status: _unsent, ...rest } = namespace;
    const finalizers = namespaceFinalizers(namespace).filter((each) => each !== KUBERNETES_FINALIZER);
    const object = { ...rest, spec: { ...rest.spec, finalizers: [...new Set(finalizers)].sort() } };
    const reply = yield* write({ type: "update", object, subresource: "finalize" });
    if (!wasConflict(reply)) return wasNotFound(reply) ? {} : failed(failureOf(reply));
    const latest = yield* getLive(KIND, keyOf(namespace));
    if (latest.type !== "object") return wasNotFound(latest) ? {} : failed(failureOf(latest));
    if (latest.object.metadata.uid !== namespace.metadata.uid)
      return failed("namespace uid has changed across retries");
    namespace = latest.object;
  }
}

function failed(message: string | undefined): ReconcileResult {
  return message === undefined ? {} : { error: { message } };
}

/** `am:util/errors/errors.go:Aggregate`: each message once, in brackets when there are several. */
function aggregate(errors: readonly string[]): string {
  const messages = [...new Set(errors)];
  return messages.length === 1 ? messages.join("") : `[${messages.join(", ")}]`;
}
