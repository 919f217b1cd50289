import { ownValue } from "../../../base/own-value.ts";
import { jsonEqual } from "../../kubernetes/json-equal.ts";
import { isJsonObject, type Json, type JsonObject, jsonAt, type KubeObject } from "../../kubernetes/object.ts";

/** Most differences that are named; the rest is counted. */
const NAMED = 2;

/** Longest value that is written out. */
const SHORT = 24;

/** Fields that every write changes, or that only say so. */
const SILENT = new Set([
  "metadata.resourceVersion",
  "metadata.generation",
  "metadata.managedFields",
  "metadata.uid",
  "metadata.creationTimestamp",
]);

/** What differs between two versions of an object, in a few words: `spec.replicas 3 → 5`. Empty for a creation or a deletion. */
export function changeText(previous: KubeObject | undefined, object: KubeObject | undefined): string {
  if (previous === undefined || object === undefined) return "";
  const found: string[] = [];
  compare("", previous, object, found);
  const named = found.slice(0, NAMED).join(", ");
  return found.length > NAMED ? `${named}, +${found.length - NAMED}` : named;
}

/** What a merge patch would change, in the same words. */
export function patchText(object: KubeObject | undefined, patch: Json): string {
  const found: string[] = [];
  if (isJsonObject(patch))
    for (const [name, value] of Object.entries(patch)) comparePatch(name, jsonAt(object, name), value, found);
  return found.slice(0, NAMED).join(", ");
}

function comparePatch(path: string, before: Json | undefined, patch: Json | undefined, found: string[]): void {
  if (isJsonObject(patch)) {
    for (const [name, value] of Object.entries(patch))
      comparePatch(`${path}.${name}`, jsonAt(before, name), value, found);
  } else if (before === undefined || patch === undefined || !jsonEqual(before, patch))
    found.push(`${path} ${valueText(before)} → ${valueText(patch)}`);
}

function compare(path: string, before: Json | undefined, after: Json | undefined, found: string[]): void {
  if (SILENT.has(path) || (before !== undefined && after !== undefined && jsonEqual(before, after))) return;
  if (isJsonObject(before) && isJsonObject(after)) {
    for (const name of changedNames(before, after))
      compare(path === "" ? name : `${path}.${name}`, jsonAt(before, name), jsonAt(after, name), found);
    return;
  }
  if (isConditionList(before) || isConditionList(after)) return compareConditions(path, before, after, found);
  found.push(`${path} ${valueText(before)} → ${valueText(after)}`);
}

/** Names of the fields that are not the very same value in both, sorted. */
function changedNames(before: JsonObject, after: JsonObject): readonly string[] {
  const names = Object.keys(before).filter((name) => before[name] !== ownValue(after, name));
  for (const name of Object.keys(after)) if (!Object.hasOwn(before, name)) names.push(name);
  return names.sort();
}

/** Conditions are told apart by their type and named by it: `Ready False → True`. */
function compareConditions(path: string, before: Json | undefined, after: Json | undefined, found: string[]): void {
  const old = statusesOf(before);
  const now = statusesOf(after);
  const types = [...new Set([...old.keys(), ...now.keys()])].sort();
  const changed = types.filter((type) => old.get(type) !== now.get(type));
  for (const type of changed) found.push(`${type} ${old.get(type) ?? "–"} → ${now.get(type) ?? "–"}`);
  if (changed.length === 0) found.push(path);
}

function statusesOf(conditions: Json | undefined): ReadonlyMap<string, string> {
  const statuses = new Map<string, string>();
  if (!Array.isArray(conditions)) return statuses;
  for (const condition of conditions)
    if (isJsonObject(condition)) statuses.set(String(condition.type), String(condition.status));
  return statuses;
}

function isConditionList(value: Json | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isJsonObject(item) && "type" in item && "status" in item)
  );
}

function valueText(value: Json | undefined): string {
  if (value === undefined) return "–";
  if (value === "") return '""';
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHORT ? "…" : text;
}
