import { ownValue } from "../base/own-value.ts";
import type { ReconcilerKind } from "../simulation/cluster/reconciler.ts";
import { reconcilers } from "../simulation/controllers/reconcilers.ts";
import { parseLabelSelector } from "../simulation/kubernetes/label-selector.ts";
import { checkOptions } from "./check-options.ts";
import { suggestion } from "./closest.ts";
import { type ControllerEntry, processesOf, type ScenarioFile } from "./controller-entry.ts";
import type { PathStep, PlacedProblem } from "./problem-path.ts";

/** Whether the reconcilers of a scenario exist, take their options, and find the kinds that they read among the watches. */
export function checkControllers({ controllers, cluster }: ScenarioFile): readonly PlacedProblem[] {
  const names = controllers.flatMap(processesOf).map(({ name }) => name);
  return [
    ...controllers.flatMap(({ controller }, index) => checkController(controller, ["controllers", index])),
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

type Controller = ControllerEntry["controller"];

function checkController(controller: Controller, path: readonly PathStep[]): readonly PlacedProblem[] {
  const { reconciler, watches, options } = controller;
  const kind = ownValue(reconcilers, reconciler);
  const selectors = watches.flatMap(({ selector }, at) => {
    const parsed = parseLabelSelector(selector);
    if (parsed.type === "ok") return [];
    const message = parsed.problems[0]?.message ?? "This is no label selector.";
    return [{ path: [...path, "watches", at, "selector"], message }];
  });
  if (kind === undefined) {
    const message = `There is no reconciler "${reconciler}"${suggestion(reconciler, Object.keys(reconcilers))}`;
    return [{ path: [...path, "reconciler"], message }, ...selectors];
  }
  return [...selectors, ...checkOptions(kind.options, options, path), ...checkWatches(kind, controller, path)];
}

/** A read of a kind that nobody watches has no cache to read from. */
function checkWatches(
  kind: ReconcilerKind,
  { reconciler, watches, options }: Controller,
  path: readonly PathStep[],
): readonly PlacedProblem[] {
  const watched = watches.map((watch) => watch.kind);
  const missing = [...kind.watches, ...(kind.alsoWatches?.(options) ?? [])].filter((each) => !watched.includes(each));
  if (missing.length === 0) return [];
  const wanted = missing.map((each) => `{ kind: ${each} }`).join(", ");
  const message = `The reconciler ${reconciler} reads ${missing.join(" and ")} from its cache, and no watch fills it; add ${wanted}.`;
  return [{ path: [...path, "watches"], message }];
}
