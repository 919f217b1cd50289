import type { KubeObject } from "./object.ts";

/** A revision of etcd as a whole number. A fresh store is at 1; the first write makes it 2. */
export type Revision = number & { readonly __brand: "Revision" };

/** Brands a revision. */
export function revision(n: number): Revision {
  // The brand exists only in the type system; this is the one place that puts it on.
  return n as Revision;
}

/** `metadata.resourceVersion` for a revision: its decimal digits. */
export function formatResourceVersion(at: Revision): string {
  return String(at);
}

/**
 * What a client's `resourceVersion` asks for: `unset` ("") the most recent, `any` ("0") whatever the server has, `at` that revision.
 * `invalid` when it is not an unsigned decimal number (`as:storage/api_object_versioner.go:ParseResourceVersion @v0.36.3`).
 */
export type VersionRequest =
  | { readonly type: "unset" }
  | { readonly type: "any" }
  | { readonly type: "at"; readonly revision: Revision }
  | { readonly type: "invalid"; readonly text: string };

/** Reads a client's `resourceVersion` parameter; absent means `unset`. */
export function parseResourceVersion(text: string | undefined): VersionRequest {
  if (text === undefined || text === "") return { type: "unset" };
  if (!/^\d{1,20}$/.test(text)) return { type: "invalid", text };
  const value = Number(text);
  return value === 0 ? { type: "any" } : { type: "at", revision: revision(value) };
}

/** The revision at which the object was last written; 0 when it carries none. */
export function revisionOf(object: KubeObject): Revision {
  const parsed = parseResourceVersion(object.metadata.resourceVersion);
  return parsed.type === "at" ? parsed.revision : revision(0);
}

/** Order of two resource versions of one kind (`am:util/resourceversion @v0.36.3`): negative, zero or positive; numbers compare by value. */
export function compareResourceVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
