import type { GridFrame } from "../cluster/system-frame.ts";
import type { EdgeCondition, EdgeNodeEffect } from "../machines/edge-node.ts";
import type { EdgePhase, EdgePhaseEffect } from "../machines/edge-phase.ts";

/** A node's class in the grid is its bit pattern (a bit is set where the condition is False), or the number of its phase. */
const BITS: readonly EdgeCondition[] = ["NodeReady", "AgentHealthy", "FirmwareSynced"];
const PHASES: readonly EdgePhase[] = ["Ready", "NotReady", "AgentUnhealthy", "Updating"];

/** A change of one node: what it does to its class, and which sums it leaves and enters. */
export type Seen = {
  readonly effect: EdgeNodeEffect | EdgePhaseEffect;
  readonly left: string | undefined;
  readonly entered: string | undefined;
};

/** What an effect of a node's chart means for the grid and the sums. */
export function seenIn(effect: EdgeNodeEffect | EdgePhaseEffect): Seen {
  if (effect.type === "flip") {
    const { condition, status } = effect.params;
    return { effect, left: status ? condition : undefined, entered: status ? undefined : condition };
  }
  const { from, to } = effect.params;
  return { effect, left: from === "Ready" ? undefined : from, entered: to === "Ready" ? undefined : to };
}

/** The class of a node after a change. */
export function cellAfter(cell: number, { effect }: Seen): number {
  if (effect.type === "setPhase") return PHASES.indexOf(effect.params.to);
  const bit = 1 << BITS.indexOf(effect.params.condition);
  return effect.params.status ? cell & ~bit : cell | bit;
}

/** The numbers of the nodes in a sum, from 1. */
export function concernedBy(cells: Uint8Array, model: "bits" | "phase", name: string): readonly number[] {
  const place = namesOf(model).indexOf(name);
  const isConcerned = (cell: number) => (model === "bits" ? (cell & (1 << place)) !== 0 : cell === place + 1);
  return [...cells].flatMap((cell, index) => (isConcerned(cell) ? [index + 1] : []));
}

/** What is counted: the conditions, or the phases that are not Ready. */
export function namesOf(model: "bits" | "phase"): readonly string[] {
  return model === "bits" ? BITS : PHASES.slice(1);
}

/** The classes of the grid. A bit pattern is named by the conditions that are False. */
export function classesOf(model: "bits" | "phase"): GridFrame["classes"] {
  return model === "bits" ? PATTERNS : PHASE_CLASSES;
}

const PATTERNS: GridFrame["classes"] = Array.from({ length: 1 << BITS.length }, (_, pattern) => {
  const down = BITS.filter((_name, index) => (pattern & (1 << index)) !== 0);
  const name = down.length === 0 ? "True" : down.join(" + ");
  const tone =
    down.includes("NodeReady") || down.length > 1 ? "failed" : down.includes("AgentHealthy") ? "stale" : "waiting";
  return { name, tone: down.length === 0 ? "ok" : tone };
});

const PHASE_CLASSES: GridFrame["classes"] = [
  { name: "Ready", tone: "ok" },
  { name: "NotReady", tone: "failed" },
  { name: "AgentUnhealthy", tone: "stale" },
  { name: "Updating", tone: "waiting" },
];
