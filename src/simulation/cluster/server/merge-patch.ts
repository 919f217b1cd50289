import { ownValue } from "../../../base/own-value.ts";
import { jsonEqual } from "../../kubernetes/json-equal.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../kubernetes/object.ts";

/** Applies a merge patch (RFC 7386): null deletes a field, objects merge, everything else (lists too) replaces. */
export function applyMergePatch(document: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const merged: Record<string, Json> = { ...(isJsonObject(document) ? document : {}) };
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field];
    else merged[field] = applyMergePatch(ownValue(merged, field), value);
  }
  return merged;
}

/** Lists whose items are merged by a key field; other lists are replaced (patchMergeKey tags of `k8s.io/api`). */
const mergeKeys: { readonly [field: string]: string } = {
  containers: "name",
  initContainers: "name",
  ephemeralContainers: "name",
  volumes: "name",
  env: "name",
  imagePullSecrets: "name",
  volumeMounts: "mountPath",
  conditions: "type",
  ownerReferences: "uid",
  ports: "containerPort",
};

/**
 * Applies a strategic merge patch to a built-in kind (`am:util/strategicpatch/patch.go @v0.36.3`): as a merge patch, except that the lists
 * above are merged by key, `finalizers` are united, and `$patch: delete` and `$patch: replace` are obeyed.
 */
export function applyStrategicMerge(document: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  if (patch.$patch === "replace") return withoutDirectives(patch);
  const merged: Record<string, Json> = { ...(isJsonObject(document) ? document : {}) };
  for (const [field, value] of Object.entries(patch)) {
    if (field.startsWith("$deleteFromPrimitiveList/")) deleteItems(merged, field, value);
    else if (field.startsWith("$")) continue;
    else if (value === null) delete merged[field];
    else merged[field] = mergedField(field, ownValue(merged, field), value);
  }
  return merged;
}

function mergedField(field: string, old: Json | undefined, value: Json): Json {
  if (!isJsonList(value)) return applyStrategicMerge(old, value);
  const oldItems = isJsonList(old) ? old : [];
  if (field === "finalizers") return [...oldItems, ...value.filter((item) => !oldItems.includes(item))];
  const key = mergeKeyOf(field, value);
  return key === undefined ? value : mergedList(oldItems, value, key);
}

/** A Service's ports merge by `port`, a container's by `containerPort`. */
function mergeKeyOf(field: string, items: readonly Json[]): string | undefined {
  const key = ownValue(mergeKeys, field);
  const isServicePort = field === "ports" && items.some((item) => isJsonObject(item) && item.port !== undefined);
  return isServicePort ? "port" : key;
}

function mergedList(old: readonly Json[], patch: readonly Json[], key: string): readonly Json[] {
  if (patch.some((item) => isJsonObject(item) && item.$patch === "replace")) {
    return patch.filter((item) => !(isJsonObject(item) && item.$patch === "replace"));
  }
  let merged = old;
  for (const item of patch) {
    if (!isJsonObject(item)) continue;
    const at = merged.findIndex((other) => isJsonObject(other) && jsonEqual(other[key], item[key]));
    if (item.$patch === "delete") merged = at < 0 ? merged : merged.toSpliced(at, 1);
    else
      merged = at < 0 ? [...merged, withoutDirectives(item)] : merged.with(at, applyStrategicMerge(merged[at], item));
  }
  return merged;
}

function deleteItems(merged: Record<string, Json>, directive: string, items: Json): void {
  const field = directive.slice("$deleteFromPrimitiveList/".length);
  const list = ownValue(merged, field);
  if (!isJsonList(list) || !isJsonList(items)) return;
  merged[field] = list.filter((item) => !items.includes(item));
}

function withoutDirectives(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([field]) => !field.startsWith("$")));
}
