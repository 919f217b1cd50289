import { type Micros, micros, seconds } from "../../base/time.ts";
import type { Reply } from "../cluster/reconciler.ts";
import { conditionOf } from "../kubernetes/condition.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  type KubeObject,
  labelsOf,
} from "../kubernetes/object.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import { formatTimestamp } from "../kubernetes/timestamp.ts";
import { type Asking, enterPhase, failureOf, getLive, note, write } from "./asking.ts";
import { isPodAvailable, isPodReady, readySince } from "./pod-facts.ts";
import { minReadySecondsOf, numberAt, replicasOf } from "./replica-set-spec.ts";

/** What a status is computed from. */
export type StatusView = {
  readonly active: readonly KubeObject[];
  /** Undefined where the feature DeploymentReplicaSetTerminatingReplicas is off. */
  readonly terminating: readonly KubeObject[] | undefined;
  /** What scaling returned. */
  readonly error: string | undefined;
  readonly now: Micros;
};

const counts = ["replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas"] as const;

/**
 * The status of a ReplicaSet with these pods, `observedGeneration` not yet brought up to date
 * (`kk:pkg/controller/replicaset/replica_set_utils.go:calculateStatus`). As on the wire, counts of 0 are absent but for `replicas` and
 * `terminatingReplicas`.
 */
export function calculateStatus(replicaSet: KubeObject, view: StatusView): JsonObject {
  const { active, terminating } = view;
  const labels = jsonAt(replicaSet, "spec", "template", "metadata", "labels");
  const template = isJsonObject(labels) ? Object.entries(labels) : [];
  const isFullyLabeled = (pod: KubeObject) => template.every(([label, value]) => labelsOf(pod)[label] === value);
  const minReadySeconds = minReadySecondsOf(replicaSet);
  const isAvailable = (pod: KubeObject) => isPodAvailable(pod, minReadySeconds, view.now);
  const conditions = failureConditions(replicaSet, view);
  const { observedGeneration } = replicaSet.status ?? {};
  return {
    replicas: active.length,
    ...positive("fullyLabeledReplicas", active.filter(isFullyLabeled).length),
    ...positive("readyReplicas", active.filter(isPodReady).length),
    ...positive("availableReplicas", active.filter(isAvailable).length),
    ...(terminating === undefined ? {} : { terminatingReplicas: terminating.length }),
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

function positive(field: string, count: number): JsonObject {
  return count === 0 ? {} : { [field]: count };
}

/** ReplicaFailure comes with the first error and goes with the first sync without one; a later error does not change it. */
function failureConditions(replicaSet: KubeObject, { active, error, now }: StatusView): readonly Json[] {
  const listed = replicaSet.status?.conditions;
  const conditions = isJsonList(listed) ? listed : [];
  const existing = conditionOf(replicaSet, "ReplicaFailure");
  if (error === undefined) return conditions.filter((condition) => condition !== existing);
  if (existing !== undefined) return conditions;
  const difference = active.length - replicasOf(replicaSet);
  const reason = difference < 0 ? "FailedCreate" : difference > 0 ? "FailedDelete" : "";
  const lastTransitionTime = formatTimestamp(now);
  return [...conditions, { type: "ReplicaFailure", status: "True", lastTransitionTime, reason, message: error }];
}

/** Whether a status would be written (`replica_set_utils.go:updateReplicaSetStatus`). */
function isStatusCurrent(replicaSet: KubeObject, status: JsonObject): boolean {
  const { generation } = replicaSet.metadata;
  const old = replicaSet.status;
  return (
    counts.every((field) => numberAt(old, field, 0) === numberAt(status, field, 0)) &&
    old?.terminatingReplicas === status.terminatingReplicas &&
    (generation ?? 0) === numberAt(old, "observedGeneration", 0) &&
    jsonEqual(old?.conditions ?? [], status.conditions ?? [])
  );
}

/** The ReplicaSet as it is after the update, with the replies of the requests it took, or an error. */
export type StatusUpdate =
  | { readonly type: "written" | "current"; readonly replicaSet: KubeObject; readonly replies: readonly Reply[] }
  | { readonly type: "failed"; readonly error: string };

/**
 * Writes the status if it differs: PUT to /status; after any error one live GET and one more PUT with the same status. The
 * generation is that of the ReplicaSet that was looked at, not of the one read again (`replica_set_utils.go:updateReplicaSetStatus`).
 */
export function* updateStatus(replicaSet: KubeObject, calculated: JsonObject): Asking<StatusUpdate> {
  if (isStatusCurrent(replicaSet, calculated)) return { type: "current", replicaSet, replies: [] };
  const { generation } = replicaSet.metadata;
  const status = generation === undefined ? calculated : { ...calculated, observedGeneration: generation };
  yield* enterPhase("apply");
  const first = yield* putStatus(replicaSet, status);
  if (first.type === "object") return { type: "written", replicaSet: first.object, replies: [first] };
  yield* note(`status not written: ${failureOf(first)}; read it live and try once more`);
  const live = yield* getLive("ReplicaSet", keyOf(replicaSet));
  if (live.type !== "object") return { type: "failed", error: failureOf(live) ?? "no object returned" };
  const second = yield* putStatus(live.object, status);
  if (second.type === "object") return { type: "written", replicaSet: second.object, replies: [second] };
  return { type: "failed", error: failureOf(second) ?? "no object returned" };
}

function* putStatus(replicaSet: KubeObject, status: JsonObject): Asking<Reply> {
  return yield* write({ type: "update", object: { ...replicaSet, status }, subresource: "status" });
}

/**
 * When to look again for pods that become available: as soon as the next one does, else after `minReadySeconds`; undefined when nobody
 * waits (`replica_set.go:syncReplicaSet`, `kk:pkg/controller/controller_utils.go:FindMinNextPodAvailabilityCheck`, since 1.34; before, it
 * was always `minReadySeconds`, and only when all replicas were ready).
 */
export function nextAvailabilityCheck(
  replicaSet: KubeObject,
  active: readonly KubeObject[],
  evaluatedAt: Micros,
  now: Micros,
): Micros | undefined {
  const minReadySeconds = minReadySecondsOf(replicaSet);
  const [ready, available] = ["readyReplicas", "availableReplicas"].map((field) =>
    numberAt(replicaSet.status, field, 0),
  );
  if (minReadySeconds <= 0 || ready === available) return undefined;
  const dueTimes = active.flatMap((pod) => {
    const since = readySince(pod);
    return since === undefined ? [] : [since + seconds(minReadySeconds)];
  });
  const next = Math.min(...dueTimes.filter((due) => due > evaluatedAt));
  if (!Number.isFinite(next)) return seconds(minReadySeconds);
  return laterThanNow(next, now);
}

/** Upstream adds the key at once when the time has passed meanwhile; a Result cannot say "at once", so it is a microsecond. */
function laterThanNow(due: number, now: Micros): Micros {
  return micros(Math.max(1, due - now));
}
