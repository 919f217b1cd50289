import { ownValue } from "../../../base/own-value.ts";
import { ok, problems, type Result } from "../../../base/result.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import { type DraftObject, isJsonList, isJsonObject, type Json, type JsonObject } from "../../kubernetes/object.ts";

// The server reads bodies into Go's types before it looks at them. A value of another type is an error of the decoder, null is nothing.
// Only fields that something here reads have a type; of what is said about the others nothing is modelled. The specs of custom resources
// have no type of their own: their schema speaks.

type GoType =
  | { readonly is: "string" | "number" | "boolean"; readonly go: string }
  | { readonly is: "list" | "map"; readonly of: GoType; readonly go: string }
  | { readonly is: "struct"; readonly name: string; readonly fields: Fields; readonly go: string };

type Fields = Readonly<Record<string, GoType>>;

const text: GoType = { is: "string", go: "string" };
const flag: GoType = { is: "boolean", go: "bool" };
const int32: GoType = { is: "number", go: "int32" };
const int64: GoType = { is: "number", go: "int64" };
const texts: GoType = { is: "map", of: text, go: "map[string]string" };
const struct = (name: string, fields: Fields): GoType => ({ is: "struct", name, fields, go: `v1.${name}` });
const list = (of: GoType): GoType => ({ is: "list", of, go: `[]${of.go}` });

const ownerReference = struct("OwnerReference", {
  apiVersion: text,
  kind: text,
  name: text,
  uid: text,
  controller: flag,
  blockOwnerDeletion: flag,
});

const objectMeta = struct("ObjectMeta", {
  name: text,
  generateName: text,
  namespace: text,
  uid: text,
  resourceVersion: text,
  generation: int64,
  deletionGracePeriodSeconds: int64,
  labels: texts,
  annotations: texts,
  finalizers: list(text),
  ownerReferences: list(ownerReference),
});

const template = struct("PodTemplateSpec", { metadata: objectMeta, spec: struct("PodSpec", {}) });
const selector = struct("LabelSelector", {
  matchLabels: texts,
  matchExpressions: list(struct("LabelSelectorRequirement", {})),
});
const workload = { replicas: int32, minReadySeconds: int32, selector, template };

/** What the decoder knows of the fields beside `metadata`, by kind; of other built-in kinds, that spec and status are objects. */
const TYPED: Readonly<Record<string, Fields>> = {
  ConfigMap: { data: texts },
  Deployment: {
    spec: struct("DeploymentSpec", { ...workload, progressDeadlineSeconds: int32, revisionHistoryLimit: int32 }),
  },
  Job: { spec: struct("JobSpec", { parallelism: int32, completions: int32, backoffLimit: int32, template }) },
  Namespace: { spec: struct("NamespaceSpec", { finalizers: list(text) }) },
  Pod: { spec: struct("PodSpec", { nodeName: text, terminationGracePeriodSeconds: int64 }) },
  ReplicaSet: { spec: struct("ReplicaSetSpec", workload) },
};

/**
 * Reads the body of a request into the server's types, as `sigs.k8s.io/json` does; what is wrong is said in its words (Go's
 * `encoding/json:UnmarshalTypeError`). A body without nulls stays the very same.
 */
export function decodeBody(info: KindInfo, body: DraftObject): Result<DraftObject, string> {
  const spec = struct(`${info.kind}Spec`, {});
  const status = struct(`${info.kind}Status`, {});
  const own = info.custom ? {} : { spec, status, ...ownValue(TYPED, info.id) };
  const decoded = decodeStruct(body, info.kind, { metadata: objectMeta, ...own }, "");
  return decoded.type === "ok" ? ok(decoded.value as DraftObject) : decoded; // its metadata is an object still
}

/** Where a value stands: the struct around it, and the names of fields that lead to it. */
type Place = { readonly struct: string; readonly path: string };

function decode(value: Json, type: GoType, place: Place): Result<Json, string> {
  if (value === null) return ok(zeroOf(type));
  switch (type.is) {
    case "string":
    case "boolean":
      return typeof value === type.is ? ok(value) : mismatch(value, type, place);
    case "number":
      return isInteger(value, type.go) ? ok(value) : mismatch(value, type, place);
    case "list": {
      if (!isJsonList(value)) return mismatch(value, type, place);
      const decoded = decodeAll(value.map((item) => [item, type.of, place]));
      const isSame = decoded.type === "ok" && decoded.value.every((item, index) => item === value[index]);
      return isSame ? ok(value) : decoded;
    }
    case "map": {
      if (!isJsonObject(value)) return mismatch(value, type, place);
      const entries = Object.entries(value);
      const decoded = decodeAll(entries.map(([, item]) => [item, type.of, place]));
      return decoded.type === "ok" ? ok(withValues(value, entries, decoded.value)) : decoded;
    }
    case "struct":
      return isJsonObject(value)
        ? decodeStruct(value, type.name, type.fields, place.path)
        : mismatch(value, type, place);
  }
}

/** Fields that have no type here stay as they are. */
function decodeStruct(value: JsonObject, name: string, fields: Fields, path: string): Result<JsonObject, string> {
  const entries = Object.entries(value).filter(
    ([field, part]) => part !== null || ownValue(fields, field) === undefined,
  );
  const decoded = decodeAll(
    entries.map(([field, part]) => [
      part,
      ownValue(fields, field),
      { struct: name, path: path === "" ? field : `${path}.${field}` },
    ]),
  );
  return decoded.type === "ok" ? ok(withValues(value, entries, decoded.value)) : decoded;
}

function decodeAll(
  parts: readonly (readonly [value: Json, type: GoType | undefined, place: Place])[],
): Result<readonly Json[], string> {
  const values: Json[] = [];
  for (const [value, type, place] of parts) {
    const decoded = type === undefined ? ok(value) : decode(value, type, place);
    if (decoded.type === "problems") return decoded;
    values.push(decoded.value);
  }
  return ok(values);
}

/** The object with these values for its entries, or itself when they are what it has. */
function withValues(
  value: JsonObject,
  entries: readonly (readonly [name: string, value: Json])[],
  values: readonly Json[],
): JsonObject {
  const isSame =
    entries.length === Object.keys(value).length && entries.every(([, before], index) => before === values[index]);
  return isSame ? value : Object.fromEntries(entries.map(([name], index) => [name, values[index] ?? null]));
}

function zeroOf(type: GoType): Json {
  if (type.is === "string") return "";
  if (type.is === "number") return 0;
  if (type.is === "boolean") return false;
  return type.is === "list" ? [] : {};
}

function isInteger(value: Json, go: string): boolean {
  if (typeof value !== "number" || !Number.isInteger(value)) return false;
  return go === "int64" || (value >= -(2 ** 31) && value < 2 ** 31);
}

function mismatch(value: Json, { go }: GoType, { struct: name, path }: Place): Result<never, string> {
  return problems(`json: cannot unmarshal ${jsonKind(value, go)} into Go struct field ${name}.${path} of type ${go}`);
}

/** A number that does not fit is told with its digits. */
function jsonKind(value: Json, go: string): string {
  if (isJsonList(value)) return "array";
  if (typeof value === "number") return go.startsWith("int") ? `number ${value}` : "number";
  return typeof value === "boolean" ? "bool" : typeof value;
}
