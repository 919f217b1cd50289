import { ownValue } from "../../../base/own-value.ts";
import { jsonEqual } from "../../kubernetes/json-equal.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt } from "../../kubernetes/object.ts";

/** A patched document, or why the patch could not be applied: `malformed` answers 400, `failed` 422. */
export type Patched =
  | { readonly type: "patched"; readonly value: Json }
  | { readonly type: "malformed" | "failed"; readonly message: string };

/** Applies a JSON patch (RFC 6902): a failed `test` or a missing path fails the whole patch. */
export function applyJsonPatch(document: Json, patch: Json): Patched {
  if (!isJsonList(patch)) return { type: "malformed", message: "a JSON patch is a list of operations" };
  let value = document;
  for (const operation of patch) {
    const step = isJsonObject(operation) ? applyOperation(value, operation) : malformed("an operation is an object");
    if (step.type !== "patched") return step;
    value = step.value;
  }
  return { type: "patched", value };
}

function applyOperation(document: Json, operation: JsonObject): Patched {
  const { op, path, from, value } = operation;
  const at = typeof path === "string" ? pointer(path) : undefined;
  if (at === undefined) return malformed(`invalid path: ${JSON.stringify(path)}`);
  switch (op) {
    case "test": {
      const found = valueAtPath(document, at);
      if (jsonEqual(found, value ?? null)) return { type: "patched", value: document };
      return { type: "failed", message: `testing path ${path} failed` };
    }
    case "add":
    case "replace":
      if (value === undefined) return malformed(`${op} needs a value`);
      if (op === "replace" && valueAtPath(document, at) === undefined) return missing("replace", path);
      return edit(document, at, { type: op, value }, String(path));
    case "remove":
      return edit(document, at, { type: "remove" }, String(path));
    case "copy":
    case "move": {
      const source = typeof from === "string" ? pointer(from) : undefined;
      const moved = source === undefined ? undefined : valueAtPath(document, source);
      if (source === undefined || moved === undefined) return missing(op, from);
      const removed = op === "move" ? edit(document, source, { type: "remove" }, String(from)) : patched(document);
      return removed.type === "patched"
        ? edit(removed.value, at, { type: "add", value: moved }, String(path))
        : removed;
    }
    default:
      return malformed(`unexpected kind: ${JSON.stringify(op)}`);
  }
}

type Edit = { readonly type: "add" | "replace"; readonly value: Json } | { readonly type: "remove" };

function edit(document: Json, path: readonly string[], change: Edit, text: string): Patched {
  const [field, ...rest] = path;
  if (field === undefined) return change.type === "remove" ? missing("remove", text) : patched(change.value);
  if (isJsonList(document)) return editList(document, field, rest, change, text);
  if (!isJsonObject(document)) return missing(change.type, text);
  const child = ownValue(document, field);
  if (rest.length > 0) {
    const inner = child === undefined ? missing(change.type, text) : edit(child, rest, change, text);
    return inner.type === "patched" ? patched({ ...document, [field]: inner.value }) : inner;
  }
  if (change.type !== "remove") return patched({ ...document, [field]: change.value });
  if (child === undefined) return missing("remove", text);
  return patched(Object.fromEntries(Object.entries(document).filter(([name]) => name !== field)));
}

function editList(list: readonly Json[], field: string, rest: readonly string[], change: Edit, text: string): Patched {
  const index = field === "-" ? list.length : /^\d+$/.test(field) ? Number(field) : -1;
  const child = list[index];
  if (rest.length > 0) {
    const inner = child === undefined ? missing(change.type, text) : edit(child, rest, change, text);
    return inner.type === "patched" ? patched(list.with(index, inner.value)) : inner;
  }
  if (change.type === "add") {
    return index < 0 || index > list.length ? missing("add", text) : patched(list.toSpliced(index, 0, change.value));
  }
  if (child === undefined) return missing(change.type, text);
  return patched(change.type === "remove" ? list.toSpliced(index, 1) : list.with(index, change.value));
}

function valueAtPath(document: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const field of path) {
    if (isJsonList(value)) value = /^\d+$/.test(field) ? value[Number(field)] : undefined;
    else value = jsonAt(value, field);
  }
  return value;
}

function pointer(text: string): readonly string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/")) return undefined;
  return text
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function patched(value: Json): Patched {
  return { type: "patched", value };
}

function malformed(message: string): Patched {
  return { type: "malformed", message };
}

function missing(operation: string, path: Json | undefined): Patched {
  return { type: "failed", message: `${operation} operation does not apply: doc is missing path: ${String(path)}` };
}
