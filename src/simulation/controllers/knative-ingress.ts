import { readOptions, span } from "../cluster/options.ts";
import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { type Asking, note, sleep } from "./asking.ts";
import { livingConditions } from "./knative-conditions.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import { type KnativeResource, markTrue } from "./knative-resource.ts";
import { itself, noTracks, woken } from "./knative-tracker.ts";

const OPTIONS = {
  /** How long it takes to program the proxies. */
  programMs: span(50, 0),
};

/**
 * Stands for a networking layer such as net-kourier: it programs its proxies with an Ingress and says that it is ready. The conditions are those of Knative's Ingress (`networking/v1alpha1/ingress_lifecycle.go`); what a real layer
 * does for them is left out.
 */
export const knativeIngressReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeIngress",
  primary: "Ingress",
  watches: ["Ingress"],
  options: OPTIONS,
  memory: noTracks,
  conditions: livingConditions("NetworkConfigured", "LoadBalancerReady"),
  handle: (context) => woken(context, itself(context.notification.object), ""),
  reconcileKind,
});

function* reconcileKind(ingress: KnativeResource, { options }: KnativeContext): Asking<KnativeEvent> {
  if (ingress.status.observedGeneration !== ingress.object.metadata.generation) {
    yield* note("program the proxies");
    yield* sleep(readOptions(OPTIONS, options).programMs);
  }
  markTrue(ingress, "NetworkConfigured");
  markTrue(ingress, "LoadBalancerReady");
  return undefined;
}
