import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { type ObjectKey, objectKey } from "../kubernetes/object-key.ts";
import { type Asking, getCached } from "./asking.ts";
import { isReady, readyOf, textAt } from "./knative-resource.ts";
import { track } from "./knative-tracker.ts";

/** A Route's traffic by Revision, or the target that keeps it from being assigned. */
export type Traffic =
  | { readonly type: "assigned"; readonly targets: readonly Json[] }
  | {
      readonly type: "badTarget";
      /** Unknown: it may become ready. */
      readonly status: "Unknown" | "False";
      readonly reason: string;
      readonly message: string;
    };

type Target = { readonly type: "target"; readonly target: JsonObject } | Extract<Traffic, { type: "badTarget" }>;

/**
 * Finds the Revision of each target: the one that is named, which has to be ready, or the latest ready one of a Configuration, whatever has
 * become of it since (`ks:reconciler/route/traffic/traffic.go:BuildTrafficConfiguration`). All that is named is tracked; of several bad
 * targets a failed one counts, else the first.
 */
export function* flattenTraffic(route: KubeObject, key: ObjectKey): Asking<Traffic> {
  const traffic = jsonAt(route.spec, "traffic");
  const found: Target[] = [];
  for (const target of isJsonList(traffic) ? traffic : []) {
    if (isJsonObject(target)) found.push(yield* flatten(route, target, key));
  }
  const bad = found.filter((each) => each.type === "badTarget");
  const worst = bad.findLast(({ status }) => status === "False") ?? bad[0];
  if (worst !== undefined) return worst;
  return { type: "assigned", targets: merged(found.flatMap((each) => (each.type === "target" ? [each.target] : []))) };
}

function* flatten(route: KubeObject, target: JsonObject, key: ObjectKey): Asking<Target> {
  const name = textAt(target, "revisionName");
  if (name === "") return yield* ofConfiguration(route, target, key);
  const revision = yield* tracked(route, "Revision", name, key);
  if (revision === undefined) return missing("Revision", name);
  if (isReady(revision)) return { type: "target", target: { ...brief(target), revisionName: name } };
  return readyOf(revision)?.status === "False"
    ? bad("False", `Revision "${name}" failed to become ready.`)
    : bad("Unknown", `Revision "${name}" is not yet ready.`);
}

function* ofConfiguration(route: KubeObject, target: JsonObject, key: ObjectKey): Asking<Target> {
  const name = textAt(target, "configurationName");
  const configuration = yield* tracked(route, "Configuration", name, key);
  if (configuration === undefined) return missing("Configuration", name);
  const latest = textAt(configuration.status, "latestReadyRevisionName");
  if (latest === "") {
    return readyOf(configuration)?.status === "False"
      ? bad("False", `Configuration "${name}" does not have any ready Revision.`)
      : bad("Unknown", `Configuration "${name}" is waiting for a Revision to become ready.`);
  }
  const revision = yield* tracked(route, "Revision", latest, key);
  if (revision === undefined) return missing("Revision", latest);
  return { type: "target", target: { ...brief(target), revisionName: latest, latestRevision: true } };
}

/** Asks first to be told of changes, then reads, so that none is missed. */
function* tracked(route: KubeObject, kind: string, name: string, key: ObjectKey): Asking<KubeObject | undefined> {
  const object = objectKey(route.metadata.namespace, name);
  yield* track(kind, object, key);
  return yield* getCached(kind, object);
}

/** What of a target goes into the status: not the Configuration. */
function brief({ tag, percent, latestRevision = false }: JsonObject): JsonObject {
  return {
    ...(tag === undefined ? {} : { tag }),
    ...(percent === undefined ? {} : { percent }),
    latestRevision,
  };
}

/** Targets with the same Revision and tag become one with the sum of their shares (`traffic.go:mergeIfNecessary`). */
function merged(targets: readonly JsonObject[]): readonly JsonObject[] {
  const list: JsonObject[] = [];
  for (const target of targets) {
    const isSame = (each: JsonObject) =>
      each.revisionName === target.revisionName &&
      each.tag === target.tag &&
      each.latestRevision === target.latestRevision;
    const at = list.findIndex(isSame);
    const same = list[at];
    if (same === undefined) list.push(target);
    else list[at] = { ...same, percent: Number(same.percent ?? 0) + Number(target.percent ?? 0) };
  }
  return list;
}

function missing(kind: string, name: string): Target {
  return {
    type: "badTarget",
    status: "False",
    reason: `${kind}Missing`,
    message: `${kind} "${name}" referenced in traffic not found.`,
  };
}

function bad(status: "Unknown" | "False", message: string): Target {
  return { type: "badTarget", status, reason: "RevisionMissing", message };
}
