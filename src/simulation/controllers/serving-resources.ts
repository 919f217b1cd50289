import { hashText } from "../../base/digest.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import {
  type DraftObject,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  type KubeObject,
  labelsOf,
} from "../kubernetes/object.ts";
import { type Asking, note } from "./asking.ts";
import { canonical } from "./deployment-spec.ts";
import { type Child, updateChild } from "./knative-children.ts";
import { controlledBy } from "./owner-reference.ts";
import { REVISION_LABEL } from "./serving-kinds.ts";

/** The label with the hash of what a Deployment should be (`ks:reconciler/revision/cruds.go`, since 1.22). */
const DEPLOYMENT_HASH = "serving.knative.dev/deployment-hash";
const REVISION_UID = "serving.knative.dev/revisionUID";

/** The Deployment of a Revision: its containers and the queue proxy beside them (`ks:reconciler/revision/resources/deploy.go:MakeDeployment`). */
export function deploymentOf(revision: KubeObject): DraftObject {
  const { name, namespace = "", uid } = revision.metadata;
  const labels = { [REVISION_LABEL]: name, [REVISION_UID]: uid, app: name };
  const containers = jsonAt(revision.spec, "containers");
  const own = (isJsonList(containers) ? containers : []).map(
    (container): Json => (isJsonObject(container) ? { name: "user-container", ...container } : container),
  );
  const concurrency = jsonAt(revision.spec, "containerConcurrency") ?? 0;
  const env = [{ name: "CONTAINER_CONCURRENCY", value: String(concurrency) }];
  const spec: JsonObject = {
    replicas: initialScale(revision),
    selector: { matchLabels: { [REVISION_UID]: uid } },
    progressDeadlineSeconds: 600,
    strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0 } },
    template: { metadata: { labels }, spec: { containers: [...own, { name: "queue-proxy", image: "queue", env }] } },
  };
  const hash = hashText(canonical({ spec, labels })).toString(16);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: `${name}-deployment`,
      namespace,
      labels: { ...labels, [DEPLOYMENT_HASH]: hash },
      ownerReferences: [controlledBy(revision)],
    },
    spec,
  };
}

/** The PodAutoscaler of a Revision (`ks:reconciler/revision/resources/pa.go:MakePA`). */
export function podAutoscalerOf(revision: KubeObject): DraftObject {
  const { name, namespace = "", annotations = {} } = revision.metadata;
  const scaling = Object.entries(annotations).filter(([key]) => key.startsWith("autoscaling.knative.dev/"));
  return {
    apiVersion: "autoscaling.internal.knative.dev/v1alpha1",
    kind: "PodAutoscaler",
    metadata: {
      name,
      namespace,
      labels: { [REVISION_LABEL]: name },
      annotations: Object.fromEntries(scaling),
      ownerReferences: [controlledBy(revision)],
    },
    spec: {
      containerConcurrency: jsonAt(revision.spec, "containerConcurrency") ?? 0,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: `${name}-deployment` },
      protocolType: "http1",
    },
  };
}

/** How many pods a Revision begins with; 1 unless its annotation says otherwise. */
export function initialScale({ metadata }: { readonly metadata: KubeObject["metadata"] }): number {
  const given = Number(metadata.annotations?.["autoscaling.knative.dev/initial-scale"] ?? 1);
  return Number.isInteger(given) && given >= 0 ? given : 1;
}

/**
 * Looks whether somebody has changed the Deployment, and writes it back: by the hash label, which nobody who edits an image touches, or by
 * its spec. Replicas, selector and foreign metadata stay as they are (`ks:reconciler/revision/cruds.go:checkAndUpdateDeployment`).
 */
export function* checkDeployment(existing: KubeObject, desired: DraftObject, compare: "hash" | "spec"): Asking<Child> {
  const hash = labelsOf(desired)[DEPLOYMENT_HASH];
  if (compare === "hash" && labelsOf(existing)[DEPLOYMENT_HASH] === hash) return { type: "child", object: existing };
  const spec: JsonObject = {
    ...desired.spec,
    replicas: jsonAt(existing.spec, "replicas") ?? 1,
    selector: jsonAt(existing.spec, "selector") ?? null,
  };
  const labels = { ...existing.metadata.labels, ...desired.metadata.labels };
  const isSame = jsonEqual(existing.spec, spec) && jsonEqual(existing.metadata.labels, labels);
  if (isSame) return { type: "child", object: existing };
  yield* note(
    compare === "hash"
      ? "the hash label is another one: write the Deployment"
      : "the Deployment was edited: write it back",
  );
  return yield* updateChild({ ...existing, metadata: { ...existing.metadata, labels }, spec });
}
