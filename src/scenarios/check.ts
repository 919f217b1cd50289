import type { Action } from "../simulation/cluster/actions.ts";
import type { EventMatcher } from "../simulation/cluster/matcher.ts";
import { reconcilers } from "../simulation/controllers/reconcilers.ts";
import type { KindRegistry } from "../simulation/kubernetes/kind.ts";
import { apiVersionOf } from "../simulation/kubernetes/kind.ts";
import { kindOfObject, kindRegistry } from "../simulation/kubernetes/kind-registry.ts";
import { parseLabelSelector } from "../simulation/kubernetes/label-selector.ts";
import type { DraftObject } from "../simulation/kubernetes/object.ts";
import { checkActionNames } from "./check-action.ts";
import { checkSystems } from "./check-systems.ts";
import { suggestion } from "./closest.ts";
import { EVENT_TYPES } from "./event-types.ts";
import type { PathStep, PlacedProblem } from "./problem-path.ts";
import type { Scenario } from "./scenario.ts";

const RECONCILERS = Object.keys(reconcilers);

/** What a schema can't see: names that must exist or must be there once, and times that lie behind the end. */
export function checkReferences(scenario: Scenario): readonly PlacedProblem[] {
  const registry = kindRegistry(scenario.cluster.crds);
  return [
    ...checkNames(scenario),
    ...checkObjects(scenario.given, registry),
    ...checkKinds(scenario, registry),
    ...checkControllers(scenario),
    ...checkSystems(scenario),
    ...checkBounds(scenario),
    ...placedActions(scenario).flatMap(({ path, action }) => [
      ...checkActionNames(action, path, scenario),
      ...(action.type === "create" ? checkManifest(action.object, [...path, "create"], registry) : []),
      ...(action.type === "apply" ? checkManifest(action.object, [...path, "apply", "object"], registry) : []),
    ]),
    ...placedMatchers(scenario).flatMap(({ path, match }) => checkEventType(match, path)),
  ];
}

/** Every action of the file with its place. */
function placedActions(scenario: Scenario): readonly { readonly path: readonly PathStep[]; readonly action: Action }[] {
  return [
    ...scenario.script.map(({ action }, index) => ({ path: ["then", index, "do"], action })),
    ...scenario.chapters.flatMap(({ tries }, chapter) =>
      tries.map(({ action }, index) => ({ path: ["chapters", chapter, "tries", index, "do"], action })),
    ),
  ];
}

