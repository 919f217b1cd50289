import { valueAt } from "../../base/persistent-map.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import type { Check } from "./violation.ts";

/**
 * The store is written before handlers are told: at a call it holds the object in that version or a newer one, or not at all any more
 * (`cg:tools/cache/controller.go:processDeltas @v0.36.3`). Versions are compared, so this holds as long as a client does not change to
 * an API server that lags behind.
 */
export const storeBeforeHandlers: Check = (_before, after, events) => {
  for (const { actor, fact } of events) {
    if (fact.type !== "handler.call") continue;
    const [informer = ""] = actor.split("/handler/");
    const store = after.shared.informers[informer]?.store;
    const held = store === undefined ? undefined : valueAt(store.objects, fact.key as ObjectKey); // facts name keys as texts
    if (held === undefined || Number(held.metadata.resourceVersion) >= Number(fact.rv)) continue;
    const message = `${actor} is told of ${fact.key}@${fact.rv}, the store holds ${held.metadata.resourceVersion}`;
    return { invariant: "storeBeforeHandlers", message };
  }
  return undefined;
};
