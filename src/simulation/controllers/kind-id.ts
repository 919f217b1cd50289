import { builtInKinds } from "../kubernetes/built-in-kinds.ts";

/** What says of which kind an object, or the owner in a reference, is. */
export type TypeMeta = { readonly apiVersion: string; readonly kind: string };

/**
 * The name by which a cluster calls the kind, as `customKind` gives it: the Kind itself, or `Kind.group` where a built-in kind of another
 * group has that Kind already. Two custom kinds of one Kind are not told apart.
 */
export function kindIdOf({ apiVersion, kind }: TypeMeta): string {
  const group = groupOf(apiVersion);
  const builtIn = builtInKinds.find((info) => info.kind === kind);
  return builtIn === undefined || builtIn.group === group ? kind : `${kind}.${group}`;
}

/** The group of an `apiVersion`; "" for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash < 0 ? "" : apiVersion.slice(0, slash);
}
