import { ownValue } from "../base/own-value.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import type { KindRegistry } from "../simulation/kubernetes/kind.ts";
import { suggestion } from "./closest.ts";
import type { ScenarioFile } from "./controller-entry.ts";
import type { PathStep, PlacedAction, PlacedProblem } from "./problem-path.ts";

/** Kinds that the cluster does not know. */
export function checkKinds(
  file: ScenarioFile,
  actions: readonly PlacedAction[],
  registry: KindRegistry,
): readonly PlacedProblem[] {
  return [
    ...placedKinds(file),
    ...actions.map(({ path, action }) => [kindOfAction(action), [...path, action.type]] as const),
  ]
    .filter(([kind]) => kind !== undefined && ownValue(registry, kind) === undefined)
    .map(([kind, path]) => ({ path, message: unknownKind(kind ?? "", registry) }));
}

/** Says that there is no such kind, and which was probably meant. */
export function unknownKind(kind: string, registry: KindRegistry): string {
  return `The cluster knows no kind "${kind}"${suggestion(kind, Object.keys(registry))}`;
}

type PlacedKind = readonly [kind: string | undefined, path: readonly PathStep[]];

function placedKinds({ cluster, controllers, timing, expect }: ScenarioFile): readonly PlacedKind[] {
  return [
    [cluster.noise?.kind, ["cluster", "noise", "kind"]],
    ...cluster.rbac.map(({ kind }, index): PlacedKind => [kind, ["cluster", "rbac", index, "kind"]]),
    ...cluster.webhooks.flatMap(({ kinds }, index) =>
      kinds.map((kind, at): PlacedKind => [kind, ["cluster", "webhooks", index, "kinds", at]]),
    ),
    ...Object.keys(timing.watchDelivery.kinds).map((kind): PlacedKind => [kind, ["timing", "watchDelivery", kind]]),
    ...controllers.flatMap(({ controller }, index) =>
      controller.watches.flatMap(({ kind, owner }, at): readonly PlacedKind[] => [
        [kind, ["controllers", index, "watches", at, "kind"]],
        [owner, ["controllers", index, "watches", at, "owner"]],
      ]),
    ),
    ...expect.flatMap((item, index): readonly PlacedKind[] =>
      item.type === "final" ? [[item.objects.kind, ["expect", index, "final", "kind"]]] : [],
    ),
  ];
}

function kindOfAction(action: Action): string | undefined {
  if (action.type === "patch" || action.type === "delete") return action.target.kind;
  if (action.type === "answer") return action.match.kind;
  return "kind" in action ? action.kind : undefined;
}
