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
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  // Entries of a JSON object are JSON; `object` only hides the index signature.
  const [left, right] = [a, b] as readonly { readonly [field: string]: Json }[];
  for (const name of names) {
    const value = left?.[name];
    const other = right?.[name];
    // What both inherit is equal too, so a name that only one of them has needs a look.
    if (value !== other && !jsonEqual(value, other)) return false;
    if (!Object.hasOwn(b, name)) return false;
  }
  return true;
}
