import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition } from "xstate";
import { type ChartAction, resolveActions, runActions } from "./chart-actions.ts";
import { type MachineStep, type Microstep, microstepsOf, type StateNode, stateText, stepMachine } from "./machine.ts";

/**
 * What an event does in a configuration, learnt from a step of XState: where it leads, and which actions run on the way.
 * Whatever depends on context and event (guards, assignments, parameters, delays) is asked of the chart each time.
 */
type Plan = Pick<MachineStep, "text" | "taken" | "entered"> & {
  readonly actions: readonly ChartAction[];
  /** XState's snapshot after the step; its context is exchanged. */
  readonly after: AnyMachineSnapshot;
  readonly movesStates: boolean;
};

/** What is known of an event in a configuration. Without guards its type decides alone, else the transitions that pass do. */
type Known =
  | { readonly type: "decided"; readonly plan: Plan | "ignored" | "opaque" }
  | { readonly type: "guarded"; readonly plans: Map<string, Plan | "opaque"> };

/** Plans by the list of active nodes, which equal configurations share, and the event's type. */
export type ChartPlans = {
  readonly configurations: WeakMap<AnyStateMachine, Map<string, StateNode[]>>;
  readonly known: WeakMap<StateNode[], Map<string, Known>>;
};

/** A memory that has learnt nothing. It is bounded by the charts' configurations and types of events. */
export function createChartPlans(): ChartPlans {
  return { configurations: new WeakMap(), known: new WeakMap() };
}

/**
 * `stepMachine` with a memory: the results are equal, at a fraction of the cost. A plan is kept only if its first run gives
 * what XState gave; steps that no plan describes (several microsteps, the end of a chart) go to XState each time.
 */
export function stepByPlan(
  plans: ChartPlans,
  machine: AnyStateMachine,
  before: AnyMachineSnapshot,
  event: AnyEventObject,
): MachineStep {
  const nodes = sharedNodes(plans, machine, before._nodes);
  const events = plans.known.get(nodes) ?? remember(plans, nodes);
  const known = events.get(event.type);
  if (known?.type === "decided") {
    if (known.plan === "opaque") return stepMachine(machine, before, event);
    return known.plan === "ignored" ? ignored(before) : follow(known.plan, before, event);
  }
  if (known === undefined && !isGuarded(nodes, event.type)) {
    const step = stepMachine(machine, before, event);
    events.set(event.type, { type: "decided", plan: learn(plans, machine, before, event, step) });
    return step;
  }
  const guarded = known ?? { type: "guarded" as const, plans: new Map<string, Plan | "opaque">() };
  events.set(event.type, guarded);
  const selected = selectedBy(machine, before, event);
  const plan = guarded.plans.get(selected);
  if (plan !== undefined && plan !== "opaque") return follow(plan, before, event);
  const step = stepMachine(machine, before, event);
  if (plan === undefined && step.changed) {
    const learnt = learn(plans, machine, before, event, step);
    if (learnt !== "ignored") guarded.plans.set(selected, learnt);
  }
  return step;
}

function remember({ known }: ChartPlans, nodes: StateNode[]): Map<string, Known> {
  const events = new Map<string, Known>();
  known.set(nodes, events);
  return events;
}

function follow(plan: Plan, before: AnyMachineSnapshot, event: AnyEventObject): MachineStep {
  const { context, effects, timers } = runActions(plan.actions, before, event);
  const isSame = !plan.movesStates && context === before.context;
  const snapshot = isSame ? before : { ...plan.after, context };
  return { snapshot, text: plan.text, changed: true, taken: plan.taken, entered: plan.entered, effects, timers };
}

function ignored(snapshot: AnyMachineSnapshot): MachineStep {
  return { snapshot, text: stateText(snapshot.value), changed: false, taken: [], entered: [], effects: [], timers: [] };
}

