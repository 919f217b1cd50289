import type { ObjectReference } from "../simulation/cluster/actions.ts";

/** The object of a kind under a key: `namespace/name`, or the name alone of what is in no namespace. */
export function referenceTo(kind: string, key: string): ObjectReference {
  const [first = "", name] = key.split("/");
  return name === undefined ? { kind, name: first } : { kind, namespace: first, name };
}
