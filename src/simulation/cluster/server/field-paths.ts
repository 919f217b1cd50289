import { ownValue } from "../../../base/own-value.ts";
import { jsonEqual } from "../../kubernetes/json-equal.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../kubernetes/object.ts";

/**
 * A field that can be owned: the elements of its path as FieldsV1 writes them (`f:spec`, `k:{"name":"c"}`, `v:"x"`), joined by newlines.
 * The item of a keyed list is a field too, beside the fields in it (`am:apis/meta/v1/types.go:FieldsV1 @v0.36.3`).
 */
export type FieldPath = string;

/** Lists whose items are told apart by some of their fields (listType=map in the API's types); other lists are owned as a whole. */
const listKeys: { readonly [field: string]: readonly string[] } = {
  containers: ["name"],
  initContainers: ["name"],
  ephemeralContainers: ["name"],
  volumes: ["name"],
  env: ["name"],
  imagePullSecrets: ["name"],
  volumeMounts: ["mountPath"],
  conditions: ["type"],
  ownerReferences: ["uid"],
  ports: ["containerPort", "protocol"],
};

/** Objects that have one owner as a whole (structType or mapType atomic): selectors. */
const atomicObjects: ReadonlySet<string> = new Set(["selector", "nodeSelector", "labelSelector"]);

/** Where a value stands: its path, and whether the API's types say how its lists merge. Custom resources say so only of their metadata. */
type Place = { readonly path: FieldPath; readonly typed: boolean };

/** The parts of an object or a list that are owned one by one, by path element; undefined for what has one owner. */
function partsOf(value: Json | undefined, { path, typed }: Place): ReadonlyMap<string, Json> | undefined {
  const field = fieldName(path);
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0 || (typed && atomicObjects.has(field))) return undefined;
    return new Map(entries.map(([name, part]) => [`f:${name}`, part]));
  }
  if (!isJsonList(value) || value.length === 0 || !typed) return undefined;
  if (field === "finalizers") return new Map(value.map((item) => [`v:${JSON.stringify(item)}`, item]));
  const parts = new Map<string, Json>();
  for (const item of value) {
    const key = isJsonObject(item) ? itemKey(field, item) : undefined;
    if (key === undefined) return undefined;
    parts.set(key, item);
  }
  return parts;
}

function fieldName(path: FieldPath): string {
  return path.slice(path.lastIndexOf("\n") + 3);
}

function itemKey(field: string, item: JsonObject): string | undefined {
  const names = field === "ports" && item.port !== undefined ? ["port", "protocol"] : ownValue(listKeys, field);
  const key: Record<string, Json> = {};
  for (const name of names ?? []) {
    const value = item[name] ?? (name === "protocol" ? "TCP" : undefined);
    if (value === undefined) return undefined;
    key[name] = value;
  }
  return names === undefined ? undefined : `k:${JSON.stringify(key)}`;
}

function within(place: Place, element: string): Place {
  const path = place.path === "" ? element : `${place.path}\n${element}`;
  return { path, typed: place.typed || path === "f:metadata" };
}

const rootOf = (custom: boolean): Place => ({ path: "", typed: !custom });

/** Every field of a document, sorted. */
export function fieldsOf(document: JsonObject, custom: boolean): readonly FieldPath[] {
  const found: FieldPath[] = [];
  collect(document, rootOf(custom), found);
  return found.sort();
}

function collect(value: Json, place: Place, found: FieldPath[]): void {
  const parts = partsOf(value, place);
  if (place.path !== "" && (parts === undefined || isItem(place.path))) found.push(place.path);
  for (const [element, part] of parts ?? []) collect(part, within(place, element), found);
}

function isItem(path: FieldPath): boolean {
  return path.startsWith("k:", path.lastIndexOf("\n") + 1);
}

/** What differs between two documents: fields that are new or have another value, and fields that are gone. */
export type FieldChanges = { readonly written: ReadonlySet<FieldPath>; readonly removed: ReadonlySet<FieldPath> };

/** Compares two documents field by field (`typed.TypedValue.Compare` of sigs.k8s.io/structured-merge-diff). */
export function changedFields(before: JsonObject, after: JsonObject, custom: boolean): FieldChanges {
  const written: FieldPath[] = [];
  const removed: FieldPath[] = [];
  compare(before, after, rootOf(custom), written, removed);
  const now = new Set(written);
  return { written: now, removed: new Set(removed.filter((path) => !now.has(path))) };
}

