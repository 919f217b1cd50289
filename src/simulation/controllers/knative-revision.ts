import { hashText } from "../../base/digest.ts";
import type { Micros } from "../../base/time.ts";
import { readOptions, span, word } from "../cluster/options.ts";
import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { isJsonList, type Json, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { type Asking, enqueueKey, getCached, note } from "./asking.ts";
import { conditionIn } from "./deployment-conditions.ts";
import { createChild, updateChild, wrapped } from "./knative-children.ts";
import { conditionNamed, conditionsOf, livingConditions } from "./knative-conditions.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import {
  isMarked,
  type KnativeResource,
  markFalse,
  markTrue,
  markUnknown,
  propagate,
  setFields,
  textAt,
} from "./knative-resource.ts";
import { itself, noTracks, wakeOwner, woken } from "./knative-tracker.ts";
import { isControlledBy } from "./owner-reference.ts";
import { checkDeployment, deploymentOf, podAutoscalerOf } from "./serving-resources.ts";

const AVAILABLE = "ResourcesAvailable";
const HEALTHY = "ContainerHealthy";
const DEPLOYING = "Deploying";

const OPTIONS = {
  /**
   * When a Deployment is rewritten: only if the label with the hash of what it should be differs, as since 1.22, or with any other spec, as
   * up to 1.21.
   */
  deploymentCompare: word("hash", "spec"),
  /** How long it takes to resolve the images' digests. */
  digestMs: span(0, 0),
  /** `assumed`: there is no PodAutoscaler, the Deployment alone decides. */
  autoscaler: word("watched", "assumed"),
};

/**
 * Knative Serving's Revision: image digests, a Deployment, a PodAutoscaler, and what their states mean for it
 * (`ks:reconciler/revision/{revision,reconcile_resources,cruds}.go`). Left out: image caches, certificates, what crashing pods say, logging URLs, and the webhook that keeps specs unchanged.
 */
export const knativeRevisionReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeRevision",
  primary: "Revision",
  watches: ["Revision", "Deployment"],
  alsoWatches: (options) => (readOptions(OPTIONS, options).autoscaler === "watched" ? ["PodAutoscaler"] : []),
  options: OPTIONS,
  memory: noTracks,
  conditions: livingConditions(AVAILABLE, HEALTHY),
  handle: (context) =>
    context.kind === "Revision"
      ? woken(context, itself(context.notification.object), "")
      : woken(context, wakeOwner(context, "serving.knative.dev", "Revision"), "no Revision controls it"),
  reconcileKind,
});

function* reconcileKind(revision: KnativeResource, context: KnativeContext): Asking<KnativeEvent> {
  const { digestMs, deploymentCompare, autoscaler } = readOptions(OPTIONS, context.options);
  if (!(yield* resolveDigests(revision, context, digestMs))) return undefined;
  const deployment = yield* keepDeployment(revision, deploymentCompare);
  if (deployment !== undefined) return deployment;
  if (autoscaler === "watched") return yield* keepPodAutoscaler(revision);
  if (isMarked(revision, AVAILABLE, "True")) {
    markTrue(revision, HEALTHY);
    markTrue(revision, "Active");
  }
  return undefined;
}

/**
 * The images' digests are looked up in the background; until they are there the Revision waits without an error, and is woken by the
 * resolver (`revision.go:reconcileDigest`, `background.go`).
 */
function* resolveDigests(revision: KnativeResource, { key }: KnativeContext, takes: Micros): Asking<boolean> {
  if (isJsonList(revision.status.containerStatuses)) return true;
  const isAsked = conditionNamed(conditionsOf(revision.object.status), AVAILABLE)?.reason === "ResolvingDigests";
  if (takes > 0 && !isAsked) {
    markUnknown(revision, AVAILABLE, "ResolvingDigests", "");
    yield* note("the digests of the images are resolved in the background");
    yield* enqueueKey({ key, priority: 0, after: takes });
    return false;
  }
  const containers = jsonAt(revision.object.spec, "containers");
  const containerStatuses = (isJsonList(containers) ? containers : []).map((container): Json => {
    const image = textAt(container, "image");
    const imageDigest = `${image.split(":")[0]}@sha256:${hashText(image).toString(16).padStart(8, "0")}`;
    return { name: textAt(container, "name") || "user-container", imageDigest };
  });
  setFields(revision, { containerStatuses });
  return true;
}

