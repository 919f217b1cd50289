import { ownValue } from "../../base/own-value.ts";
/** Any JSON value, immutable. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, immutable. */
export type JsonObject = { readonly [field: string]: Json };

/** One entry of `metadata.ownerReferences`. At most one per object has `controller: true`. */
export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
};

/** The endpoints below an object: `/status`, and the `/finalize` of namespaces. */
export type Subresource = "status" | "finalize";

/** One entry of `metadata.managedFields`: a manager and the fields that it owns, nested (`am:apis/meta/v1/types.go:ManagedFieldsEntry @v0.36.3`). */
export type ManagedFieldsEntry = {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly time: string;
  readonly fieldsType: "FieldsV1";
  readonly fieldsV1: JsonObject;
  readonly subresource?: Subresource;
};

/** String keys to string values: labels, annotations, node selectors. */
export type StringMap = { readonly [key: string]: string };

/**
 * `metadata` of a stored object. `resourceVersion` is a decimal string, timestamps are RFC 3339 with whole seconds.
 * `generation` is absent for kinds that do not count it.
 */
export type ObjectMeta = {
  readonly name: string;
  readonly namespace?: string;
  readonly generateName?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
};

/** An object as the API server stores and returns it. Fields besides those named (such as a ConfigMap's `data`) are plain JSON. */
export type KubeObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly [field: string]: Json;
};

/** `metadata` as a client may send it: everything that the server fills in is optional. */
export type DraftMeta = Partial<ObjectMeta>;

/** An object as a client sends it in the body of a create or an update. */
export type DraftObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: DraftMeta;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly [field: string]: Json;
};

/** True for a JSON object, false for lists, scalars, `null` and absent values. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a JSON list. */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value at `path`, or undefined where a step is missing or is not an object. */
export function jsonAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let current = value;
  for (const field of path) {
    if (!isJsonObject(current)) return undefined;
    current = ownValue(current, field);
  }
  return current;
}

/** The same object with some metadata fields replaced. */
export function withMetadata(object: KubeObject, change: Partial<ObjectMeta>): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...change } };
}

/** The labels of an object; an empty map if it has none. */
export function labelsOf(object: { readonly metadata: DraftMeta }): StringMap {
  return object.metadata.labels ?? noStrings;
}

/** The finalizers of an object; an empty list if it has none. */
export function finalizersOf(object: { readonly metadata: DraftMeta }): readonly string[] {
  return object.metadata.finalizers ?? noFinalizers;
}

/** True once deletion was asked for and the object waits for its finalizers or its grace period. */
export function isTerminating(object: { readonly metadata: DraftMeta }): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}

/** The owner reference with `controller: true`, if any (`am:apis/meta/v1/controller_ref.go:GetControllerOf @v0.36.3`). */
export function controllerOf(object: { readonly metadata: DraftMeta }): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

const noStrings: StringMap = {};
const noFinalizers: readonly string[] = [];
