import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { assert } from "../../base/assert.ts";
import { type Asked, type MachineStep, requestsIn } from "./machine.ts";

/** An action of a chart, looked up once: an assignment, an effect, or a delayed event that is sent or cancelled. */
export type ChartAction =
  | { readonly type: "assign"; readonly assignment: Assignment; readonly params: unknown }
  | { readonly type: "effect"; readonly name: string; readonly params: unknown }
  | { readonly type: "timer"; readonly action: TimerAction; readonly params: unknown };

/** A function from context and event to some fields, or such functions and plain values by field. */
type Assignment = ((args: Args, params: unknown) => object) | Readonly<Record<string, unknown>>;
type Args = { readonly context: unknown; readonly event: AnyEventObject };
/** The members of XState's `raise` and `cancel` that resolving needs. */
type TimerAction = {
  readonly type: string;
  readonly resolve: (
    scope: undefined,
    snapshot: AnyMachineSnapshot,
    args: Args,
    params: unknown,
    action: TimerAction,
    extra: { readonly internalQueue: unknown[] },
  ) => readonly [unknown, unknown, unknown];
};

/** The actions behind the chart's references; undefined when there is one that only XState itself can carry out. */
export function resolveActions(
  references: readonly unknown[],
  machine: AnyStateMachine,
): readonly ChartAction[] | undefined {
  const actions = references.map((reference) => resolveAction(reference, machine));
  return actions.every((action) => action !== undefined) ? actions : undefined;
}

/** Runs actions one after the other, each seeing the context that the ones before it have left. */
export function runActions(
  actions: readonly ChartAction[],
  before: AnyMachineSnapshot,
  event: AnyEventObject,
): Pick<MachineStep, "effects" | "timers"> & { readonly context: unknown } {
  if (actions.length === 0) return { context: before.context, effects: NONE, timers: NONE };
  let context: unknown = before.context;
  const asked: Asked[] = [];
  for (const action of actions) {
    const args = { context, event };
    const params = typeof action.params === "function" ? action.params(args) : action.params;
    switch (action.type) {
      case "assign":
        context = Object.assign({}, context, partialOf(action.assignment, args, params));
        break;
      case "effect":
        asked.push({ type: action.name, params });
        break;
      case "timer": {
        const raised: unknown[] = [];
        const [, told] = action.action.resolve(undefined, before, args, params, action.action, {
          internalQueue: raised,
        });
        assert(raised.length === 0, () => `${action.action.type} in ${before.machine.id} has no delay`);
        asked.push({ type: action.action.type, params: told });
        break;
      }
    }
  }
  return { context, ...requestsIn(asked) };
}

const NONE: readonly never[] = [];

function resolveAction(reference: unknown, machine: AnyStateMachine): ChartAction | undefined {
  const { name, params } = named(reference);
  const found: unknown = typeof reference === "function" ? reference : machine.implementations.actions[name];
  if (!isBuiltIn(found)) return typeof reference === "function" ? undefined : { type: "effect", name, params };
  if (found.type === "xstate.assign" && "assignment" in found)
    return { type: "assign", assignment: found.assignment as Assignment, params }; // what XState's assign() keeps
  return found.type === "xstate.raise" || found.type === "xstate.cancel"
    ? { type: "timer", action: found, params }
    : undefined;
}

function named(reference: unknown): { readonly name: string; readonly params: unknown } {
  if (typeof reference === "string") return { name: reference, params: undefined };
  if (typeof reference !== "object" || reference === null || !("type" in reference))
    return { name: "", params: undefined };
  return { name: String(reference.type), params: "params" in reference ? reference.params : undefined };
}

/** XState's own actions are functions that carry how they are resolved. */
function isBuiltIn(action: unknown): action is TimerAction {
  return (typeof action === "function" || typeof action === "object") && action !== null && "resolve" in action;
}

function partialOf(assignment: Assignment, args: Args, params: unknown): object {
  if (typeof assignment === "function") return assignment(args, params);
  const partial: Record<string, unknown> = {};
  for (const field of Object.keys(assignment)) {
    const value = assignment[field];
    partial[field] = typeof value === "function" ? value(args, params) : value;
  }
  return partial;
}
