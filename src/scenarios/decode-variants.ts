import * as v from "valibot";
import type { Json, JsonObject } from "../simulation/kubernetes/object.ts";
import { checkReferences } from "./check.ts";
import { scenarioOf } from "./controller-entry.ts";
import { patchData } from "./patch-data.ts";
import type { PlacedProblem } from "./problem-path.ts";
import type { LocalizedText, Variant } from "./scenario.ts";
import { scenarioSchema } from "./schema.ts";
import { localized } from "./schema-parts.ts";

type Decoded = { readonly variants: readonly Variant[]; readonly problems: readonly PlacedProblem[] };

/** The variants that a file compares: each is the whole file with its patch laid over it, decoded and checked like one. */
export function decodeVariants(
  file: Json,
  explain: (issue: v.BaseIssue<unknown>) => readonly PlacedProblem[],
): Decoded {
  if (!isGroup(file)) return { variants: [], problems: [] };
  // A variant has no story, and what is expected of the scenario need not hold in it: it says its own; and a profile that is only compared need not be one in which the story is true.
  const { compare, chapters: _c, expect: _e, opensAt: _o, claims: _l, profiles: _p, ...base } = file;
  if (!Array.isArray(compare)) return { variants: [], problems: [] };
  const decoded = compare.map((patch: Json, index) => decodeVariant(base, patch, ["compare", index], explain));
  return {
    variants: decoded.flatMap(({ variants }) => variants),
    problems: [...decoded.flatMap(({ problems }) => problems), ...sameVariants(decoded)],
  };
}

/** Variants that are runs of the very same scenario: side by side they show nothing. */
function sameVariants(decoded: readonly Decoded[]): readonly PlacedProblem[] {
  const scenarios = decoded.map(({ variants: [variant] }) => JSON.stringify(variant?.scenario));
  return scenarios.flatMap((scenario, index) => {
    const first = scenario === undefined ? -1 : scenarios.indexOf(scenario);
    if (first < 0 || first === index) return [];
    return [{ path: ["compare", index], message: `This is the same as variant ${first + 1}; what is different here?` }];
  });
}

function decodeVariant(
  base: Json,
  patch: Json,
  path: PlacedProblem["path"],
  explain: (issue: v.BaseIssue<unknown>) => readonly PlacedProblem[],
): Decoded {
  const { name, ...change } = isGroup(patch) ? patch : {};
  const placed = (found: readonly PlacedProblem[]) => found.map((one) => ({ ...one, path: [...path, ...one.path] }));
  if ("id" in change)
    return {
      variants: [],
      problems: [{ path: [...path, "id"], message: "A variant is of the same scenario: leave its id." }],
    };
  const parsed = v.safeParse(scenarioSchema, patchData(base, change));
  if (!parsed.success) return { variants: [], problems: placed(parsed.issues.flatMap(explain)) };
  const scenario = scenarioOf({ ...parsed.output, tags: [], sources: [] }, []);
  const called = name === undefined ? nameOf(change) : v.parse(localized(40), name);
  if (called === undefined)
    return { variants: [], problems: [{ path, message: 'Give this variant a "name": what is different about it?' }] };
  return { variants: [{ name: called, scenario }], problems: placed(checkReferences(parsed.output)) };
}

/** What a variant differs in, when that says it all. */
function nameOf({ profile, seed, parts, ...rest }: Readonly<Record<string, Json>>): LocalizedText | undefined {
  if (parts !== undefined || Object.keys(rest).length > 0) return undefined;
  const words = [profile, seed === undefined ? undefined : `seed ${String(seed)}`].filter((word) => word !== undefined);
  const name = words.map(String).join(", ");
  return name === "" ? undefined : { en: name, zh: name };
}

function isGroup(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
