import type { ClusterWorld } from "../cluster/cluster.ts";
import { queuedAt } from "../cluster/informer/persistent-queue.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import type { Check } from "./violation.ts";

/** A handler is called with its notifications one after the other, none left out and none twice: so it sees each key's changes in order. */
export const handlerOrder: Check = (before, _after, events) => {
  for (const { actor, fact } of events) {
    if (fact.type !== "handler.call") continue;
    const [informer = "", handler = ""] = actor.split("/handler/");
    const listener = listenerOf(before, informer, handler);
    if (listener === undefined) continue;
    const first = queuedAt(listener.pending, 0);
    const next = listener.taken + 1;
    const key = first === undefined ? undefined : keyIn(first.notification);
    if (fact.n < next || (fact.n === next && key !== undefined && key !== fact.key))
      return {
        invariant: "handlerOrder",
        message: `${actor} call ${fact.n} is about ${fact.key}, due is ${next}, ${key}`,
      };
  }
  return undefined;
};

function listenerOf({ shared }: ClusterWorld, informer: string, handler: string) {
  return shared.informers[informer]?.listeners.find(({ id, removed }) => id === handler && !removed);
}

function keyIn(notification: { readonly object: KubeObject }): string {
  return keyOf(notification.object);
}
