import { isJsonList, type JsonObject } from "./object.ts";

/** The entry of `spec.finalizers` that every namespace is born with; the namespace controller takes it out when nothing is left inside. */
export const KUBERNETES_FINALIZER = "kubernetes";

/** `spec.finalizers` of a namespace: as long as there is one, it is not removed. */
export function namespaceFinalizers({ spec }: { readonly spec?: JsonObject }): readonly string[] {
  const finalizers = spec?.finalizers;
  return isJsonList(finalizers) ? finalizers.map(String) : [];
}
