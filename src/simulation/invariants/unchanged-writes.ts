import type { Check } from "./violation.ts";

/** A write that changes nothing makes no revision and no event (fidelity apiserver I.3). */
export const unchangedWrites: Check = (before, after, events) => {
  const unchanged = events.find(({ fact }) => fact.type === "api.unchanged");
  if (unchanged?.fact.type !== "api.unchanged") return undefined;
  const [old, now] = [before.shared.etcd.revision, after.shared.etcd.revision];
  if (old === now && !events.some(({ fact }) => fact.type === "etcd.commit")) return undefined;
  return {
    invariant: "unchangedWrites",
    message: `an unchanged ${unchanged.fact.key} took etcd from ${old} to ${now}`,
  };
};
