import { ok, problem, type Result } from "../../base/result.ts";
import { isLabelKey, isLabelValue } from "./label-syntax.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject, type StringMap } from "./object.ts";

/** One condition on one label. `=` is `in` with one value, `!=` is `notIn`; both negative forms also match objects without the label. */
export type LabelRequirement =
  | { readonly type: "in" | "notIn"; readonly key: string; readonly values: readonly string[] }
  | { readonly type: "exists" | "notExists"; readonly key: string }
  | { readonly type: "greaterThan" | "lessThan"; readonly key: string; readonly value: number };

/** A conjunction of requirements; `nothing` matches no object. An empty conjunction matches every object. */
export type LabelSelector =
  | { readonly type: "nothing" }
  | { readonly type: "allOf"; readonly requirements: readonly LabelRequirement[] };

/** Matches every object. */
export const everyLabel: LabelSelector = { type: "allOf", requirements: [] };

/** Whether the labels satisfy the selector (`am:labels/selector.go:Requirement.Matches @v0.36.3`). */
export function matchesLabels(selector: LabelSelector, labels: StringMap): boolean {
  return selector.type === "allOf" && selector.requirements.every((requirement) => meets(requirement, labels));
}

function meets(requirement: LabelRequirement, labels: StringMap): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  switch (requirement.type) {
    case "in":
      return value !== undefined && requirement.values.includes(value);
    case "notIn":
      return value === undefined || !requirement.values.includes(value);
    case "exists":
      return value !== undefined;
    case "notExists":
      return value === undefined;
    case "greaterThan":
      return value !== undefined && isInteger(value) && Number(value) > requirement.value;
    case "lessThan":
      return value !== undefined && isInteger(value) && Number(value) < requirement.value;
  }
}

/**
 * Reads the text of a `labelSelector` parameter: `k`, `!k`, `k=v`, `k==v`, `k!=v`, `k in (a,b)`, `k notin (a,b)`, `k>1`, `k<1`, joined by
 * commas (`am:labels/selector.go:Parse @v0.36.3`). The API server answers a failed result with 400.
 */
export function parseLabelSelector(text: string): Result<LabelSelector> {
  if (text.trim() === "") return ok(everyLabel);
  const requirements: LabelRequirement[] = [];
  for (const part of splitOutsideParentheses(text)) {
    const requirement = parseRequirement(part.trim());
    if (typeof requirement === "string") return problem("labelSelector", `unable to parse requirement: ${requirement}`);
    requirements.push(requirement);
  }
  return ok({ type: "allOf", requirements });
}

function splitOutsideParentheses(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** A requirement, or the reason why the text is none. */
function parseRequirement(text: string): LabelRequirement | string {
  const absent = /^!\s*([^\s=!<>()]+)$/.exec(text);
  if (absent?.[1] !== undefined) return checked({ type: "notExists", key: absent[1] });
  const set = /^([^\s=!<>()]+)\s+(in|notin)\s*\(([^()]*)\)$/.exec(text);
  if (set?.[1] !== undefined && set[3] !== undefined) {
    const values = set[3].split(",").map((value) => value.trim());
    return checked({ type: set[2] === "in" ? "in" : "notIn", key: set[1], values });
  }
  const comparison = /^([^\s=!<>()]+)\s*(==|=|!=|>|<)\s*([^\s=!<>()]*)$/.exec(text);
  if (comparison?.[1] !== undefined && comparison[3] !== undefined) {
    return parseComparison(comparison[1], comparison[2] ?? "=", comparison[3]);
  }
  if (/^[^\s=!<>()]+$/.test(text)) return checked({ type: "exists", key: text });
  return `found '${text}', expected: identifier`;
}

function parseComparison(key: string, operator: string, value: string): LabelRequirement | string {
  if (operator === ">" || operator === "<") {
    if (!isInteger(value)) return "for 'Gt', 'Lt' operators, the value must be an integer";
    return checked({ type: operator === ">" ? "greaterThan" : "lessThan", key, value: Number(value) });
  }
  return checked({ type: operator === "!=" ? "notIn" : "in", key, values: [value] });
}

function checked(requirement: LabelRequirement): LabelRequirement | string {
  if (!isLabelKey(requirement.key)) {
    return `key: Invalid value: "${requirement.key}": name part must consist of alphanumeric characters, '-', '_' or '.'`;
  }
  if (requirement.type !== "in" && requirement.type !== "notIn") return requirement;
  const wrong = requirement.values.find((value) => !isLabelValue(value));
  return wrong === undefined
    ? requirement
    : `values: Invalid value: "${wrong}": a valid label must consist of alphanumeric characters`;
}

function isInteger(text: string): boolean {
  return /^[+-]?\d+$/.test(text);
}

/**
 * The selector that a `LabelSelector` in a spec describes (`matchLabels`, `matchExpressions`): absent or null matches nothing, an empty
 * object everything (`am:apis/meta/v1/helpers.go:LabelSelectorAsSelector @v0.36.3`). Malformed parts are problems.
 */
export function labelSelectorOf(spec: Json | undefined): Result<LabelSelector> {
  if (spec === undefined || spec === null) return ok({ type: "nothing" });
  if (!isJsonObject(spec)) return problem("selector", "must be an object");
  const requirements: LabelRequirement[] = [];
  const matchLabels = spec.matchLabels;
  if (isJsonObject(matchLabels)) {
    for (const [key, value] of Object.entries(matchLabels))
      requirements.push({ type: "in", key, values: [String(value)] });
  }
  const expressions = spec.matchExpressions;
  for (const expression of isJsonList(expressions) ? expressions : []) {
    const requirement = isJsonObject(expression) ? expressionOf(expression) : undefined;
    if (requirement === undefined) return problem("selector.matchExpressions", "not a valid label selector operator");
    requirements.push(requirement);
  }
  return ok({ type: "allOf", requirements });
}

function expressionOf(expression: JsonObject): LabelRequirement | undefined {
  const { key, operator, values } = expression;
  if (typeof key !== "string") return undefined;
  const texts = isJsonList(values) ? values.map(String) : [];
  switch (operator) {
    case "In":
      return { type: "in", key, values: texts };
    case "NotIn":
      return { type: "notIn", key, values: texts };
    case "Exists":
      return { type: "exists", key };
    case "DoesNotExist":
      return { type: "notExists", key };
    default:
      return undefined;
  }
}
