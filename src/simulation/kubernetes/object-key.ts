/** Names an object within its kind: `namespace/name`, or `name` for cluster-scoped kinds. Also client-go's work-queue key. */
export type ObjectKey = string & { readonly __brand: "ObjectKey" };

/** The parts of a key. `namespace` is undefined for cluster-scoped kinds. */
export type ObjectName = { readonly namespace: string | undefined; readonly name: string };

/** Builds the key of a namespaced or (namespace undefined or empty) cluster-scoped object. */
export function objectKey(namespace: string | undefined, name: string): ObjectKey {
  // The brand is put on only here and in `asObjectKey`.
  return (namespace === undefined || namespace === "" ? name : `${namespace}/${name}`) as ObjectKey;
}

/** The key of an object (`cg:tools/cache/store.go:MetaNamespaceKeyFunc @v0.36.3`). */
export function keyOf(object: {
  readonly metadata: { readonly namespace?: string; readonly name: string };
}): ObjectKey {
  return objectKey(object.metadata.namespace, object.metadata.name);
}

/** Reads a key. Undefined when there is more than one slash or an empty part (`cg:tools/cache/store.go:SplitMetaNamespaceKey`). */
export function parseObjectKey(text: string): ObjectName | undefined {
  const parts = text.split("/");
  const [first, second] = parts;
  if (parts.length > 2 || first === undefined || first === "" || second === "") return undefined;
  return second === undefined ? { namespace: undefined, name: first } : { namespace: first, name: second };
}

/** The namespace part of a key, or undefined for a cluster-scoped object. */
export function namespaceOfKey(key: ObjectKey): string | undefined {
  const slash = key.indexOf("/");
  return slash < 0 ? undefined : key.slice(0, slash);
}

/** The name part of a key. */
export function nameOfKey(key: ObjectKey): string {
  return key.slice(key.indexOf("/") + 1);
}