/** Every event matcher of the file with its place. */
function placedMatchers(
  scenario: Scenario,
): readonly { readonly path: readonly PathStep[]; readonly match: EventMatcher }[] {
  const { script, chapters, expect, opensAt } = scenario;
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

function checkNames({ cluster, controllers, systems, claims }: Scenario): readonly PlacedProblem[] {
  return [
    ...twice(
      claims.map((id, index) => [id, ["claims", index]]),
      "a claim",
    ),
    ...twice(
      cluster.apiServers.map((id, index) => [id, ["cluster", "apiServers", index]]),
      "an API server",
    ),
    ...twice(
      cluster.crds.map(({ kind, group }, index) => [`${kind}.${group}`, ["cluster", "crds", index, "kind"]]),
      "a kind",
    ),
    ...twice(
      cluster.webhooks.map(({ name }, index) => [name, ["cluster", "webhooks", index, "name"]]),
      "a webhook",
    ),
    ...twice(
      [
        ...controllers.map(({ name }, index) => [name, ["controllers", index, "name"]] as const),
        ...systems.map(({ name }, index) => [name, ["systems", index, "name"]] as const),
      ],
      "a controller or a system",
    ),
    ...controllers.flatMap(({ watches }, index) => [
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

function twice(
  names: readonly (readonly [name: string, path: readonly PathStep[]])[],
  what: string,
): readonly PlacedProblem[] {
  const seen = new Set<string>();
  return names.flatMap(([name, path]) => {
    if (seen.has(name)) return [{ path, message: `There is already ${what} "${name}"; names must differ.` }];
    seen.add(name);
    return [];
  });
}

function checkObjects(given: readonly DraftObject[], registry: KindRegistry): readonly PlacedProblem[] {
  const named = given.map(({ kind, metadata }, index): readonly [string, readonly PathStep[]] => [
    `${kind} ${metadata.namespace ?? "default"}/${metadata.name ?? ""}`,
    ["given", index, "metadata", "name"],
  ]);
  return [
    ...given.flatMap((object, index) => checkManifest(object, ["given", index], registry)),
    ...twice(named, "an object"),
  ];
}

function checkManifest(
  object: DraftObject,
  path: readonly PathStep[],
  registry: KindRegistry,
): readonly PlacedProblem[] {
  const { apiVersion, kind, metadata } = object;
  const nameless = metadata.name === undefined && metadata.generateName === undefined;
  const missing = nameless
    ? [{ path: [...path, "metadata"], message: "The object has no name; give metadata.name." }]
    : [];
  if (kindOfObject(registry, apiVersion, kind) !== undefined) return missing;
  const known = registry[kind];
  const message =
    known === undefined
      ? unknownKind(kind, registry)
      : `${kind} is of apiVersion ${apiVersionOf(known)}, not ${apiVersion}.`;
  return [...missing, { path: [...path, known === undefined ? "kind" : "apiVersion"], message }];
}

function unknownKind(kind: string, registry: KindRegistry): string {
  return `The cluster knows no kind "${kind}"${suggestion(kind, Object.keys(registry))}`;
}

function checkKinds(scenario: Scenario, registry: KindRegistry): readonly PlacedProblem[] {
  return placedKinds(scenario)
    .filter(([kind]) => kind !== undefined && registry[kind] === undefined)
    .map(([kind, path]) => ({ path, message: unknownKind(kind ?? "", registry) }));
}

type PlacedKind = readonly [kind: string | undefined, path: readonly PathStep[]];

function placedKinds(scenario: Scenario): readonly PlacedKind[] {
  const { cluster, controllers, timing, expect } = scenario;
  return [
    [cluster.noise?.kind, ["cluster", "noise", "kind"]],
    ...cluster.rbac.map(({ kind }, index): PlacedKind => [kind, ["cluster", "rbac", index, "kind"]]),
    ...cluster.webhooks.flatMap(({ kinds }, index) =>
      kinds.map((kind, at): PlacedKind => [kind, ["cluster", "webhooks", index, "kinds", at]]),
    ),
    ...Object.keys(timing.watchDelivery.kinds).map((kind): PlacedKind => [kind, ["timing", "watchDelivery", kind]]),
    ...controllers.flatMap(({ watches }, index) =>
      watches.flatMap(({ kind, owner }, at): readonly PlacedKind[] => [
        [kind, ["controllers", index, "watches", at, "kind"]],
        [owner, ["controllers", index, "watches", at, "owner"]],
      ]),
    ),
    ...expect.flatMap((item, index): readonly PlacedKind[] =>
      item.type === "final" ? [[item.objects.kind, ["expect", index, "final", "kind"]]] : [],
    ),
    ...placedActions(scenario).flatMap(({ path, action }): readonly PlacedKind[] => [
      [kindOfAction(action), [...path, action.type]],
    ]),
  ];
}

function kindOfAction(action: Action): string | undefined {
  if (action.type === "patch" || action.type === "delete") return action.target.kind;
  if (action.type === "answer") return action.match.kind;
  return "kind" in action ? action.kind : undefined;
}

function checkControllers({ controllers, cluster }: Scenario): readonly PlacedProblem[] {
  const names = controllers.map(({ name }) => name);
  return [
    ...controllers.flatMap(({ reconciler, watches }, index) => [
      ...(RECONCILERS.includes(reconciler)
        ? []
        : [
            {
              path: ["controllers", index, "reconciler"],
              message: `There is no reconciler "${reconciler}"${suggestion(reconciler, RECONCILERS)}`,
            },
          ]),
      ...watches.flatMap(({ selector }, at) => {
        const parsed = parseLabelSelector(selector);
        if (parsed.type === "ok") return [];
        return [
          {
            path: ["controllers", index, "watches", at, "selector"],
            message: parsed.problems[0]?.message ?? "This is no label selector.",
          },
        ];
      }),
    ]),
    ...cluster.rbac.flatMap(({ process }, index) =>
      names.includes(process)
        ? []
        : [
            {
              path: ["cluster", "rbac", index, "process"],
              message: `There is no controller "${process}"${suggestion(process, names)}`,
            },
          ],
    ),
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
}: Scenario): readonly PlacedProblem[] {
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
