import { TAKEN_NAMES } from "../simulation/cluster/actors/names.ts";
import { CLAIM_IDS } from "./claim-ids.ts";
import { suggestion } from "./closest.ts";
import { type ControllerEntry, processesOf, type ScenarioFile } from "./controller-entry.ts";
import type { PathStep, PlacedProblem } from "./problem-path.ts";

/** A name with its place. */
export type PlacedName = readonly [name: string, path: readonly PathStep[]];

/** Names that must differ, that somebody else has, or that must be there. */
export function checkNames({ cluster, controllers, systems, claims }: ScenarioFile): readonly PlacedProblem[] {
  const placedClaims = claims.map((id, index): PlacedName => [id, ["claims", index]]);
  return [
    ...twice(placedClaims, "a claim"),
    ...placedClaims.flatMap(([id, path]) =>
      CLAIM_IDS.some((known) => known === id)
        ? []
        : [{ path, message: `There is no claim "${id}"${suggestion(id, CLAIM_IDS)}` }],
    ),
    ...twice(
      cluster.apiServers.map((id, index) => [id, ["cluster", "apiServers", index]]),
      "an API server",
    ),
    ...twice(
      cluster.webhooks.map(({ name }, index) => [name, ["cluster", "webhooks", index, "name"]]),
      "a webhook",
    ),
    ...checkProcessNames(controllers, systems),
    ...controllers.flatMap(({ controller: { watches } }, index) => [
      ...twice(
        watches.map(({ kind }, at) => [kind, ["controllers", index, "watches", at, "kind"]]),
        "a watch of kind",
      ),
      ...watches.flatMap(({ handlers }, at) =>
        twice(
          handlers.map(({ name }, nth) => [name, ["controllers", index, "watches", at, "handlers", nth, "name"]]),
          "a handler",
        ),
      ),
    ]),
  ];
}

/** A controller with replicas has several processes; each has its controller's place. */
function checkProcessNames(
  controllers: readonly ControllerEntry[],
  systems: ScenarioFile["systems"],
): readonly PlacedProblem[] {
  const names = [
    ...controllers.flatMap((entry, index) =>
      processesOf(entry).map(({ name }): PlacedName => [name, ["controllers", index, "name"]]),
    ),
    ...systems.map(({ name }, index): PlacedName => [name, ["systems", index, "name"]]),
  ];
  const taken = names.flatMap(([name, path]) =>
    TAKEN_NAMES.includes(name)
      ? [{ path, message: `"${name}" is the name of a part of the cluster; use another one.` }]
      : [],
  );
  return [...taken, ...oncePerPlace(twice(names, "a controller or a system"))];
}

function oncePerPlace(found: readonly PlacedProblem[]): readonly PlacedProblem[] {
  const places = new Set<string>();
  return found.filter(({ path }) => {
    const place = JSON.stringify(path);
    const isNew = !places.has(place);
    places.add(place);
    return isNew;
  });
}

/** The names that came before, each at its second place. `others` are there already. */
export function twice(
  names: readonly PlacedName[],
  what: string,
  others: readonly string[] = [],
): readonly PlacedProblem[] {
  const seen = new Set(others);
  return names.flatMap(([name, path]) => {
    if (seen.has(name)) return [{ path, message: `There is already ${what} "${name}"; names must differ.` }];
    seen.add(name);
    return [];
  });
}
