import { etcdGet } from "../cluster/etcd.ts";
import { commitsOf } from "./commits.ts";
import type { Check } from "./violation.ts";

/**
 * A write is stored over the version that etcd held, and revisions have no gaps: each commit follows the value that was there before
 * it (fidelity apiserver I.4).
 */
export const commitsOverStored: Check = (before, after) => {
  const held = new Map<string, number>();
  for (const { kind, event } of commitsOf(before, after)) {
    const key = `${kind} ${event.key}`;
    const stored = held.get(key) ?? etcdGet(before.shared.etcd, kind, event.key)?.modRevision ?? 0;
    const over = event.previous?.modRevision ?? 0;
    if (over !== stored) {
      const message = `${key}@${event.revision} was written over ${over}, but ${stored} was stored`;
      return { invariant: "commitsOverStored", message };
    }
    held.set(key, event.value === undefined ? 0 : event.revision);
  }
  return undefined;
};
