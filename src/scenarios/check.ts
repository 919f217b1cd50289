import type { EventMatcher } from "../simulation/cluster/matcher.ts";
import { kindRegistry } from "../simulation/kubernetes/kind-registry.ts";
import { checkActionNames } from "./check-action.ts";
import { checkControllers } from "./check-controllers.ts";
import { checkCustomKinds } from "./check-custom-kinds.ts";
import { checkGiven, checkManifest, checkRefused } from "./check-given.ts";
import { checkKinds } from "./check-kinds.ts";
import { checkNames } from "./check-names.ts";
import { checkSystems } from "./check-systems.ts";
import { suggestion } from "./closest.ts";
import { type ScenarioFile, scenarioOf } from "./controller-entry.ts";
import { EVENT_TYPES } from "./event-types.ts";
import type { PathStep, PlacedAction, PlacedProblem } from "./problem-path.ts";

/** What a schema can't see: names that must exist or must be there once, objects that no server takes, and times that lie behind the end. */
export function checkReferences(file: ScenarioFile): readonly PlacedProblem[] {
  const registry = kindRegistry(file.cluster.crds);
  const scenario = scenarioOf(file, []);
  const actions = placedActions(file);
  const found = [
    ...checkNames(file),
    ...checkCustomKinds(file),
    ...checkGiven(file, registry),
    ...checkKinds(file, actions, registry),
    ...checkControllers(file),
    ...checkSystems(file),
    ...checkBounds(file),
    ...actions.flatMap(({ path, action }) => [
      ...checkActionNames(action, path, scenario),
      ...(action.type === "create" ? checkManifest(action.object, [...path, "create"], registry) : []),
      ...(action.type === "apply" ? checkManifest(action.object, [...path, "apply", "object"], registry) : []),
    ]),
    ...placedMatchers(file).flatMap(({ path, match }) => checkEventType(match, path)),
  ];
  return found.length > 0 ? found : checkRefused(file);
}

/** Every action of the file with its place. */
function placedActions(file: ScenarioFile): readonly PlacedAction[] {
  return [
    ...file.script.map(({ action }, index) => ({ path: ["then", index, "do"], action })),
    ...file.chapters.flatMap(({ tries }, chapter) =>
      tries.map(({ action }, index) => ({ path: ["chapters", chapter, "tries", index, "do"], action })),
    ),
  ];
}

/** Every event matcher of the file with its place. */
function placedMatchers(
  file: ScenarioFile,
): readonly { readonly path: readonly PathStep[]; readonly match: EventMatcher }[] {
  const { script, chapters, expect, opensAt } = file;
  return [
    ...script.flatMap(({ when }, index) =>
      when.type === "on" ? [{ path: ["then", index, "on"], match: when.match }] : [],
    ),
    ...chapters.flatMap(({ on, ask }, index) => [
      { path: ["chapters", index, "on"], match: on.match },
      ...(ask === undefined ? [] : [{ path: ["chapters", index, "ask", "answerOn"], match: ask.answerOn.match }]),
    ]),
    ...expect.flatMap((item, index) => {
      const path = ["expect", index];
      const after =
        item.type !== "final" && item.after !== undefined
          ? [{ path: [...path, "after"], match: item.after.match }]
          : [];
      if (item.type === "final") return after;
      if (item.type === "order")
        return [...after, ...item.matches.map((match, at) => ({ path: [...path, "order", at], match }))];
      return [...after, { path: [...path, item.type], match: item.match }];
    }),
    ...(opensAt.type === "event" ? [{ path: ["opensAt"], match: opensAt.moment.match }] : []),
  ];
}

function checkEventType(match: EventMatcher, path: readonly PathStep[]): readonly PlacedProblem[] {
  if (EVENT_TYPES.includes(match.type)) return [];
  return [
    { path: [...path, "type"], message: `No event is of type "${match.type}"${suggestion(match.type, EVENT_TYPES)}` },
  ];
}

function checkBounds({
  until,
  script,
  profile,
  profiles,
  opensAt,
  chapters,
  cluster,
}: ScenarioFile): readonly PlacedProblem[] {
  const late = script.flatMap(({ when }, index) =>
    when.type === "at" && when.at > until
      ? [
          {
            path: ["then", index, "at"],
            message: `This is after the end of the run (until: ${until / 1_000_000}s), so it would never happen.`,
          },
        ]
      : [],
  );
  const { capacity, lower, upper } = cluster.watchCache;
  return [
    ...late,
    ...(profiles.includes(profile)
      ? []
      : [
          {
            path: ["profiles"],
            message: `The scenario opens with profile ${profile}, which is not among its profiles.`,
          },
        ]),
    ...(opensAt.type === "chapter" && opensAt.index >= chapters.length
      ? [{ path: ["opensAt"], message: `There are only ${chapters.length} chapters.` }]
      : []),
    ...(lower <= capacity && capacity <= upper
      ? []
      : [{ path: ["cluster", "watchCache"], message: "lower ≤ capacity ≤ upper must hold." }]),
    ...(until === 0 ? [{ path: ["until"], message: "A run needs some time; write something like 60s." }] : []),
  ];
}
