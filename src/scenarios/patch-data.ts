import type { Json } from "../simulation/kubernetes/object.ts";

/**
 * Plain data with a patch laid over it, as a JSON merge patch (RFC 7396) does it: groups are merged, null removes, everything else
 * replaces. One thing more: things in a list that have names are merged by name, and new ones are appended.
 */
export function patchData(base: Json | undefined, patch: Json): Json {
  if (isList(patch)) return isList(base) && [...base, ...patch].every(isNamed) ? patchNamed(base, patch) : patch;
  if (!isGroup(patch)) return patch;
  const merged: Record<string, Json> = isGroup(base) ? { ...base } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = patchData(merged[name], value);
  }
  return merged;
}

function patchNamed(base: readonly Json[], patch: readonly Json[]): Json {
  const patches = new Map(patch.map((one) => [nameIn(one), one]));
  const known = base.map((one) => {
    const name = nameIn(one);
    const change = patches.get(name);
    patches.delete(name);
    return change === undefined ? one : patchData(one, change);
  });
  return [...known, ...patches.values()];
}

/** A controller by its name, an object by kind and name, a watch by its kind. */
function nameIn(value: Json): string {
  if (!isGroup(value)) return "";
  const { name, kind, metadata } = value;
  if (typeof name === "string") return name;
  const own = isGroup(metadata) ? metadata["name"] : undefined;
  return typeof kind === "string" ? `${kind}/${typeof own === "string" ? own : ""}` : "";
}

function isNamed(value: Json): boolean {
  return nameIn(value) !== "";
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isGroup(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
