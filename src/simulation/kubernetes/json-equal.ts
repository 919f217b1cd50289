import type { Json } from "./object.ts";

/** Structural equality of JSON values. Key order does not matter; list order does. Shared parts are compared by identity first. */
export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && listEqual(a, b);
  if (Array.isArray(b)) return false;
  return objectEqual(a, b);
}

function listEqual(a: readonly Json[], b: readonly Json[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!jsonEqual(a[i], b[i])) return false;
  return true;
}

function objectEqual(a: object, b: object): boolean {
  const left = Object.entries(a);
  if (left.length !== Object.keys(b).length) return false;
  // Entries of a JSON object are JSON; `object` only hides the index signature.
  const right = b as { readonly [field: string]: Json };
  for (const [field, value] of left) {
    if (!Object.hasOwn(right, field) || !jsonEqual(value, right[field])) return false;
  }
  return true;
}
