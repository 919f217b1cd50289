import { type KubeObject, labelsOf } from "../../kubernetes/object.ts";

/**
 * The informer's transform function, as data (`cg:tools/cache/shared_informer.go:SetTransform @v0.36.3`). `identity` passes every
 * object; `failIfLabel` fails for objects that carry the label.
 */
export type Transform =
  | { readonly type: "none" }
  | { readonly type: "identity" }
  | { readonly type: "failIfLabel"; readonly label: string };

/** Whether the transform passes the object. */
export function transformPasses(transform: Transform, object: KubeObject): boolean {
  return transform.type !== "failIfLabel" || labelsOf(object)[transform.label] === undefined;
}
