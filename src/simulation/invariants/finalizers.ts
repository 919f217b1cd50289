import { finalizersOf } from "../kubernetes/object.ts";
import { commitsOf } from "./commits.ts";
import type { Check } from "./violation.ts";

/** Finalizers that carry a propagation policy: a DELETE with another policy takes them off (fidelity apiserver D.5). */
const POLICIES: readonly string[] = ["orphan", "foregroundDeletion"];

/**
 * An object with finalizers never just disappears: it goes with an update that takes the last one off while it is being deleted, never
 * with a DELETE, unless that has taken a propagation policy back. And one that is being deleted stays so (fidelity apiserver I.7).
 */
export const finalizers: Check = (before, after, events) => {
  const answer = events.find(({ fact }) => fact.type === "api.response")?.fact;
  const isDelete = answer?.type === "api.response" && answer.verb.startsWith("delete");
  for (const { kind, event } of commitsOf(before, after)) {
    const { previous, value } = event;
    if (previous === undefined) continue;
    const wasTerminating = previous.object.metadata.deletionTimestamp !== undefined;
    const held = finalizersOf(previous.object).filter((finalizer) => !isDelete || !POLICIES.includes(finalizer));
    const what = `${kind} ${event.key}@${event.revision}`;
    if (value === undefined && held.length > 0 && (isDelete || !wasTerminating))
      return { invariant: "finalizers", message: `${what} disappeared with finalizers` };
    if (value !== undefined && wasTerminating && value.object.metadata.deletionTimestamp === undefined)
      return { invariant: "finalizers", message: `${what} is not being deleted any more` };
  }
  return undefined;
};