/** Returns what ends the run, or undefined (`reconcile_resources.go:reconcileDeployment`). */
function* keepDeployment(revision: KnativeResource, compare: "hash" | "spec"): Asking<KnativeEvent> {
  const { object } = revision;
  const desired = deploymentOf(object);
  const { name = "" } = desired.metadata;
  const existing = yield* getCached("Deployment", objectKey(object.metadata.namespace, name));
  if (existing === undefined) {
    markUnknown(revision, AVAILABLE, DEPLOYING, "");
    markUnknown(revision, HEALTHY, DEPLOYING, "");
    const made = yield* createChild(desired);
    return made.type === "error" ? wrapped(`failed to create deployment "${name}"`, made) : undefined;
  }
  if (!isControlledBy(existing, object)) {
    markFalse(revision, AVAILABLE, "NotOwned", `There is an existing Deployment "${name}" that we do not own.`);
    return { type: "error", message: `revision: "${object.metadata.name}" does not own Deployment: "${name}"` };
  }
  const checked = yield* checkDeployment(existing, desired, compare);
  if (checked.type === "error") return wrapped(`failed to update deployment "${name}"`, checked);
  // A Revision that has no pods because nobody calls it is not told by its Deployment.
  if (!isMarked(revision, "Active", "False")) propagateDeployment(revision, checked.object);
  return undefined;
}

/** Progress and failures of the Deployment as one condition (`ks:apis/serving/k8s_lifecycle.go:TransformDeploymentStatus`). */
function propagateDeployment(revision: KnativeResource, deployment: KubeObject): void {
  const failure = conditionIn(deployment.status, "ReplicaFailure");
  const progress = conditionIn(deployment.status, "Progressing");
  const told = (condition: Json | undefined) => [textAt(condition, "reason"), textAt(condition, "message")] as const;
  if (failure?.status === "True") markFalse(revision, AVAILABLE, ...told(failure));
  else if (progress?.status === "True") markTrue(revision, AVAILABLE);
  else if (progress?.status === "False") markFalse(revision, AVAILABLE, ...told(progress));
  else markUnknown(revision, AVAILABLE, ...told(progress));
}

/** The PodAutoscaler is compared and rewritten each time (`reconcile_resources.go:reconcilePA`). */
function* keepPodAutoscaler(revision: KnativeResource): Asking<KnativeEvent> {
  const { object } = revision;
  const desired = podAutoscalerOf(object);
  const { name, namespace } = object.metadata;
  const existing = yield* getCached("PodAutoscaler", objectKey(namespace, name));
  if (existing === undefined) {
    const made = yield* createChild(desired);
    if (made.type === "error") return wrapped(`failed to create PA "${name}"`, made);
    return propagatePodAutoscaler(revision, made.object);
  }
  if (!isControlledBy(existing, object)) {
    markFalse(revision, AVAILABLE, "NotOwned", `There is an existing PodAutoscaler "${name}" that we do not own.`);
    return { type: "error", message: `revision: "${name}" does not own PodAutoscaler: "${name}"` };
  }
  if (jsonEqual(existing.spec, desired.spec)) return propagatePodAutoscaler(revision, existing);
  yield* note(`PA ${name} needs reconciliation`);
  const update = yield* updateChild({ ...existing, spec: { ...desired.spec } });
  if (update.type === "error") return wrapped(`failed to update PA "${name}"`, update);
  return propagatePodAutoscaler(revision, update.object);
}

/** `ks:apis/serving/v1/revision_lifecycle.go:PropagateAutoscalerStatus`. */
function propagatePodAutoscaler(revision: KnativeResource, { status }: KubeObject): undefined {
  const isBroken = isMarked(revision, AVAILABLE, "False") || isMarked(revision, HEALTHY, "False");
  const conditions = conditionsOf(status);
  const { actualScale, desiredScale } = status ?? {};
  setFields(revision, { actualReplicas: actualScale, desiredReplicas: desiredScale });
  const ready = conditionNamed(conditions, "Ready");
  if (ready === undefined) {
    markUnknown(revision, "Active", DEPLOYING, "");
    if (!isBroken) markUnknown(revision, AVAILABLE, DEPLOYING, "");
    return undefined;
  }
  const isInitialized = conditionNamed(conditions, "ScaleTargetInitialized")?.status === "True";
  if (isInitialized && !isBroken) {
    markTrue(revision, AVAILABLE);
    markTrue(revision, HEALTHY);
  }
  const hasService = textAt(status, "serviceName") !== "";
  if (isMarked(revision, AVAILABLE, "True") && !(hasService && isInitialized)) {
    markUnknown(revision, AVAILABLE, DEPLOYING, "");
  }
  if (ready.status === "False" && ready.reason === "TimedOut" && !isInitialized && !isBroken && hasService) {
    markFalse(revision, AVAILABLE, "ProgressDeadlineExceeded", "Initial scale was never achieved");
  }
  propagate(revision, "Active", ready, { reason: "", message: "" });
  return undefined;
}
