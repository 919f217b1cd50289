import { jsonEqual } from "../../kubernetes/json-equal.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import { labelSelectorOf, matchesLabels } from "../../kubernetes/label-selector.ts";
import { isDnsLabel, isDnsSubdomain, isLabelKey, isLabelValue } from "../../kubernetes/label-syntax.ts";
import {
  finalizersOf,
  isJsonObject,
  isTerminating,
  jsonAt,
  type KubeObject,
  type OwnerReference,
  type StringMap,
} from "../../kubernetes/object.ts";
import { schemaErrors } from "../../kubernetes/schema-errors.ts";
import type { FieldError } from "../../kubernetes/status-error.ts";

/**
 * What is wrong with an object by the rules that every kind shares and the few that built-in kinds need here (`am:api/validation/objectmeta.go @v0.36.3`).
 * Parts that are the very same in `valid`, which was found valid before, are not looked at again.
 */
export function validateObject(info: KindInfo, object: KubeObject, valid?: KubeObject): readonly FieldError[] {
  const isSame = (part: "labels" | "annotations" | "finalizers" | "ownerReferences") =>
    valid !== undefined && object.metadata[part] === valid.metadata[part];
  return [
    ...nameErrors(info, object),
    ...(isSame("labels") ? [] : labelErrors(object.metadata.labels ?? {})),
    ...(isSame("annotations") ? [] : keyErrors("metadata.annotations", Object.keys(object.metadata.annotations ?? {}))),
    ...(isSame("finalizers") ? [] : keyErrors("metadata.finalizers", finalizersOf(object))),
    ...(isSame("ownerReferences") ? [] : ownerErrors(object)),
    ...(valid !== undefined && object.spec === valid.spec ? [] : specErrors(info, object)),
    ...(info.schema === undefined ? [] : schemaErrors(info.schema, object)),
  ];
}

function specErrors(info: KindInfo, object: KubeObject): readonly FieldError[] {
  return [...replicaErrors(object), ...templateErrors(info, object)];
}

/** What an update may not change: uid, immutable fields, and new finalizers once deletion has begun (`ValidateObjectMetaAccessorUpdate`). */
export function validateUpdate(info: KindInfo, object: KubeObject, old: KubeObject): readonly FieldError[] {
  const errors: FieldError[] = [...validateObject(info, object, old)];
  if (object.metadata.uid !== old.metadata.uid) errors.push(immutable("metadata.uid", object.metadata.uid));
  if (object.metadata.name !== old.metadata.name) errors.push(immutable("metadata.name", object.metadata.name));
  if (isTerminating(old)) {
    const added = finalizersOf(object).filter((finalizer) => !finalizersOf(old).includes(finalizer));
    const list = added.map((finalizer) => `"${finalizer}"`).join(", ");
    const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
    if (added.length > 0) errors.push({ type: "forbidden", field: "metadata.finalizers", detail });
  }
  for (const field of info.immutableFields) {
    const value = jsonAt(object, ...field.split("."));
    if (!jsonEqual(value, jsonAt(old, ...field.split(".")))) errors.push(immutable(field, value));
  }
  return errors;
}

function immutable(field: string, value: unknown): FieldError {
  return { type: "invalid", field, value: JSON.stringify(value), detail: "field is immutable" };
}

function nameErrors(info: KindInfo, object: KubeObject): readonly FieldError[] {
  const { name, namespace } = object.metadata;
  const errors: FieldError[] = [];
  const isLabel = info.id === "Namespace" || info.id === "Service";
  if (name === "")
    errors.push({ type: "required", field: "metadata.name", detail: "name or generateName is required" });
  else if (!(isLabel ? isDnsLabel(name) : isDnsSubdomain(name))) {
    const detail = isLabel
      ? "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"
      : "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
    errors.push({ type: "invalid", field: "metadata.name", value: JSON.stringify(name), detail });
  }
  if (info.namespaced && (namespace ?? "") === "")
    errors.push({ type: "required", field: "metadata.namespace", detail: "" });
  return errors;
}

function labelErrors(labels: StringMap): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels)) {
    const field = "metadata.labels";
    errors.push(...keyErrors(field, [key]));
    if (!isLabelValue(value)) {
      const detail =
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
      errors.push({ type: "invalid", field, value: JSON.stringify(value), detail });
    }
  }
  return errors;
}

/** Keys of labels, of annotations (in any case) and finalizers are qualified names (`IsQualifiedName`). */
function keyErrors(field: string, keys: readonly string[]): readonly FieldError[] {
  const detail =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  return keys
    .filter((key) => !isLabelKey(field === "metadata.annotations" ? key.toLowerCase() : key))
    .map((key) => ({ type: "invalid", field, value: JSON.stringify(key), detail }));
}

/** `ValidateOwnerReferences`. Left out: that an Event owns nothing. */
function ownerErrors(object: KubeObject): readonly FieldError[] {
  const references = object.metadata.ownerReferences ?? [];
  const parts = { apiVersion: "version", kind: "kind", name: "name", uid: "uid" } as const;
  const bare = references.flatMap((reference) =>
    Object.entries(parts)
      .filter(([part]) => (jsonAt(reference, part) ?? "") === "")
      .map(([part, called]): FieldError => {
        const field = `metadata.ownerReferences.${part}`;
        return { type: "invalid", field, value: '""', detail: `${called} must not be empty` };
      }),
  );
  return [...bare, ...controllerErrors(references)];
}

function controllerErrors(references: readonly OwnerReference[]): readonly FieldError[] {
  const controllers = references.filter((reference) => reference.controller === true);
  const [first, second] = controllers;
  if (first === undefined || second === undefined) return [];
  const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first.kind}/${first.name} and ${second.kind}/${second.name}`;
  return [{ type: "invalid", field: "metadata.ownerReferences", value: JSON.stringify(controllers), detail }];
}

function replicaErrors(object: KubeObject): readonly FieldError[] {
  const replicas = object.spec?.replicas;
  if (replicas === undefined || (typeof replicas === "number" && Number.isInteger(replicas) && replicas >= 0))
    return [];
  const detail = "must be greater than or equal to 0";
  return [{ type: "invalid", field: "spec.replicas", value: JSON.stringify(replicas), detail }];
}

/** A workload's selector must be there and match the labels of its own template (`kk:pkg/apis/apps/validation/validation.go`). */
function templateErrors(info: KindInfo, object: KubeObject): readonly FieldError[] {
  if (info.group !== "apps" || info.custom) return [];
  const spec = object.spec ?? {};
  if (!isJsonObject(spec.selector)) return [{ type: "required", field: "spec.selector", detail: "" }];
  const selector = labelSelectorOf(spec.selector);
  if (selector.type === "problems") {
    return [
      {
        type: "invalid",
        field: "spec.selector",
        value: JSON.stringify(spec.selector),
        detail: "invalid label selector",
      },
    ];
  }
  const labels = jsonAt(spec, "template", "metadata", "labels");
  const texts = Object.fromEntries(Object.entries(isJsonObject(labels) ? labels : {}).map(([k, v]) => [k, String(v)]));
  if (matchesLabels(selector.value, texts)) return [];
  const detail = "`selector` does not match template `labels`";
  return [{ type: "invalid", field: "spec.template.metadata.labels", value: JSON.stringify(texts), detail }];
}
