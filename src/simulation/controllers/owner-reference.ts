import { controllerOf, type KubeObject, type OwnerReference } from "../kubernetes/object.ts";

/** The reference that makes `owner` the controller of a dependent (`am:apis/meta/v1/controller_ref.go:NewControllerRef @v0.36.3`). */
export function controlledBy(owner: KubeObject): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true };
}

/** Whether `owner`, this very object, is the controller (`am:apis/meta/v1/controller_ref.go:IsControlledBy @v0.36.3`). */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid;
}
