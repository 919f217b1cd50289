import type { Wire } from "./pipeline-wires.ts";

/** What travels when a step is taken back: the same as in the step itself, the other way round. */
export function undoneWire(now: Wire, undone: Wire | undefined): Wire {
  if (undone === undefined || undone.travelled === "no") return { ...now, travelled: "no" };
  const { tone } = now.tone === "idle" ? undone : now;
  return { ...now, tone, travelled: undone.travelled === "forward" ? "backward" : "forward" };
}
