import type { ChartFrame } from "../../simulation/cluster/frame.ts";
import type { Tone } from "../../simulation/cluster/lanes.ts";
import { toneOfSystemState } from "../../simulation/cluster/system-tones.ts";
import { activePaths } from "../../simulation/kernel/machine.ts";
import type { ChartEdge, ChartStructure } from "./chart-structure.ts";
import { edgeLines, triggerText } from "./edge-lines.ts";

/** What a chart's state says about its drawing. Ids are those of states, numbers are positions in the list of edges. */
export type ChartReading = {
  readonly active: ReadonlySet<string>;
  /** The innermost active states, regions in their order. */
  readonly leaves: readonly string[];
  /** Transitions that were taken last, in their order. */
  readonly taken: readonly TakenEdge[];
  /** Transitions that could be taken next. */
  readonly possible: ReadonlySet<number>;
  readonly visits: Readonly<Record<string, number>>;
  /** When the timer of a state is due, µs. */
  readonly timers: ReadonlyMap<string, number>;
};

/** A transition that was taken, with its place in the structure; −1 when the definition does not know it. */
export type TakenEdge = {
  readonly edge: number;
  readonly source: string;
  readonly targets: readonly string[];
  readonly event: string;
  readonly guard: string;
  readonly effects: readonly string[];
};

/** Reads a chart's state against its structure. */
export function readChart(structure: ChartStructure, chart: ChartFrame): ChartReading {
  const { machine, nodes, edges } = structure;
  const active = new Set([machine, ...activePaths(chart.value).map((path) => `${machine}.${path}`)]);
  const parents = new Set(nodes.map(({ parent }) => parent));
  const possible = edges.flatMap(({ source }, index) => (active.has(source) ? [index] : []));
  return {
    active,
    leaves: nodes.flatMap(({ id }) => (active.has(id) && !parents.has(id) ? [id] : [])),
    taken: chart.last.map((taken) => takenEdge(taken, edges)),
    possible: new Set(possible),
    visits: chart.visits,
    timers: timersOf(chart),
  };
}

function takenEdge(
  { source, targets, event, guard = "" }: ChartFrame["last"][number],
  edges: readonly ChartEdge[],
): TakenEdge {
  const target = targets[0] ?? "";
  const edge = edges.findIndex(
    (one) => one.source === source && one.target === target && one.trigger.event === event && one.guard === guard,
  );
  const found = edges[edge];
  const effects = found?.actions.map(({ name }) => name) ?? [];
  return { edge, source, targets, event: found === undefined ? event : triggerText(found.trigger), guard, effects };
}

/** XState names the timer of a delay `xstate.after.<delay>.<state>`. */
function timersOf({ machine, timers }: ChartFrame): ReadonlyMap<string, number> {
  return new Map(
    timers.flatMap(({ id, due }) => {
      const at = id.indexOf(`.${machine}.`);
      return id.startsWith("xstate.after.") && at > 0 ? [[id.slice(at + 1), due] as const] : [];
    }),
  );
}

/** The name of a state without the machine's: `listing.firstRequest`. */
export function shortName({ machine }: ChartStructure, id: string): string {
  return id === machine ? machine : id.slice(machine.length + 1);
}

/** What could come next, each once: what sets it off, and where it leads. */
export function possibleSteps(structure: ChartStructure, { possible }: ChartReading): readonly PossibleStep[] {
  const steps = new Map<string, PossibleStep>();
  for (const index of possible) {
    const edge = structure.edges[index];
    if (edge === undefined) continue;
    const [trigger] = edgeLines(edge);
    const text = trigger?.text ?? "";
    const known = steps.get(text) ?? { trigger: text, targets: [] };
    const target = shortName(structure, edge.target === "" ? edge.source : edge.target);
    steps.set(text, known.targets.includes(target) ? known : { trigger: text, targets: [...known.targets, target] });
  }
  return [...steps.values()];
}

export type PossibleStep = { readonly trigger: string; readonly targets: readonly string[] };

const WAITING =
  /^(backingOff|waiting.*|awaitingAnswer|sleeping|draining|dirty|Waiting|BackingOff|Stopping|terminating|sigtermSent|removing|held|RETRY_PENDING)$/;
const FAILED = /^(failed|dropped|silent|FAILED_PERMANENT)$/;
const IN_STEP = /^(streaming|flowing|ready|running|Running|Synced|Watching|succeeded|watching|SUCCEEDED)$/;
const AT_REST = /^(idle|stopped|Stopped|Disconnected|none|clean|blocked|exited|closed|gone|seen)$/;

/** The class of state that an active state belongs to, by its name. */
export function toneOfState(id: string): Tone {
  const name = id.slice(id.lastIndexOf(".") + 1);
  if (WAITING.test(name)) return "waiting";
  if (FAILED.test(name)) return "failed";
  if (IN_STEP.test(name)) return "ok";
  return AT_REST.test(name) ? "idle" : (toneOfSystemState(name) ?? "active");
}
