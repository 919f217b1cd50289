import { type Micros, micros, seconds } from "../../base/time.ts";
import type { Handled, ReconcilerKind } from "../cluster/reconciler.ts";
import { controllerOf, type KubeObject } from "../kubernetes/object.ts";
import { keyOf, type ObjectKey, objectKey } from "../kubernetes/object-key.ts";
import { type Asking, clock, enqueueKey, enterPhase, failureOf, getCached, note, write } from "./asking.ts";
import { countOf, noCounts, setCount } from "./key-counts.ts";
import { livingConditions } from "./knative-conditions.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import { isMarked, type KnativeResource, markTrue, markUnknown, setFields, textAt } from "./knative-resource.ts";
import { itself, woken } from "./knative-tracker.ts";
import { numberAt, replicasOf } from "./replica-set-spec.ts";
import { initialScale } from "./serving-resources.ts";

/** How often the autoscaler decides (`ks:autoscaler/scaling/multiscaler.go:tickInterval`). */
const TICK = seconds(2);

/**
 * Serving's own autoscaler, without traffic to measure: it keeps the Deployment at the larger of initial and least scale, and says when
 * there is a pod to serve (`ks:reconciler/autoscaling/kpa/{kpa,scaler}.go`). What somebody else does to the replicas is undone at the next
 * tick. Left out: metrics, windows, scale to zero, ServerlessServices (a pod that is available stands for one).
 */
export const knativePodAutoscalerReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativePodAutoscaler",
  primary: "PodAutoscaler",
  watches: ["PodAutoscaler", "Deployment"],
  options: {},
  memory: noCounts,
  conditions: livingConditions("Active", "ScaleTargetInitialized", "SKSReady"),
  handle: wake,
  reconcileKind,
});

/** A Deployment wakes the PodAutoscaler that scales it. */
function wake(context: Parameters<ReconcilerKind["handle"]>[0]): Handled {
  const { kind, notification } = context;
  if (kind === "PodAutoscaler") return woken(context, itself(notification.object), "");
  const { metadata } = notification.object;
  const owner = controllerOf(notification.object);
  if (owner?.kind !== "Revision") return woken(context, [], "no Revision controls it");
  return woken(context, [{ key: objectKey(metadata.namespace, owner.name), priority: 0 }], "");
}

/** Gives the Deployment the desired size, but only at a tick. The memory holds when that is, by key. */
function* scale(key: ObjectKey, deployment: KubeObject, desired: number): Asking<string | undefined> {
  const size = replicasOf(deployment);
  if (size === desired) {
    yield* setCount(key, 0, "the size is as decided");
    return undefined;
  }
  const now = yield* clock();
  const planned = yield* countOf(key);
  const due = planned === 0 ? now + untilTick(now) : planned;
  if (now < due) {
    yield* setCount(key, due, `${size} replicas, ${desired} decided: at the next tick`);
    // Again in each run: an event takes the waiting entry along on a priority queue.
    yield* enqueueKey({ key, priority: 0, after: micros(due - now) });
    return undefined;
  }
  const { name } = deployment.metadata;
  yield* note(`scale ${name} from ${size} to ${desired}`);
  yield* enterPhase("apply");
  const merge = { spec: { replicas: desired } };
  return failureOf(yield* write({ type: "patch", kind: "Deployment", key: keyOf(deployment), merge }));
}

function untilTick(now: Micros): Micros {
  return micros(TICK - (now % TICK));
}

function* reconcileKind(autoscaler: KnativeResource, { key }: KnativeContext): Asking<KnativeEvent> {
  const { object } = autoscaler;
  const { namespace, name } = object.metadata;
  const target = textAt(object.spec, "scaleTargetRef", "name");
  const deployment = yield* getCached("Deployment", objectKey(namespace, target));
  if (deployment === undefined) return { type: "error", message: `error getting scale target ${target}: not found` };
  const least = Number(object.metadata.annotations?.["autoscaling.knative.dev/min-scale"] ?? 0) || 0;
  const desired = Math.max(initialScale(object), least);
  const actual = numberAt(deployment.status, "availableReplicas", 0);
  setFields(autoscaler, { desiredScale: desired, actualScale: actual, serviceName: name });
  const error = yield* scale(key, deployment, desired);
  if (error !== undefined) return { type: "error", message: error };
  yield* note(`${actual} of ${desired} pods can serve`);
  if (actual > 0) {
    markTrue(autoscaler, "SKSReady");
    markTrue(autoscaler, "Active");
    if (actual >= desired) markTrue(autoscaler, "ScaleTargetInitialized");
    return undefined;
  }
  const message = "Requests to the target are being buffered as resources are provisioned.";
  markUnknown(autoscaler, "Active", "Queued", message);
  if (!isMarked(autoscaler, "ScaleTargetInitialized", "True")) {
    markUnknown(autoscaler, "ScaleTargetInitialized", "", "");
  }
  markUnknown(autoscaler, "SKSReady", "NotReady", "K8s Service is not ready");
  return undefined;
}