function learn(
  plans: ChartPlans,
  machine: AnyStateMachine,
  before: AnyMachineSnapshot,
  event: AnyEventObject,
  step: MachineStep,
): Plan | "ignored" | "opaque" {
  if (!step.changed) return "ignored";
  const steps = microstepsOf(machine, before, event).filter(hasTransitions);
  const [only] = steps;
  if (only === undefined || steps.length > 1 || !isPlain(before, step.snapshot)) return "opaque";
  const actions = actionsOf(only._transitions ?? [], before._nodes, step.snapshot._nodes, machine);
  if (actions === undefined) return "opaque";
  const plan: Plan = {
    text: step.text,
    taken: step.taken,
    entered: step.entered,
    actions,
    after: { ...step.snapshot, _nodes: sharedNodes(plans, machine, step.snapshot._nodes) },
    movesStates: step.snapshot._nodes !== before._nodes,
  };
  return sameResult(follow(plan, before, event), step) ? plan : "opaque";
}

/** Equal configurations share one list, so that what is known of them is found by identity. */
function sharedNodes({ configurations, known }: ChartPlans, machine: AnyStateMachine, nodes: StateNode[]): StateNode[] {
  if (known.has(nodes)) return nodes;
  const lists = configurations.get(machine) ?? new Map<string, StateNode[]>();
  configurations.set(machine, lists);
  const key = nodes.map((node) => node.order).join(" ");
  const shared = lists.get(key) ?? nodes;
  lists.set(key, shared);
  return shared;
}

function isGuarded(nodes: readonly StateNode[], event: string): boolean {
  return nodes.some((node) =>
    [...node.transitions].some(
      ([name, list]) => name.includes("*") || (name === event && list.some(({ guard }) => guard !== undefined)),
    ),
  );
}

/** The transitions whose guards let the event through, by their places in the chart. */
function selectedBy(machine: AnyStateMachine, before: AnyMachineSnapshot, event: AnyEventObject): string {
  const selected: readonly AnyTransitionDefinition[] = machine.getTransitionData(before, event) ?? [];
  let key = "";
  for (const each of selected)
    key += `${each.source.order}.${each.source.transitions.get(each.eventType)?.indexOf(each)} `;
  return key;
}

function hasTransitions(step: Microstep): boolean {
  return (step._transitions ?? []).length > 0;
}

/** Whether a step could be one of several, or have consequences of its own. */
function isPlain(before: AnyMachineSnapshot, after: AnyMachineSnapshot): boolean {
  const nodes = [...before._nodes, ...after._nodes];
  return (
    after.status === "active" &&
    nodes.every((node) => node.always === undefined && node.invoke.length === 0 && node.type !== "final")
  );
}

/** The actions of a microstep in XState's order: of the states left (inner first), the transitions', of the states entered. */
function actionsOf(
  transitions: readonly AnyTransitionDefinition[],
  before: readonly StateNode[],
  after: readonly StateNode[],
  machine: AnyStateMachine,
): readonly ChartAction[] | undefined {
  const left = before.filter((node) => transitions.some((transition) => leaves(transition, node)));
  const entered = after.filter((node) => left.includes(node) || !before.includes(node));
  if (entered.some((node) => node.type === "compound" && node.initial.actions.length > 0)) return undefined;
  const references: readonly unknown[] = [
    ...left.sort((a, b) => b.order - a.order).flatMap((node) => node.exit),
    ...transitions.flatMap((transition) => transition.actions),
    ...entered.sort((a, b) => a.order - b.order).flatMap((node) => node.entry),
  ];
  return resolveActions(references, machine);
}

/** Whether a transition leaves an active state: everything below its domain (`xstate:stateUtils.ts:computeExitSet @5.33.3`). */
function leaves(transition: AnyTransitionDefinition, node: StateNode): boolean {
  const { source, target: targets = [], reenter } = transition;
  if (targets.length === 0) return false;
  const inside = targets.every((target) => target === source || isBelow(target, source));
  if (!reenter && inside) return isBelow(node, source);
  let domain = source.parent;
  while (domain !== undefined && !targets.every((target) => isBelow(target, domain))) domain = domain.parent;
  return domain === undefined ? true : isBelow(node, domain);
}

function isBelow(node: StateNode, ancestor: StateNode | undefined): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent) if (above === ancestor) return true;
  return false;
}

function sameResult(ours: MachineStep, theirs: MachineStep): boolean {
  const told = ({ snapshot, effects, timers }: MachineStep) =>
    JSON.stringify([snapshot.value, snapshot.context, snapshot.status, effects, timers]);
  return told(ours) === told(theirs);
}