function compare(
  before: Json | undefined,
  after: Json | undefined,
  place: Place,
  written: FieldPath[],
  removed: FieldPath[],
): void {
  if (before !== undefined && after !== undefined && jsonEqual(before, after)) return;
  const [old, now] = [partsOf(before, place), partsOf(after, place)];
  if (old !== undefined && now !== undefined) {
    for (const element of new Set([...old.keys(), ...now.keys()]))
      compare(old.get(element), now.get(element), within(place, element), written, removed);
    return;
  }
  if (before !== undefined) collect(before, place, removed);
  if (after !== undefined) collect(after, place, written);
}

/** Lays what somebody applies over what is there: parts are merged, everything that has one owner is replaced. */
export function mergedFields(live: JsonObject, applied: JsonObject, custom: boolean): JsonObject {
  return asObject(merge(live, applied, rootOf(custom)));
}

function merge(live: Json | undefined, applied: Json, place: Place): Json {
  const [old, now] = [partsOf(live, place), partsOf(applied, place)];
  if (live !== undefined && old !== undefined && isEmpty(applied)) return live;
  if (old === undefined || now === undefined) return applied;
  const merged = new Map(old);
  for (const [element, part] of now) merged.set(element, merge(old.get(element), part, within(place, element)));
  return rebuilt(applied, merged);
}

function isEmpty(value: Json): boolean {
  return isJsonList(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}

/** The document without some fields; what is emptied by that goes too. Items of lists stay while somebody else owns a part of them. */
export function withoutFields(
  document: JsonObject,
  dropped: ReadonlySet<FieldPath>,
  kept: ReadonlySet<FieldPath>,
  custom: boolean,
): JsonObject {
  return dropped.size === 0 ? document : asObject(prune(document, rootOf(custom), dropped, kept) ?? {});
}

function prune(
  value: Json,
  place: Place,
  dropped: ReadonlySet<FieldPath>,
  kept: ReadonlySet<FieldPath>,
): Json | undefined {
  const parts = partsOf(value, place);
  const { path } = place;
  if (parts === undefined) return dropped.has(path) ? undefined : value;
  if (dropped.has(path) && ![...kept].some((each) => each.startsWith(`${path}\n`))) return undefined;
  const left = new Map<string, Json>();
  for (const [element, part] of parts) {
    const rest = prune(part, within(place, element), dropped, kept);
    if (rest !== undefined) left.set(element, rest);
  }
  return left.size === 0 ? undefined : rebuilt(value, left);
}

/** A document of the same form as `like`, with these parts. */
function rebuilt(like: Json, parts: ReadonlyMap<string, Json>): Json {
  if (isJsonList(like)) return [...parts.values()];
  return Object.fromEntries([...parts].map(([element, part]) => [element.slice(2), part]));
}

function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The fields as `metadata.managedFields` writes them: nested, an empty object for each field, `.` where an item has fields of its own. */
export function fieldsV1(paths: readonly FieldPath[]): JsonObject {
  const root: Tree = new Map();
  for (const path of paths) {
    let node = root;
    for (const element of path.split("\n")) {
      const next: Tree = node.get(element) ?? new Map();
      node.set(element, next);
      node = next;
    }
    if (isItem(path)) node.set(".", new Map());
  }
  return asJson(root);
}

type Tree = Map<string, Tree>;

function asJson(tree: Tree): JsonObject {
  return Object.fromEntries([...tree].map(([element, node]) => [element, asJson(node)]));
}

/** A field as messages name it: `.spec.template.spec.containers[name="c"].image` (`fieldpath.Path.String` of structured-merge-diff). */
export function fieldText(path: FieldPath): string {
  return path.split("\n").map(elementText).join("");
}

function elementText(element: string): string {
  const rest = element.slice(2);
  if (element.startsWith("f:")) return `.${rest}`;
  if (element.startsWith("v:")) return `[=${rest}]`;
  const key: Json = JSON.parse(rest);
  const parts = Object.entries(isJsonObject(key) ? key : {});
  return `[${parts.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
}
