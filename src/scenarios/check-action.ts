import { ownValue } from "../base/own-value.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import { redefinesKind } from "../simulation/cluster/redefinition.ts";
import { systems as systemKinds } from "../simulation/systems/systems.ts";
import { suggestion } from "./closest.ts";
import type { PathStep, PlacedProblem } from "./problem-path.ts";
import type { Scenario } from "./scenario.ts";

const NO_DEFINITIONS =
  "Kinds are declared under cluster.crds; of a CustomResourceDefinition only the metadata can change here.";

/** Whether the process, server, client and handler that an action names exist in the scenario. */
export function checkActionNames(
  action: Action,
  path: readonly PathStep[],
  scenario: Scenario,
): readonly PlacedProblem[] {
  const controllers = scenario.controllers.map(({ name }) => name);
  const systems = scenario.systems.map(({ name }) => name);
  // A system's process can crash like a controller's.
  const processes = action.type === "crash" ? [...controllers, ...systems] : controllers;
  const place = (field: string) => [...path, action.type, field];
  return [
    ...(redefinesKind(action) ? [{ path: [...path, action.type], message: NO_DEFINITIONS }] : []),
    ...("process" in action ? unknown(action.process, processes, "controller", place("process")) : []),
    ...("client" in action ? unknown(action.client, controllers, "controller", place("client")) : []),
    ...("system" in action ? unknown(action.system, systems, "system", place("system")) : []),
    ...(action.type === "tell" ? checkTold(action, scenario, place("event")) : []),
    ...("server" in action ? unknown(action.server, scenario.cluster.apiServers, "API server", place("server")) : []),
    ...("kind" in action ? checkWatched(action, scenario, place("kind")) : []),
  ];
}

/** A system hears only what its kind can be told. What it is told about may come and go with the run, so that is not checked here. */
function checkTold(
  action: Extract<Action, { type: "tell" }>,
  scenario: Scenario,
  path: readonly PathStep[],
): readonly PlacedProblem[] {
  const spec = scenario.systems.find(({ name }) => name === action.system);
  const kind = spec === undefined ? undefined : ownValue(systemKinds, spec.kind);
  if (spec === undefined || kind === undefined || kind.events.includes(action.event)) return [];
  const hint = kind.events.length === 0 ? "; it can only crash." : suggestion(action.event, kind.events);
  return [{ path, message: `A ${spec.kind} can't be told "${action.event}"${hint}` }];
}

/** Faults of a watch or a handler need a controller that watches the kind. */
function checkWatched(action: Action, scenario: Scenario, path: readonly PathStep[]): readonly PlacedProblem[] {
  const name = "client" in action ? action.client : action.type === "slowHandler" ? action.process : undefined;
  const controller = scenario.controllers.find((one) => one.name === name);
  if (controller === undefined || !("kind" in action)) return [];
  const watched = controller.watches.map(({ kind }) => kind);
  if (watched.includes(action.kind)) return [];
  return [
    {
      path,
      message: `The controller "${controller.name}" does not watch ${action.kind}; it watches ${watched.join(", ")}.`,
    },
  ];
}

function unknown(
  name: string,
  known: readonly string[],
  what: string,
  path: readonly PathStep[],
): readonly PlacedProblem[] {
  if (known.includes(name)) return [];
  return [{ path, message: `There is no ${what} "${name}"${suggestion(name, known)}` }];
}
