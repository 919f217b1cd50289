import { unreachable } from "../../../base/assert.ts";
import type { Effect } from "../../kernel/machine.ts";
import { chartOf, dismiss, dispatch, launch, post } from "../../kernel/turn.ts";
import { setCondition } from "../../kubernetes/condition.ts";
import { type Json, jsonAt, type KubeObject } from "../../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../../kubernetes/object-key.ts";
import { formatTimestamp } from "../../kubernetes/timestamp.ts";
import type { PodEffect, PodEvent, PodFirstSeen, PodInput, PodReason, RestartPolicy } from "../../machines/pod.ts";
import { type ClusterTurn, clusterOf } from "../cluster.ts";
import { etcdGet } from "../etcd.ts";
import { isReady } from "../object-status.ts";
import type { ApiRequest } from "../server/request.ts";
import { kubeletOf, podActor } from "./names.ts";
import { senderOf } from "./sender.ts";

/** A pod was written to etcd: its chart begins with it and ends with it. */
export function podCommitted(turn: ClusterTurn, verb: "create" | "update" | "delete", pod: KubeObject): void {
  const actor = podActor(keyOf(pod));
  if (verb === "create") launch(turn, actor, "pod", inputFor(turn, pod));
  else if (verb === "delete" && chartOf(turn, actor) !== undefined) {
    dispatch(turn, actor, { type: "objectGone" } satisfies PodEvent);
    dismiss(turn, actor);
  }
}

/** The kubelet of its node sees a pod: for the first time, or changed from what it saw before. */
export function podSeen(turn: ClusterTurn, pod: KubeObject, before: KubeObject | undefined): void {
  const actor = podActor(keyOf(pod));
  const chart = chartOf(turn, actor);
  if (chart === undefined) return;
  if (chart.snapshot.matches({ pending: "unscheduled" })) tellPod(turn, keyOf(pod), { type: "scheduled" });
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
  const isNews =
    deletionTimestamp !== before?.metadata.deletionTimestamp ||
    deletionGracePeriodSeconds !== before?.metadata.deletionGracePeriodSeconds;
  if (deletionTimestamp === undefined || !isNews) return;
  tellPod(turn, keyOf(pod), {
    type: "deletionMarked",
    graceMs: deletionGracePeriodSeconds * 1_000,
    nowMs: turn.world.now / 1_000,
  });
}

/** Gives a pod's chart an event, a timer of its own included, and lets its kubelet do what the chart asks for. */
export function tellPod(turn: ClusterTurn, key: ObjectKey, event: PodEvent | Parameters<typeof dispatch>[2]): void {
  const actor = podActor(key);
  if (chartOf(turn, actor) === undefined) return;
  for (const effect of dispatch(turn, actor, event)) perform(turn, key, effect);
}

function perform(turn: ClusterTurn, key: ObjectKey, effect: Effect): void {
  const request = requestFor(turn, key, effect as PodEffect); // the pod's chart declares no other effects
  if (request !== undefined) post(turn, { to: request.client, message: { type: "agent.send", request } });
}

function requestFor(turn: ClusterTurn, key: ObjectKey, effect: PodEffect): ApiRequest | undefined {
  const pod = etcdGet(clusterOf(turn).etcd, "Pod", key)?.object;
  const node = jsonAt(pod?.spec, "nodeName");
  if (pod === undefined || typeof node !== "string") return undefined;
  const client = kubeletOf(node);
  const { namespace = "default", name, uid } = pod.metadata;
  const place = { kind: "Pod", namespace, name, ...senderOf(turn, client) };
  switch (effect.type) {
    case "reportStatus": {
      const patch = statusPatch(turn, pod, effect.params);
      return { verb: "patch", ...place, subresource: "status", body: { type: "merge", patch }, options: {} };
    }
    case "finalDelete":
      return { verb: "delete", ...place, options: { gracePeriodSeconds: 0, preconditions: { uid } } };
    case "sendSigterm":
    case "sendSigkill":
      return undefined; // inside the node; nobody else sees it
    default:
      return unreachable(effect);
  }
}

function statusPatch(
  turn: ClusterTurn,
  pod: KubeObject,
  report: Extract<PodEffect, { type: "reportStatus" }>["params"],
): Json {
  const now = formatTimestamp(turn.world.now);
  const { phase, ready, reason, restarts } = report;
  const old = jsonAt(pod.status, "conditions");
  const conditions = setCondition(Array.isArray(old) ? old : [], readiness(ready), now);
  const startTime = jsonAt(pod.status, "startTime") ?? now;
  const containerStatuses = [{ name: "app", ready, restartCount: restarts, state: containerState(reason, now) }];
  return { status: { phase, startTime, conditions, containerStatuses } };
}

/** The condition Ready, with the kubelet's words (`kk:pkg/kubelet/status/generate.go:GeneratePodReadyCondition`). */
function readiness(ready: boolean) {
  if (ready) return { type: "Ready", status: "True", reason: "", message: "" } as const;
  const message = "containers with unready status: [app]";
  return { type: "Ready", status: "False", reason: "ContainersNotReady", message } as const;
}

/** A container that is in back-off or not made yet waits; one that ended is terminated. */
function containerState(reason: PodReason, now: string): Json {
  switch (reason) {
    case "":
      return { running: { startedAt: now } };
    case "Completed":
    case "Error":
      return { terminated: { reason, exitCode: reason === "Completed" ? 0 : 1, finishedAt: now } };
    case "ContainerStatusUnknown": {
      const message = "The container could not be located when the pod was terminated";
      return { terminated: { reason, exitCode: 137, message } };
    }
    case "ContainerCreating":
    case "CrashLoopBackOff":
      return { waiting: { reason } };
    default:
      return unreachable(reason);
  }
}

function inputFor(turn: ClusterTurn, pod: KubeObject): PodInput {
  const { start, ready, stop } = clusterOf(turn).plan.timing.pod;
  return {
    firstSeen: firstSeen(pod),
    restartPolicy: restartPolicyOf(pod),
    startMs: start / 1_000,
    readyMs: ready / 1_000,
    stopMs: stop / 1_000,
  };
}

function restartPolicyOf(pod: KubeObject): RestartPolicy {
  const policy = jsonAt(pod.spec, "restartPolicy");
  return policy === "OnFailure" || policy === "Never" ? policy : "Always";
}

function firstSeen(pod: KubeObject): PodFirstSeen {
  const phase = jsonAt(pod.status, "phase");
  if (phase === "Succeeded") return "succeeded";
  if (phase === "Failed") return "failed";
  if (phase === "Running") return isReady(pod) ? "ready" : "running";
  return typeof jsonAt(pod.spec, "nodeName") === "string" ? "assigned" : "unscheduled";
}
