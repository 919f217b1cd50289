import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import {
  type DraftObject,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  type KubeObject,
} from "../kubernetes/object.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import { type Asking, getCached, note } from "./asking.ts";
import { type Child, createChild, keepChild, wrapped } from "./knative-children.ts";
import { livingConditions } from "./knative-conditions.ts";
import { type KnativeContext, type KnativeEvent, knativeReconciler } from "./knative-reconciler.ts";
import {
  isMarked,
  isObserved,
  type KnativeResource,
  markFalse,
  markUnknown,
  objectAt,
  propagate,
  readyOf,
  setFields,
  textAt,
} from "./knative-resource.ts";
import { itself, noTracks, wakeOwner, woken } from "./knative-tracker.ts";
import { controlledBy, isControlledBy } from "./owner-reference.ts";
import { KNATIVE_SERVICE, SERVICE_LABEL, SERVING } from "./serving-kinds.ts";
import { findNamedRevision } from "./serving-revision-name.ts";

const CONFIGURATIONS_READY = "ConfigurationsReady";
const ROUTES_READY = "RoutesReady";

/**
 * Knative Serving's Service: a Configuration and a Route of the same name, kept as the Service says, and their states brought together
 * (`ks:reconciler/service/service.go`). Labels and annotations of the Service that its children copy are left out.
 */
export const knativeServiceReconciler: ReconcilerKind = knativeReconciler({
  name: "KnativeService",
  primary: KNATIVE_SERVICE,
  watches: [KNATIVE_SERVICE, "Configuration", "Route"],
  options: {},
  memory: noTracks,
  conditions: livingConditions(CONFIGURATIONS_READY, ROUTES_READY),
  handle: (context) => {
    const { kind, notification } = context;
    if (kind === KNATIVE_SERVICE) return woken(context, itself(notification.object), "");
    if (kind === "Revision") return woken(context, [], "Revisions are only looked up");
    return woken(context, wakeOwner(context, "serving.knative.dev", "Service"), "no Knative Service controls it");
  },
  reconcileKind,
});

function* reconcileKind(service: KnativeResource, { watched }: KnativeContext): Asking<KnativeEvent> {
  const configuration = yield* keepConfiguration(service);
  if (configuration.type === "error") return { type: "error", message: configuration.message };
  const { object } = configuration;
  const name = textAt(object.spec, "template", "metadata", "name");
  if (!isObserved(object)) {
    const message = "The Configuration is still working to reflect the latest desired specification.";
    markUnknown(service, CONFIGURATIONS_READY, "OutOfDate", message);
    if (name !== "") {
      yield* note("the Revision has a name of the user's choice: the Route waits for the Configuration");
      return undefined;
    }
  } else {
    const { latestCreatedRevisionName, latestReadyRevisionName } = object.status ?? {};
    setFields(service, { latestCreatedRevisionName, latestReadyRevisionName });
    propagateIfSet(service, CONFIGURATIONS_READY, object);
  }
  const named = watched.includes("Revision") ? yield* findNamedRevision(object) : undefined;
  if (named?.type === "taken") {
    const message = `The revision name "${name}" is taken by a conflicting Revision, so traffic will not be migrated`;
    markFalse(service, ROUTES_READY, "RevisionNameTaken", message);
    return undefined;
  }
  const route = yield* keepRoute(service);
  if (route.type === "error") return { type: "error", message: route.message };
  return propagateRoute(service, object, route.object);
}

function propagateRoute(service: KnativeResource, configuration: KubeObject, route: KubeObject): undefined {
  if (!isObserved(route)) {
    const message = "The Route is still working to reflect the latest desired specification.";
    markUnknown(service, ROUTES_READY, "OutOfDate", message);
    return undefined;
  }
  const { url, address, traffic } = route.status ?? {};
  setFields(service, { url, address, traffic });
  propagateIfSet(service, ROUTES_READY, route);
  if (!isMarked(service, ROUTES_READY, "True") || carriesTraffic(configuration, route)) return undefined;
  markUnknown(service, ROUTES_READY, "TrafficNotMigrated", "Traffic is not yet migrated to the latest revision.");
  return undefined;
}

function propagateIfSet(service: KnativeResource, type: string, child: KubeObject): void {
  const ready = readyOf(child);
  if (ready !== undefined) propagate(service, type, ready, { reason: "", message: "" });
}

/** Whether the Route's status has the traffic that its spec asks for, with the latest ready Revision (`service.go:checkRoutesNotReady`). */
function carriesTraffic(configuration: KubeObject, route: KubeObject): boolean {
  const latest = textAt(configuration.status, "latestReadyRevisionName");
  const brief = (target: Json) => {
    const {
      configurationName = null,
      revisionName = null,
      percent = null,
      tag = null,
    } = isJsonObject(target) ? target : {};
    const revision = configurationName === configuration.metadata.name ? latest : revisionName;
    return { revision, percent, tag };
  };
  const [want, got] = [targets(route.spec), targets(route.status)].map((list) => list.map(brief));
  return jsonEqual(want, got);
}

function* keepConfiguration(service: KnativeResource): Asking<Child> {
  const desired = configurationOf(service.object);
  return yield* keep(service, desired, CONFIGURATIONS_READY);
}

function* keepRoute(service: KnativeResource): Asking<Child> {
  return yield* keep(service, routeOf(service.object), ROUTES_READY);
}

function* keep(service: KnativeResource, desired: DraftObject, condition: string): Asking<Child> {
  const { kind } = desired;
  const { object } = service;
  const existing = yield* getCached(kind, keyOf(object));
  if (existing === undefined) {
    const made = yield* createChild(desired);
    return made.type === "child" ? made : asError(wrapped(`failed to create ${kind}`, made));
  }
  const { name } = object.metadata;
  if (!isControlledBy(existing, object)) {
    markFalse(service, condition, "NotOwned", `There is an existing ${kind} "${name}" that we do not own.`);
    return { type: "error", message: `service: "${name}" does not own ${kind.toLowerCase()}: "${name}"` };
  }
  const kept = yield* keepChild(existing, desired);
  return kept.type === "child" ? kept : asError(wrapped(`failed to reconcile ${kind}`, kept));
}

/** `ks:reconciler/service/resources/configuration.go:MakeConfiguration`. */
function configurationOf(service: KubeObject): DraftObject {
  return childOf(service, "Configuration", { template: objectAt(service.spec, "template") });
}

/** `ks:reconciler/service/resources/route.go:MakeRoute`: a target without a Revision means the latest one of the Configuration. */
function routeOf(service: KubeObject): DraftObject {
  const { name } = service.metadata;
  const given = targets(service.spec);
  const traffic = (given.length === 0 ? [{ latestRevision: true, percent: 100 }] : given).map((target): Json => {
    if (!isJsonObject(target) || textAt(target, "revisionName") !== "") return target;
    return { ...target, configurationName: name, latestRevision: true };
  });
  return childOf(service, "Route", { traffic });
}

function childOf(service: KubeObject, kind: string, spec: JsonObject): DraftObject {
  const { name, namespace = "" } = service.metadata;
  const metadata = { name, namespace, labels: { [SERVICE_LABEL]: name }, ownerReferences: [controlledBy(service)] };
  return { apiVersion: SERVING, kind, metadata, spec };
}

function targets(part: Json | undefined): readonly Json[] {
  const traffic = jsonAt(part, "traffic");
  return isJsonList(traffic) ? traffic : [];
}

function asError(event: KnativeEvent): Child {
  return { type: "error", message: event?.type === "error" ? event.message : "" };
}
