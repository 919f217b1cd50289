import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, StateValue } from "xstate";
import { type Micros, milliseconds } from "../../base/time.ts";

/** A statechart's definition. */
export type Chart = AnyStateMachine;

/** What a chart is told: a type, and what goes with it. */
export type ChartEvent = AnyEventObject;

/** The active states of a chart: a name, or names with what is active inside. */
export type ChartValue = StateValue;

/** What a machine asks for; its owner performs it. Names and parameters are declared in the machine's `setup()`. */
export type Effect = { readonly type: string; readonly params: unknown };

/** A transition that was taken, as the chart draws it. */
export type Taken = {
  /** Id of the state whose handler fired. */
  readonly source: string;
  /** Ids of the targets; empty for an internal transition. */
  readonly targets: readonly string[];
  /** The event's type; empty for `always`. */
  readonly event: string;
  readonly guard: string | undefined;
};

/** A timer to set or to cancel. */
export type TimerRequest =
  | { readonly type: "set"; readonly id: string; readonly after: Micros; readonly event: AnyEventObject }
  | { readonly type: "cancel"; readonly id: string };

/** What one event did to a machine. */
export type MachineStep = {
  readonly snapshot: AnyMachineSnapshot;
  /** The active states after the step; see `stateText`. */
  readonly text: string;
  /** False when the machine ignored the event. */
  readonly changed: boolean;
  readonly taken: readonly Taken[];
  /** Places in the chart of the states that were entered, also of those that were left and entered again. */
  readonly entered: readonly number[];
  readonly effects: readonly Effect[];
  readonly timers: readonly TimerRequest[];
};

/** Starts a machine: its initial snapshot and what entering its initial states asks for. */
export function startMachine(machine: AnyStateMachine, input?: unknown): MachineStep {
  const scope = createScope();
  const snapshot = machine.getInitialSnapshot(scope.actorScope, input);
  const taken = takenIn(scope.microsteps);
  const entered = enteredBetween([], snapshot._nodes, taken);
  return { snapshot, text: stateText(snapshot.value), changed: true, taken, entered, ...requestsIn(scope.actions) };
}

/** Gives a machine one event. Pure: the same snapshot and event always give the same step. */
export function stepMachine(machine: AnyStateMachine, before: AnyMachineSnapshot, event: AnyEventObject): MachineStep {
  const scope = createScope();
  const snapshot = machine.transition(before, event, scope.actorScope);
  const taken = takenIn(scope.microsteps);
  // A transition that only asks for effects leaves the snapshot as it is.
  const changed = taken.length > 0 || snapshot.status !== before.status;
  const entered = enteredBetween(before._nodes, snapshot._nodes, taken);
  return { snapshot, text: stateText(snapshot.value), changed, taken, entered, ...requestsIn(scope.actions) };
}

/** The part of `stepMachine` that a chart plan cannot remember: XState's list of what it did. */
export function microstepsOf(
  machine: AnyStateMachine,
  before: AnyMachineSnapshot,
  event: AnyEventObject,
): readonly Microstep[] {
  const scope = createScope();
  machine.transition(before, event, scope.actorScope);
  return scope.microsteps;
}

/** The active states as dotted paths, e.g. `running.watching`, parents before children, regions in definition order. */
export function activePaths(value: StateValue, prefix = ""): readonly string[] {
  if (typeof value === "string") return [prefix + value];
  return Object.entries(value).flatMap(([key, child]) => [
    prefix + key,
    ...(child === undefined ? [] : activePaths(child, `${prefix}${key}.`)),
  ]);
}

/** A state value as one short text: `a.b` for nested states, `x.a | y.b` for parallel ones. */
export function stateText(value: StateValue): string {
  if (typeof value === "string") return value;
  return Object.entries(value)
    .map(([key, child]) =>
      child === undefined || (typeof child === "object" && Object.keys(child).length === 0)
        ? key
        : `${key}.${stateText(child)}`,
    )
    .join(" | ");
}

/** An action as XState hands it to be carried out: a declared effect, a delayed event of its own, or the end of one. */
export type Asked = { readonly type: string; readonly params?: unknown };
/** A microstep as XState reports it to an inspector. */
export type Microstep = { readonly type: string; readonly _transitions?: readonly AnyTransitionDefinition[] };
/** A state as XState keeps it. */
export type StateNode = AnyMachineSnapshot["_nodes"][number];
type ActorScope = Parameters<AnyStateMachine["transition"]>[2];
type Scope = { readonly actorScope: ActorScope; readonly actions: Asked[]; readonly microsteps: Microstep[] };

/**
 * An inert actor scope that collects instead of acting. XState's own `transition()` builds a whole actor and its initial
 * snapshot on each call, which makes it several times slower; the shape is the public `ActorScope`, and
 * `machine.test.ts` holds the results against `transition()`.
 */
function createScope(): Scope {
  const actions: Asked[] = [];
  const microsteps: Microstep[] = [];
  const nothing = () => undefined;
  const system = {
    _sendInspectionEvent: (event: Microstep) => microsteps.push(event),
    scheduler: { schedule: nothing, cancel: nothing },
  };
  const actorScope = {
    self: { id: "inert", system },
    id: "inert",
    sessionId: "inert",
    system,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: (action: Asked) => actions.push(action),
  };
  return { actorScope: actorScope as unknown as ActorScope, actions, microsteps }; // only the members that pure stepping reads
}

/** Sorts what XState asks for into timers and declared effects. */
export function requestsIn(actions: readonly Asked[]): Pick<MachineStep, "effects" | "timers"> {
  const effects: Effect[] = [];
  const timers: TimerRequest[] = [];
  for (const action of actions) {
    if (action.type === "xstate.raise") {
      const { id, delay, event } = action.params as { id?: string; delay?: number; event: AnyEventObject }; // shape of XState's raise action
      if (delay !== undefined) timers.push({ type: "set", id: id ?? event.type, after: milliseconds(delay), event });
    } else if (action.type === "xstate.cancel") {
      const { sendId } = action.params as { sendId: string }; // shape of XState's cancel action
      timers.push({ type: "cancel", id: sendId });
    } else {
      effects.push({ type: action.type, params: action.params });
    }
  }
  return { effects, timers };
}

function takenIn(microsteps: readonly Microstep[]): readonly Taken[] {
  return microsteps.flatMap((step) => (step._transitions ?? []).map(describe));
}

function enteredBetween(
  before: readonly StateNode[],
  after: readonly StateNode[],
  taken: readonly Taken[],
): readonly number[] {
  const old = new Set(before.map((node) => node.id));
  const targets = new Set(taken.flatMap((each) => each.targets));
  return after.filter((node) => !old.has(node.id) || targets.has(node.id)).map((node) => node.order);
}

/** Counts by state id from counts by place in the chart; states that were never entered are left out. */
export function visitsById(machine: AnyStateMachine, visits: readonly number[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = (node: StateNode): void => {
    const times = visits[node.order] ?? 0;
    if (times > 0) counts[node.id] = times;
    for (const child of Object.values(node.states)) count(child);
  };
  count(machine.root);
  return counts;
}

function describe(transition: AnyTransitionDefinition): Taken {
  return {
    source: transition.source.id,
    targets: (transition.target ?? []).map((node) => node.id),
    event: transition.eventType,
    guard: guardName(transition.guard),
  };
}

function guardName(guard: unknown): string | undefined {
  if (typeof guard === "string") return guard;
  if (typeof guard === "object" && guard !== null && "type" in guard) return String(guard.type);
  return undefined;
}
