import { readOptions, word } from "../cluster/options.ts";
import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { type DraftObject, type Json, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import { type Asking, getCached, note } from "./asking.ts";
import { type Child, createChild, updateChild } from "./knative-children.ts";
import { livingConditions } from "./knative-conditions.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import {
  isObserved,
  type KnativeResource,
  markFalse,
  markTrue,
  markUnknown,
  propagate,
  readyOf,
  setFields,
  textAt,
} from "./knative-resource.ts";
import { itself, noTracks, trackersOf, wakeOwner, woken } from "./knative-tracker.ts";
import { controlledBy, isControlledBy } from "./owner-reference.ts";
import { flattenTraffic } from "./serving-traffic.ts";

const ASSIGNED = "AllTrafficAssigned";
const INGRESS = "IngressReady";
const CERTIFICATE = "CertificateProvisioned";
const OPTIONS = {
  /** `assumed`: there is no Ingress, traffic flows as soon as it is assigned. */
  ingress: word("watched", "assumed"),
};
const NOT_CONFIGURED = { reason: "IngressNotConfigured", message: "Ingress has not yet been reconciled." };

/**
 * Knative Serving's Route: traffic by Revision, and an Ingress that carries it (`ks:reconciler/route/route.go`). It hears of the
 * Configurations and Revisions that it names through a tracker. Left out: placeholder Services, certificates (TLS is off), gradual rollouts, tags' own domains.
 */
export const knativeRouteReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeRoute",
  primary: "Route",
  watches: ["Route", "Configuration", "Revision"],
  alsoWatches: (options) => (readOptions(OPTIONS, options).ingress === "watched" ? ["Ingress"] : []),
  options: OPTIONS,
  memory: noTracks,
  conditions: livingConditions(ASSIGNED, INGRESS, CERTIFICATE),
  handle: (context) => {
    const { kind, notification } = context;
    if (kind === "Route") return woken(context, itself(notification.object), "");
    if (kind === "Ingress") {
      return woken(context, wakeOwner(context, "serving.knative.dev", "Route"), "no Route controls it");
    }
    return woken(context, trackersOf(context), "no Route names it");
  },
  reconcileKind,
});

function* reconcileKind(route: KnativeResource, { key, options }: KnativeContext): Asking<KnativeEvent> {
  const { name, namespace = "default" } = route.object.metadata;
  setFields(route, { url: `http://${name}.${namespace}.example.com` });
  const traffic = yield* flattenTraffic(route.object, key);
  if (traffic.type === "badTarget") {
    const { status, reason, message } = traffic;
    yield* note(`bad traffic target: ${message}`);
    if (status === "False") markFalse(route, ASSIGNED, reason, message);
    else markUnknown(route, ASSIGNED, reason, message);
    return undefined;
  }
  setFields(route, { traffic: traffic.targets });
  markTrue(route, ASSIGNED);
  setFields(route, { address: { url: `http://${name}.${namespace}.svc.cluster.local` } });
  markTrue(route, CERTIFICATE, { reason: "TLSNotEnabled", message: "external-domain-tls is not enabled" });
  if (readOptions(OPTIONS, options).ingress === "assumed") {
    markTrue(route, INGRESS);
    return undefined;
  }
  const ingress = yield* keepIngress(route, traffic.targets);
  if (ingress.type === "error") return { type: "error", message: ingress.message };
  const { object } = ingress;
  propagate(route, INGRESS, isObserved(object) ? readyOf(object) : undefined, NOT_CONFIGURED);
  return undefined;
}

/** `ks:reconciler/route/reconcile_resources.go:reconcileIngress`. */
function* keepIngress(route: KnativeResource, targets: readonly Json[]): Asking<Child> {
  const { object } = route;
  const existing = yield* getCached("Ingress", keyOf(object));
  const desired = ingressOf(object, targets);
  if (existing === undefined) {
    const made = yield* createChild(desired);
    return made.type === "child" ? made : { type: "error", message: `failed to create Ingress: ${made.message}` };
  }
  if (!isControlledBy(existing, object)) {
    const { name } = object.metadata;
    return { type: "error", message: `notowned: owner: ${name} with Type Route does not own Ingress: "${name}"` };
  }
  if (jsonEqual(existing.spec, desired.spec)) return { type: "child", object: existing };
  const update = yield* updateChild({ ...existing, spec: { ...desired.spec } });
  return update.type === "child" ? update : { type: "error", message: `failed to update Ingress: ${update.message}` };
}

/** Which revisions get the requests, and how many of a hundred: it does not matter to an Ingress whether one was named or is the latest. */
function ingressOf(route: KubeObject, targets: readonly Json[]): DraftObject {
  const { name, namespace = "" } = route.metadata;
  const hosts = [`${name}.${namespace}.example.com`, `${name}.${namespace}.svc.cluster.local`];
  return {
    apiVersion: "networking.internal.knative.dev/v1alpha1",
    kind: "Ingress",
    metadata: {
      name,
      namespace,
      labels: { "serving.knative.dev/route": name },
      ownerReferences: [controlledBy(route)],
    },
    spec: { rules: [{ hosts, http: { paths: [{ splits: splitsOf(namespace, targets) }] } }] },
  };
}

/** One split for each revision (`ks:reconciler/route/resources/ingress.go:makeBaseIngressPath`, `traffic.go:consolidate`). */
function splitsOf(namespace: string, targets: readonly Json[]): readonly Json[] {
  const shares = new Map<string, number>();
  for (const target of targets) {
    const revision = textAt(target, "revisionName");
    shares.set(revision, (shares.get(revision) ?? 0) + Number(jsonAt(target, "percent") ?? 0));
  }
  return [...shares].map(([revision, percent]) => ({
    serviceNamespace: namespace,
    serviceName: revision,
    servicePort: 80,
    percent,
    appendHeaders: { "Knative-Serving-Namespace": namespace, "Knative-Serving-Revision": revision },
  }));
}
