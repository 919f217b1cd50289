import { type PersistentMap, sortedValues, valueAt, valuesOf } from "../../base/persistent-map.ts";
import type { ClusterWorld } from "../cluster/cluster.ts";
import { matchesLabels, parseLabelSelector } from "../kubernetes/label-selector.ts";
import { type KubeObject, labelsOf } from "../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../kubernetes/object-key.ts";
import type { Check } from "./violation.ts";

/**
 * A list and all events since are the later list: a store that stands at the version of the watch cache holds what the cache holds
 * (fidelity apiserver I.2). That does not hold any more once a fault has swallowed events.
 */
export const storeMatchesVersion: Check = (_before, after, events) => {
  if (after.shared.isLossy) return undefined;
  for (const { actor, fact } of events) {
    if (fact.type !== "store.write") continue;
    const id = actor.slice(0, actor.lastIndexOf("/"));
    const wanted = expectedIn(after, id);
    const store = after.shared.informers[id]?.store;
    if (wanted === undefined || store === undefined || holdsJust(store.objects, wanted)) continue;
    const found = sortedValues(store.objects).map(nameOf).join(" ");
    const message = `store ${id} at ${store.resourceVersion} holds ${found}, the server ${wanted.map(nameOf).join(" ")}`;
    return { invariant: "storeMatchesVersion", message };
  }
  return undefined;
};

/** What the store of an informer has to hold, if a watch cache stands at its very version. */
function expectedIn({ shared }: ClusterWorld, id: string): readonly KubeObject[] | undefined {
  const [process = "", kind = ""] = id.split("/");
  const watch = shared.processes[process]?.spec.watches.find((each) => each.kind === kind);
  const version = shared.informers[id]?.store.resourceVersion ?? "";
  const caches = Object.values(shared.servers).map(({ api }) => api.caches[kind]);
  const cache = caches.find((each) => each?.state.type === "ready" && String(each.revision) === version);
  const selector = parseLabelSelector(watch?.selector ?? "");
  if (watch === undefined || cache === undefined || selector.type === "problems") return undefined;
  return valuesOf(cache.store)
    .filter((object) => watch.namespace === undefined || object.metadata.namespace === watch.namespace)
    .filter((object) => matchesLabels(selector.value, labelsOf(object)));
}

function holdsJust(objects: PersistentMap<ObjectKey, KubeObject>, wanted: readonly KubeObject[]): boolean {
  const isHeld = (object: KubeObject) =>
    valueAt(objects, keyOf(object))?.metadata.resourceVersion === object.metadata.resourceVersion;
  return objects.size === wanted.length && wanted.every(isHeld);
}

function nameOf(object: KubeObject): string {
  return `${keyOf(object)}@${object.metadata.resourceVersion}`;
}
