import { EMPTY_DIGEST, foldData } from "../../base/digest.ts";

/** A chart as plain data: what one needs to draw and to describe it, read from the machine itself. */
export type ChartStructure = {
  readonly machine: string;
  /** Parents before children, children in the order of their definition; the machine itself is the first. */
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
};

/** A state. Ids are those of XState: `reflector.listing.firstRequest`. */
export type ChartNode = {
  readonly id: string;
  readonly name: string;
  /** Id of the state around it; empty for the machine. */
  readonly parent: string;
  readonly type: "atomic" | "compound" | "parallel" | "final" | "history";
  /** Whether its parent starts here. */
  readonly isInitial: boolean;
  readonly entry: readonly ChartAction[];
  readonly exit: readonly ChartAction[];
};

/** Something that a transition or a state asks for. `memory` only changes the chart's own context. */
export type ChartAction = { readonly name: string; readonly type: "effect" | "memory" };

/** A transition. */
export type ChartEdge = {
  readonly source: string;
  /** Empty when it stays where it is and only acts. */
  readonly target: string;
  readonly trigger: ChartTrigger;
  /** Empty for none. */
  readonly guard: string;
  readonly actions: readonly ChartAction[];
};

/** What sets a transition off. `event` is the type that XState gives it, also for delays. */
export type ChartTrigger =
  | { readonly type: "event"; readonly event: string }
  | { readonly type: "after"; readonly event: string; readonly delay: string }
  | { readonly type: "always"; readonly event: "" };

/** What is read of a machine: the shape of XState's definitions, without its types. */
export type MachineLike = {
  readonly root: StateLike;
  readonly implementations: { readonly actions: Readonly<Record<string, unknown>> };
};

type StateLike = {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly states: Readonly<Record<string, StateLike>>;
  readonly initial: { readonly target: readonly { readonly id: string }[] };
  readonly entry: readonly unknown[];
  readonly exit: readonly unknown[];
  readonly transitions: ReadonlyMap<string, readonly TransitionLike[]>;
  readonly always?: readonly TransitionLike[];
};

type TransitionLike = {
  readonly eventType: string;
  readonly guard?: unknown;
  readonly target: readonly { readonly id: string }[] | undefined;
  readonly actions: readonly unknown[];
  readonly delay?: unknown;
};

/** Reads a machine's definition. The same definition always gives the same structure. */
export function readStructure({ root, implementations }: MachineLike): ChartStructure {
  const nodes: ChartNode[] = [];
  const edges: ChartEdge[] = [];
  const actionsOf = (list: readonly unknown[]) => list.flatMap((action) => readAction(action, implementations.actions));
  const visit = (state: StateLike, parent: string, isInitial: boolean): void => {
    const { id, key } = state;
    nodes.push({
      id,
      name: key,
      parent,
      type: typeOf(state),
      isInitial,
      entry: actionsOf(state.entry),
      exit: actionsOf(state.exit),
    });
    const transitions = [...state.transitions.values(), state.always ?? []].flat();
    for (const transition of transitions) edges.push(readEdge(id, transition, actionsOf(transition.actions)));
    const first = state.type === "compound" ? state.initial.target[0]?.id : undefined;
    for (const child of Object.values(state.states)) visit(child, id, child.id === first);
  };
  visit(root, "", false);
  return { machine: root.id, nodes, edges };
}

/** Changes whenever the structure does. */
export function structureHash(structure: ChartStructure): string {
  const { high, low } = foldData(EMPTY_DIGEST, structure);
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

function typeOf({ type }: StateLike): ChartNode["type"] {
  return type === "compound" || type === "parallel" || type === "final" || type === "history" ? type : "atomic";
}

function readEdge(source: string, transition: TransitionLike, actions: readonly ChartAction[]): ChartEdge {
  const target = transition.target?.[0]?.id ?? "";
  return { source, target, trigger: readTrigger(transition), guard: nameOf(transition.guard), actions };
}

function readTrigger({ eventType, delay }: TransitionLike): ChartTrigger {
  if (eventType === "") return { type: "always", event: "" };
  if (delay === undefined) return { type: "event", event: eventType };
  return { type: "after", event: eventType, delay: typeof delay === "number" ? `${delay} ms` : String(delay) };
}

/** XState's own actions, such as those that start and stop the timer of a delay, say nothing that the chart does not. */
function readAction(action: unknown, implementations: Readonly<Record<string, unknown>>): readonly ChartAction[] {
  const name = nameOf(action);
  if (name === "" || name.startsWith("xstate.")) return [];
  return [{ name, type: typeName(implementations[name]) === "xstate.assign" ? "memory" : "effect" }];
}

function nameOf(value: unknown): string {
  return typeof value === "string" ? value : typeName(value);
}

function typeName(value: unknown): string {
  const hasType = (typeof value === "object" || typeof value === "function") && value !== null && "type" in value;
  return hasType && typeof value.type === "string" ? value.type : "";
}
