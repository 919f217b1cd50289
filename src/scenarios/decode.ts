import * as v from "valibot";
import { ok, type Problem, problems, type Result } from "../base/result.ts";
import { checkReferences } from "./check.ts";
import { scenarioOf } from "./controller-entry.ts";
import { decodeVariants } from "./decode-variants.ts";
import { type PlainData, readPlainData } from "./plain-data.ts";
import { type PathStep, type PlacedProblem, textOfPath } from "./problem-path.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioSchema } from "./schema.ts";

/** Reads a scenario file, YAML or JSON. Problems name the field, the line and what would be right; at most 50 are listed. */
export function decodeScenario(text: string): Result<Scenario> {
  const read = readPlainData(text);
  if (read.type === "problems") return read;
  const data = read.value;
  const parsed = v.safeParse(scenarioSchema, data.value);
  if (!parsed.success) return problems(listProblems(parsed.issues.flatMap(plainIssues), data));
  const found = checkReferences(parsed.output);
  if (found.length > 0) return problems(listProblems(found, data));
  const { variants, problems: inVariants } = decodeVariants(data.value, plainIssues);
  return inVariants.length > 0 ? problems(listProblems(inVariants, data)) : ok(scenarioOf(parsed.output, variants));
}

/** The 1-based line of a place such as `["then", 2]` in a scenario's text, for messages about a run of it. */
export function lineOfPlace(text: string, path: readonly PathStep[]): number | undefined {
  const read = readPlainData(text);
  return read.type === "ok" ? read.value.lineOf(path) : undefined;
}

const MOST_PROBLEMS = 50;

function listProblems(found: readonly PlacedProblem[], data: PlainData): readonly Problem[] {
  return found
    .slice(0, MOST_PROBLEMS)
    .map(({ path, message }) => ({ path: textOfPath(path), line: data.lineOf(path), message }))
    .sort((a, b) => a.line - b.line);
}

/** An issue of the schema in our words. Of the options of a union the one that fits the value's form speaks. */
function plainIssues(issue: v.BaseIssue<unknown>): readonly PlacedProblem[] {
  const path = pathOf(issue);
  if (issue.type === "union" && issue.issues !== undefined) {
    const inner = issue.issues.filter((option) => (option.path?.length ?? 0) > 0);
    if (inner.length > 0)
      return inner.flatMap(plainIssues).map((found) => ({ ...found, path: [...path, ...found.path] }));
  }
  return [{ path, message: issue.message }];
}

function pathOf(issue: v.BaseIssue<unknown>): readonly PathStep[] {
  return (issue.path ?? []).map((item) => (typeof item.key === "number" ? item.key : String(item.key)));
}
