import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, StateValue } from "xstate";
import { type Micros, milliseconds } from "../../base/time.ts";

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
  /** False when the machine ignored the event. */
  readonly changed: boolean;
  readonly taken: readonly Taken[];
  readonly effects: readonly Effect[];
  readonly timers: readonly TimerRequest[];
};

/** Starts a machine: its initial snapshot and what entering its initial states asks for. */
export function startMachine(machine: AnyStateMachine, input?: unknown): MachineStep {
  const scope = createScope();
  const snapshot = machine.getInitialSnapshot(scope.actorScope, input);
  return { snapshot, changed: true, ...collect(scope) };
}

/** Gives a machine one event. Pure: the same snapshot and event always give the same step. */
export function stepMachine(machine: AnyStateMachine, before: AnyMachineSnapshot, event: AnyEventObject): MachineStep {
  const scope = createScope();
  const snapshot = machine.transition(before, event, scope.actorScope);
  const collected = collect(scope);
  return {
    snapshot,
    // A transition that only asks for effects leaves the snapshot as it is.
    changed: collected.taken.length > 0 || snapshot.status !== before.status,
    ...collected,
  };
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

type Action = { readonly type: string; readonly params?: unknown };
type Microstep = { readonly type: string; readonly _transitions?: readonly TransitionLike[] };
type TransitionLike = {
  readonly source: { readonly id: string };
  readonly target?: readonly { readonly id: string }[];
  readonly eventType: string;
  readonly guard?: unknown;
};
type ActorScope = Parameters<AnyStateMachine["transition"]>[2];
type Scope = { readonly actorScope: ActorScope; readonly actions: Action[]; readonly microsteps: Microstep[] };

/**
 * An inert actor scope that collects instead of acting. XState's own `transition()` builds a whole actor and its initial
 * snapshot on each call, which makes it several times slower; the shape is the public `ActorScope`, and
 * `machine.test.ts` holds the results against `transition()`.
 */
function createScope(): Scope {
  const actions: Action[] = [];
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
    actionExecutor: (action: Action) => actions.push(action),
  };
  return { actorScope: actorScope as unknown as ActorScope, actions, microsteps }; // only the members that pure stepping reads
}

function collect({ actions, microsteps }: Scope): Pick<MachineStep, "taken" | "effects" | "timers"> {
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
  const taken = microsteps.flatMap((step) => (step._transitions ?? []).map(describe));
  return { taken, effects, timers };
}

function describe(transition: TransitionLike): Taken {
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
