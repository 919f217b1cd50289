import { ownValue } from "../base/own-value.ts";
import { systems } from "../simulation/systems/systems.ts";
import { checkOptions } from "./check-options.ts";
import { suggestion } from "./closest.ts";
import type { ScenarioFile } from "./controller-entry.ts";
import type { PlacedProblem } from "./problem-path.ts";

/** Whether the systems of a scenario exist and take the options that it gives them, and whether webhooks name one that is there. */
export function checkSystems(file: ScenarioFile): readonly PlacedProblem[] {
  return [...checkKinds(file), ...checkSigners(file)];
}

function checkSigners({ cluster, systems: beside }: ScenarioFile): readonly PlacedProblem[] {
  const names = beside.map(({ name }) => name);
  return cluster.webhooks.flatMap(({ signer }, index) => {
    if (signer === undefined || names.includes(signer)) return [];
    const message = `There is no system "${signer}"${suggestion(signer, names)}`;
    return [{ path: ["cluster", "webhooks", index, "signer"], message }];
  });
}

function checkKinds({ systems: beside }: ScenarioFile): readonly PlacedProblem[] {
  return beside.flatMap(({ kind, options }, index) => {
    const path = ["systems", index];
    const known = ownValue(systems, kind);
    if (known !== undefined) return checkOptions(known.options, options, path);
    const message = `There is no system "${kind}"${suggestion(kind, Object.keys(systems))}`;
    return [{ path: [...path, "kind"], message }];
  });
}
