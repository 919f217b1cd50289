import { jsonEqual } from "../kubernetes/json-equal.ts";
import { jsonAt, type KubeObject, labelsOf } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { type Asking, getCached } from "./asking.ts";
import { textAt } from "./knative-resource.ts";
import { isControlledBy } from "./owner-reference.ts";
import { GENERATION_LABEL } from "./serving-kinds.ts";

/** The Revision that a template names: there, free to be made, or taken by another one. */
export type NamedRevision =
  | { readonly type: "found"; readonly revision: KubeObject }
  | { readonly type: "free" }
  | { readonly type: "taken" };

/**
 * Looks for the Revision whose name the user chose; undefined when there is no such name. One of another Configuration, or with another spec,
 * has taken it (`ks:reconciler/configuration/configuration.go:CheckNameAvailability`).
 */
export function* findNamedRevision(configuration: KubeObject): Asking<NamedRevision | undefined> {
  const name = textAt(configuration.spec, "template", "metadata", "name");
  if (name === "") return undefined;
  const revision = yield* getCached("Revision", objectKey(configuration.metadata.namespace, name));
  if (revision === undefined) return { type: "free" };
  if (!isControlledBy(revision, configuration)) return { type: "taken" };
  const isOfGeneration = labelsOf(revision)[GENERATION_LABEL] === String(configuration.metadata.generation ?? 0);
  const isSame = isOfGeneration || jsonEqual(revision.spec, jsonAt(configuration.spec, "template", "spec"));
  return isSame ? { type: "found", revision } : { type: "taken" };
}
