import { CRD } from "../kubernetes/custom-resource-definition.ts";
import { type DraftObject, isJsonObject } from "../kubernetes/object.ts";
import type { Action } from "./actions.ts";

/**
 * Whether an action would make or change a definition of a kind. Which kinds there are, and what they look like, is part of a scenario; of a definition
 * only the metadata can change in a run, and it can go.
 */
export function redefinesKind(action: Action): boolean {
  switch (action.type) {
    case "create":
    case "apply":
      return isDefinition(action.object);
    case "raw":
      return (
        action.method !== "DELETE" && (action.kind === CRD || (action.body !== undefined && isDefinition(action.body)))
      );
    case "patch": {
      const { target, merge } = action;
      return target.kind === CRD && !(isJsonObject(merge) && Object.keys(merge).every((field) => field === "metadata"));
    }
    default:
      return false;
  }
}

/** Whether an object is a definition of a kind. */
export function isDefinition({ apiVersion, kind }: Pick<DraftObject, "apiVersion" | "kind">): boolean {
  return kind === CRD && apiVersion.startsWith("apiextensions.k8s.io/");
}
