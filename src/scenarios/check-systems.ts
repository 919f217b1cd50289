import { systems } from "../simulation/systems/systems.ts";
import { suggestion } from "./closest.ts";
import type { PlacedProblem } from "./problem-path.ts";
import type { Scenario } from "./scenario.ts";

/** Whether the systems of a scenario exist and take the options that it gives them, and whether webhooks name one that is there. */
export function checkSystems(scenario: Scenario): readonly PlacedProblem[] {
  return [...checkKinds(scenario), ...checkSigners(scenario)];
}

function checkSigners({ cluster, systems: beside }: Scenario): readonly PlacedProblem[] {
  const names = beside.map(({ name }) => name);
  return cluster.webhooks.flatMap(({ signer }, index) => {
    if (signer === undefined || names.includes(signer)) return [];
    const message = `There is no system "${signer}"${suggestion(signer, names)}`;
    return [{ path: ["cluster", "webhooks", index, "signer"], message }];
  });
}

function checkKinds(scenario: Scenario): readonly PlacedProblem[] {
  return scenario.systems.flatMap(({ kind, options }, index) => {
    const path = ["systems", index];
    const known = systems[kind];
    if (known === undefined) {
      const message = `There is no system "${kind}"${suggestion(kind, Object.keys(systems))}`;
      return [{ path: [...path, "kind"], message }];
    }
    return known.problems(options).map((message) => ({ path: [...path, "options"], message }));
  });
}
