import { jsonAt } from "../kubernetes/object.ts";
import { commitsOf } from "./commits.ts";
import type { Check } from "./violation.ts";

/** A generation never decreases, and no controller claims to have seen one that is still to come (fidelity apiserver I.6). */
export const generations: Check = (before, after) => {
  for (const { kind, event } of commitsOf(before, after)) {
    const object = event.value?.object;
    if (object === undefined) continue;
    const now = object.metadata.generation ?? 0;
    const old = event.previous?.object.metadata.generation ?? 0;
    const observed = Number(jsonAt(object.status, "observedGeneration") ?? 0);
    const what = `${kind} ${event.key}@${event.revision}`;
    if (now < old) return { invariant: "generations", message: `${what} went from generation ${old} to ${now}` };
    if (observed > now)
      return { invariant: "generations", message: `${what} has observed ${observed} but is at ${now}` };
  }
  return undefined;
};
