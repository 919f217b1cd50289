import { ownValue } from "../../base/own-value.ts";
import { jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { commitsOf } from "./commits.ts";
import type { Check } from "./violation.ts";

/**
 * A generation never decreases, and no controller claims to have seen one that is still to come (fidelity apiserver I.6). A person may write
 * what they like.
 */
export const generations: Check = (before, after, events) => {
  const answer = events.find(({ fact }) => fact.type === "api.response")?.fact;
  const isControllers =
    answer?.type === "api.response" && ownValue(after.shared.processes, answer.client) !== undefined;
  for (const { kind, event } of commitsOf(before, after)) {
    const object = event.value?.object;
    if (object === undefined) continue;
    const now = object.metadata.generation ?? 0;
    const old = event.previous?.object.metadata.generation ?? 0;
    const observed = observedBy(object);
    const what = `${kind} ${event.key}@${event.revision}`;
    if (now < old) return { invariant: "generations", message: `${what} went from generation ${old} to ${now}` };
    if (isControllers && observed > now && observed !== observedBy(event.previous?.object))
      return { invariant: "generations", message: `${what} has observed ${observed} but is at ${now}` };
  }
  return undefined;
};

function observedBy(object: KubeObject | undefined): number {
  return Number(jsonAt(object?.status, "observedGeneration") ?? 0);
}
