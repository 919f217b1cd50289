import { ownValue } from "../base/own-value.ts";
import { refusedObjects } from "../simulation/cluster/given.ts";
import { isDefinition } from "../simulation/cluster/redefinition.ts";
import { apiVersionOf, type KindRegistry } from "../simulation/kubernetes/kind.ts";
import { kindOfObject } from "../simulation/kubernetes/kind-registry.ts";
import type { DraftObject } from "../simulation/kubernetes/object.ts";
import type { Status } from "../simulation/kubernetes/status.ts";
import { unknownKind } from "./check-kinds.ts";
import { twice } from "./check-names.ts";
import type { ScenarioFile } from "./controller-entry.ts";
import type { PathStep, PlacedProblem } from "./problem-path.ts";

/** Objects that a run can't begin with: nameless, of unknown kinds, or there twice. */
export function checkGiven({ given }: ScenarioFile, registry: KindRegistry): readonly PlacedProblem[] {
  const named = given.flatMap(({ kind, metadata }, index): readonly (readonly [string, readonly PathStep[]])[] =>
    metadata.name === undefined
      ? []
      : [[`${kind} ${metadata.namespace ?? "default"}/${metadata.name}`, ["given", index, "metadata", "name"]]],
  );
  return [
    ...given.flatMap((object, index) => checkManifest(object, ["given", index], registry)),
    ...given.flatMap((object, index) =>
      isDefinition(object)
        ? [
            {
              path: ["given", index, "kind"],
              message: "Kinds are declared under cluster.crds; their definitions follow.",
            },
          ]
        : [],
    ),
    ...twice(named, "an object"),
  ];
}

/** Objects that the API server refuses: a run could not begin. The rest of the file has to be right. */
export function checkRefused({ given, cluster }: ScenarioFile): readonly PlacedProblem[] {
  return refusedObjects(cluster, given).flatMap(({ index, status }) =>
    refusals(given[index]?.kind ?? "", status, ["given", index]),
  );
}

/** Whether an object has a name and a kind that the cluster knows. */
export function checkManifest(
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
  const known = ownValue(registry, kind);
  const message =
    known === undefined
      ? unknownKind(kind, registry)
      : `${kind} is of apiVersion ${apiVersionOf(known)}, not ${apiVersion}.`;
  return [...missing, { path: [...path, known === undefined ? "kind" : "apiVersion"], message }];
}

/** What the server said, at the fields that it named. */
function refusals(
  kind: string,
  { message = "", details }: Status,
  path: readonly PathStep[],
): readonly PlacedProblem[] {
  const said = (what: string) => `The API server refuses this ${kind}: ${what}`;
  const causes = (details?.causes ?? []).filter(({ field }) => field !== undefined);
  if (causes.length === 0) return [{ path, message: said(message) }];
  return causes.map(({ field = "", message: cause }) => ({
    path: [...path, ...stepsOf(field)],
    message: said(`${field}: ${cause}`),
  }));
}

/** `spec.items[0].name` as steps. */
function stepsOf(field: string): readonly PathStep[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? "") : Number(index),
  );
}
