import type { Check } from "./violation.ts";

/** A registration has synced only when its last initial add has returned (`cg:tools/cache/synctrack @v0.36.3`). */
export const syncAfterAdds: Check = (_before, after, events) => {
  for (const { actor, fact } of events) {
    if (fact.type !== "synced" || fact.who === "informer") continue;
    const [informer = ""] = actor.split("/handler/");
    const listener = after.shared.informers[informer]?.listeners.find(({ id }) => id === fact.who);
    if (listener === undefined || (listener.initialOutstanding === 0 && listener.upstreamSynced)) continue;
    return {
      invariant: "syncAfterAdds",
      message: `${actor} synced with ${listener.initialOutstanding} initial adds open`,
    };
  }
  return undefined;
};
