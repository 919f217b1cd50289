import { micros, seconds } from "../../base/time.ts";
import type { Handled, ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { setCondition } from "../kubernetes/condition.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import {
  controllerOf,
  type DraftObject,
  finalizersOf,
  isJsonList,
  type JsonObject,
  jsonAt,
  type KubeObject,
} from "../kubernetes/object.ts";
import { keyOf, namespaceOfKey, objectKey } from "../kubernetes/object-key.ts";
import { formatTimestamp } from "../kubernetes/timestamp.ts";
import {
  type Asking,
  clock,
  enterPhase,
  failureOf,
  getCached,
  isNamespaceTerminating,
  listCached,
  note,
  recall,
  wasNotFound,
  write,
  writeAll,
} from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";
import {
  backoffLimitOf,
  completionsOf,
  isJobFinished,
  isUncounted,
  isWorking,
  nextAttempt,
  parallelismOf,
  TRACKING,
} from "./job-spec.ts";
import { objectAt, textAt } from "./knative-resource.ts";
import { controlledBy, isControlledBy } from "./owner-reference.ts";
import { isPodReady } from "./pod-facts.ts";
import {
  creationsObserved,
  emptyReplicaSetMemory,
  expectationState,
  expectCreations,
  replicaSetMemory,
  updateMemory,
} from "./replica-set-memory.ts";
import { numberAt } from "./replica-set-spec.ts";

/** Changes of pods are looked at together, a second later (`kk:pkg/controller/job/job_controller.go:syncJobBatchPeriod`). */
const BATCH = seconds(1);

/**
 * The Job controller: pods until enough have succeeded or too many have failed, each counted exactly once
 * (`kk:pkg/controller/job/job_controller.go`). A pod keeps its finalizer until its uid is in the status; only then it may go.
 * Left out: indexed Jobs, failure policies, suspension, deadlines, deletion some time after the end, expectations of deletions, and that
 * since 1.31 the last condition waits until the last pods have stopped.
 */
export const jobReconciler: ReconcilerKind = {
  name: "Job",
  primary: "Job",
  queue: "classic",
  watches: ["Job", "Pod"],
  options: {},
  memory: emptyReplicaSetMemory,
  handle: wakeJobs,
  reconcile: syncJob,
};

function wakeJobs({ kind, notification, memory, lookUp }: Parameters<ReconcilerKind["handle"]>[0]): Handled {
  if (kind === "Job") return { memory, enqueue: enqueueObject(notification) };
  const pod = notification.object;
  const reference = controllerOf(pod);
  const key = objectKey(pod.metadata.namespace, reference?.name ?? "");
  const job = reference?.kind === "Job" ? lookUp("Job", key) : undefined;
  if (job === undefined || job.metadata.uid !== reference?.uid)
    return { memory, enqueue: [], ignored: "no Job controls it" };
  const known = replicaSetMemory(memory);
  const next = notification.type === "add" ? creationsObserved(known, key, 1) : known;
  return { memory: next, enqueue: [{ key, priority: 0, after: BATCH }] };
}

function* syncJob({ key }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const job = yield* getCached("Job", key);
  if (job === undefined || isJobFinished(job)) {
    yield* note(job === undefined ? "the Job is gone" : "the Job has ended");
    return {};
  }
  const all = yield* listCached("Pod", namespaceOfKey(key) ?? "");
  const pods = all.filter((pod) => isControlledBy(pod, job));
  yield* enterPhase("diff");
  const counted = yield* countEnded(job, pods);
  if (typeof counted === "string") return failed(counted);
  return yield* advance(counted, pods);
}

/**
 * Counts pods that have ended in three steps, so that a crash between any two of them neither loses nor doubles one: uids into the status,
 * finalizers off, numbers up (`trackJobStatusAndRemoveFinalizers`). Returns the Job with its new status, or an error text.
 */
function* countEnded(job: KubeObject, pods: readonly KubeObject[]): Asking<KubeObject | string> {
  const uncounted = objectAt(job.status, "uncountedTerminatedPods");
  const uidsOf = (field: "succeeded" | "failed", phase: "Succeeded" | "Failed") => {
    const before = uncounted[field];
    const listed = isJsonList(before) ? before.map(String) : [];
    const ended = pods.filter((pod) => isUncounted(pod, phase)).map(({ metadata }) => metadata.uid);
    return [...new Set([...listed, ...ended])];
  };
  const succeeded = uidsOf("succeeded", "Succeeded");
  const lost = uidsOf("failed", "Failed");
  if (succeeded.length + lost.length === 0) return job;
  yield* note(`ended: ${succeeded.length} well, ${lost.length} not`);
  const noted = yield* putStatus(job, { uncountedTerminatedPods: { succeeded, failed: lost } });
  if (typeof noted === "string") return noted;
  const held = pods.filter((pod) => isUncounted(pod, "Succeeded") || isUncounted(pod, "Failed"));
  const replies = yield* writeAll(
    held.map((pod) => {
      const finalizers = finalizersOf(pod).filter((finalizer) => finalizer !== TRACKING);
      return {
        type: "patch",
        kind: "Pod",
        key: keyOf(pod),
        merge: { metadata: { uid: pod.metadata.uid, finalizers } },
      };
    }),
  );
  const error = replies.find((reply) => failureOf(reply) !== undefined && !wasNotFound(reply));
  if (error !== undefined) return failureOf(error) ?? "";
  return yield* putStatus(noted, {
    uncountedTerminatedPods: {},
    succeeded: numberAt(noted.status, "succeeded", 0) + succeeded.length,
    failed: numberAt(noted.status, "failed", 0) + lost.length,
  });
}

