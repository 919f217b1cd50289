import { builtInKinds } from "../simulation/kubernetes/built-in-kinds.ts";
import type { OpenApiSchema } from "../simulation/kubernetes/open-api-schema.ts";
import { type PlacedName, twice } from "./check-names.ts";
import type { ScenarioFile } from "./controller-entry.ts";
import type { PathStep, PlacedProblem } from "./problem-path.ts";

/** Whether an API server would take the custom kinds of a scenario: their names are free, and their schemas are structural. */
export function checkCustomKinds({ cluster: { crds } }: ScenarioFile): readonly PlacedProblem[] {
  return [
    ...checkCustomNames(crds),
    ...crds.flatMap(({ schema }, index) =>
      schema === undefined ? [] : checkStructure(schema, ["cluster", "crds", index, "schema"], "root"),
    ),
  ];
}

/** Kinds, and the names of their resources in requests, are there once in a group. */
function checkCustomNames(crds: ScenarioFile["cluster"]["crds"]): readonly PlacedProblem[] {
  const own = (field: "kind" | "plural") =>
    crds.map((crd, index): PlacedName => [`${crd[field]}.${crd.group}`, ["cluster", "crds", index, field]]);
  const builtIn = (field: "kind" | "plural") => builtInKinds.map((info) => `${info[field]}.${info.group}`);
  return [...twice(own("kind"), "a kind", builtIn("kind")), ...twice(own("plural"), "a resource", builtIn("plural"))];
}

type Level = "root" | "items" | "field";

const UNTYPED: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  items: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/** `apiextensions-apiserver pkg/apiserver/schema/validation.go:validateStructuralInvariants @v0.36.3`, with its words. */
function checkStructure(schema: OpenApiSchema, path: readonly PathStep[], level: Level): readonly PlacedProblem[] {
  const { type, items, properties = {} } = schema;
  const place = [...path, "type"];
  const own: readonly PlacedProblem[] =
    type === undefined
      ? [{ path: place, message: `A "type" ${UNTYPED[level]}.` }]
      : level === "root" && type !== "object"
        ? [{ path: place, message: `"${type}" must be object at the root.` }]
        : [];
  const bare = type === "array" && items === undefined;
  return [
    ...own,
    ...(bare ? [{ path: [...path, "items"], message: 'The "items" of an array must be specified.' }] : []),
    ...(items === undefined ? [] : checkStructure(items, [...path, "items"], "items")),
    ...Object.entries(properties).flatMap(([name, part]) =>
      checkStructure(part, [...path, "properties", name], "field"),
    ),
  ];
}
