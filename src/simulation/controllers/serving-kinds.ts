import type { CustomKind } from "../kubernetes/kind-registry.ts";

const withStatus = { statusSubresource: true } as const;

/**
 * The kinds of Knative Serving. Its Service shares the Kind with the built-in one, so a cluster calls it `Service.serving.knative.dev`.
 * PodAutoscaler and Ingress are Serving's own, not those of autoscaling and networking.k8s.io.
 */
export const servingKinds: readonly CustomKind[] = [
  { ...withStatus, kind: "Service", group: "serving.knative.dev", plural: "services" },
  { ...withStatus, kind: "Configuration", group: "serving.knative.dev", plural: "configurations" },
  { ...withStatus, kind: "Revision", group: "serving.knative.dev", plural: "revisions" },
  { ...withStatus, kind: "Route", group: "serving.knative.dev", plural: "routes" },
  {
    ...withStatus,
    kind: "PodAutoscaler",
    group: "autoscaling.internal.knative.dev",
    version: "v1alpha1",
    plural: "podautoscalers",
  },
  {
    ...withStatus,
    kind: "Ingress",
    group: "networking.internal.knative.dev",
    version: "v1alpha1",
    plural: "ingresses",
  },
];

/** Group and version of Service, Configuration, Revision and Route. */
export const SERVING = "serving.knative.dev/v1";

/** How a cluster calls Knative's Service. */
export const KNATIVE_SERVICE = "Service.serving.knative.dev";

/** Labels by which the four kinds find each other. */
export const SERVICE_LABEL = "serving.knative.dev/service";
export const CONFIGURATION_LABEL = "serving.knative.dev/configuration";
export const GENERATION_LABEL = "serving.knative.dev/configurationGeneration";
export const REVISION_LABEL = "serving.knative.dev/revision";