/** Ends the Job, or makes and deletes pods, and writes what there is (`syncJob, manageJob`). */
function* advance(job: KubeObject, pods: readonly KubeObject[]): Asking<ReconcileResult> {
  const working = pods.filter(isWorking);
  const succeeded = numberAt(job.status, "succeeded", 0);
  const isLost = numberAt(job.status, "failed", 0) > backoffLimitOf(job);
  if (isLost || succeeded >= completionsOf(job)) return yield* end(job, working, isLost);
  const wanted = Math.min(parallelismOf(job), completionsOf(job) - succeeded);
  const now = yield* clock();
  const due = nextAttempt(pods);
  const state = expectationState(replicaSetMemory(yield* recall()), keyOf(job), now);
  let result: ReconcileResult = {};
  if (working.length < wanted && due !== undefined && due > now) {
    yield* note(`a pod has failed: the next one in ${Math.ceil((due - now) / 1_000_000)} s`);
    result = { requeueAfter: micros(due - now) };
  } else if (working.length < wanted && state !== "waiting") {
    const error = yield* createPods(job, wanted - working.length);
    if (error !== undefined) result = failed(error);
  } else if (working.length > wanted) {
    const error = yield* deletePods(working.slice(0, working.length - wanted));
    if (error !== undefined) result = failed(error);
  }
  const written = yield* putStatus(job, {
    active: working.length,
    ready: working.filter(isPodReady).length,
    startTime: textAt(job.status, "startTime") || formatTimestamp(now),
  });
  return typeof written === "string" ? failed(written) : result;
}

/** First what is left of the pods, then the last word. */
function* end(job: KubeObject, working: readonly KubeObject[], isLost: boolean): Asking<ReconcileResult> {
  if (working.length > 0) {
    yield* note(`delete ${working.length} pods that are not needed any more`);
    const error = yield* deletePods(working);
    if (error !== undefined) return failed(error);
  }
  const [type, reason, message] = isLost
    ? ["Failed", "BackoffLimitExceeded", "Job has reached the specified backoff limit"]
    : ["Complete", "CompletionsReached", "Reached expected number of succeeded pods"];
  const now = formatTimestamp(yield* clock());
  const before = job.status?.conditions;
  const conditions = setCondition(
    isJsonList(before) ? before : [],
    { type: type ?? "", status: "True", reason: reason ?? "", message: message ?? "" },
    now,
  );
  const written = yield* putStatus(job, {
    active: 0,
    ready: 0,
    conditions,
    ...(isLost ? {} : { completionTime: now }),
  });
  return typeof written === "string" ? failed(written) : {};
}

function* createPods(job: KubeObject, count: number): Asking<string | undefined> {
  yield* note(`create ${count} pods`);
  yield* enterPhase("apply");
  const now = yield* clock();
  yield* updateMemory(`expect ${count} creations`, (memory) => expectCreations(memory, keyOf(job), count, now));
  const replies = yield* writeAll(Array.from({ length: count }, () => ({ type: "create", object: podOf(job) })));
  const failures = replies.filter((reply) => failureOf(reply) !== undefined && !isNamespaceTerminating(reply));
  yield* updateMemory("creations that failed", (memory) => creationsObserved(memory, keyOf(job), failures.length));
  const [first] = failures;
  return first === undefined ? undefined : failureOf(first);
}

function* deletePods(pods: readonly KubeObject[]): Asking<string | undefined> {
  yield* enterPhase("apply");
  const replies = yield* writeAll(pods.map((pod) => ({ type: "delete", kind: "Pod", key: keyOf(pod) })));
  const error = replies.find((reply) => failureOf(reply) !== undefined && !wasNotFound(reply));
  return error === undefined ? undefined : failureOf(error);
}

function podOf(job: KubeObject): DraftObject {
  const { name, namespace = "", uid } = job.metadata;
  const labels = Object.entries(objectAt(job.spec, "template", "metadata", "labels"));
  const restartPolicy = textAt(job.spec, "template", "spec", "restartPolicy") || "Never";
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: {
        ...Object.fromEntries(labels.map(([key, value]) => [key, String(value)])),
        "batch.kubernetes.io/controller-uid": uid,
        "batch.kubernetes.io/job-name": name,
      },
      finalizers: [TRACKING],
      ownerReferences: [controlledBy(job)],
    },
    spec: { ...objectAt(jsonAt(job.spec, "template"), "spec"), restartPolicy },
  };
}

function* putStatus(job: KubeObject, fields: JsonObject): Asking<KubeObject | string> {
  const status = { ...job.status, ...fields };
  if (jsonEqual(status, job.status)) return job;
  yield* enterPhase("apply");
  const reply = yield* write({ type: "update", object: { ...job, status }, subresource: "status" });
  return reply.type === "object" ? reply.object : (failureOf(reply) ?? "no object returned");
}

function failed(message: string): ReconcileResult {
  return { error: { message } };
}
