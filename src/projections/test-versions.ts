import type { VersionAt } from "./condition-sets.ts";

/** A write for tests; what is not said is usual. */
export function testVersion(parts: Partial<VersionAt> & { readonly seq: number }): VersionAt {
  return {
    kind: "Thing",
    key: "demo/thing",
    uid: "uid",
    gone: false,
    generation: 1,
    observed: undefined,
    conditions: [],
    generated: false,
    owner: undefined,
    ...parts,
    revision: parts.seq,
  };
}
