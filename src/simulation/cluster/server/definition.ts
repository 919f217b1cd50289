import type { Micros } from "../../../base/time.ts";
import { setCondition } from "../../kubernetes/condition.ts";
import { CLEANUP_FINALIZER, CRD, isDefinitionTerminating } from "../../kubernetes/custom-resource-definition.ts";
import { type KindInfo, resourceName } from "../../kubernetes/kind.ts";
import { finalizersOf, isJsonList, type KubeObject, withMetadata } from "../../kubernetes/object.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import type { Status } from "../../kubernetes/status.ts";
import { forbiddenWith } from "../../kubernetes/status-error.ts";
import { formatTimestamp } from "../../kubernetes/timestamp.ts";

// What is special about CustomResourceDefinitions (`ax:registry/customresourcedefinition/etcd.go @v0.36.3`).

/** Whether the kind is that of definitions. */
export function isDefinition(info: KindInfo): boolean {
  return info.id === CRD;
}

/** The key under which the definition of a custom kind is stored. */
export function definitionKey(info: KindInfo): ObjectKey {
  return objectKey(undefined, resourceName(info));
}

/** A definition with this `Terminating` condition (`ax:apihelpers/helpers.go:SetCRDCondition`). */
export function withTerminating(
  definition: KubeObject,
  status: "True" | "False",
  reason: string,
  message: string,
  now: Micros,
): KubeObject {
  const before = definition.status?.conditions;
  const update = { type: "Terminating", status, reason, message } as const;
  const conditions = setCondition(isJsonList(before) ? before : [], update, formatTimestamp(now));
  return { ...definition, status: { ...definition.status, conditions } };
}

/** A definition whose deletion begins: without a grace period, with the finalizer that keeps it until its objects are gone (`etcd.go:Delete`). */
export function terminatingDefinition(definition: KubeObject, now: Micros): KubeObject {
  const finalizers = finalizersOf(definition);
  const marked = withMetadata(definition, {
    deletionTimestamp: formatTimestamp(now),
    finalizers: finalizers.includes(CLEANUP_FINALIZER) ? finalizers : [...finalizers, CLEANUP_FINALIZER],
  });
  const message = "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
  return withTerminating(marked, "True", "InstanceDeletionPending", message, now);
}

/** 403 for a creation while the kind goes away; `definition` as the server knows it (`ax:apiserver/customresource_handler.go:forbidCreateAdmission`). */
export function kindTerminatingRefusal(
  info: KindInfo,
  definition: KubeObject | undefined,
  name: string,
): Status | undefined {
  if (definition === undefined || !isDefinitionTerminating(definition)) return undefined;
  const text = "create not allowed while custom resource definition is terminating";
  return forbiddenWith(info, name === "" ? undefined : name, text);
}
