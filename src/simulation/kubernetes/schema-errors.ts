import { assert } from "../../base/assert.ts";
import { ownValue } from "../../base/own-value.ts";
import { isJsonObject, type Json } from "./object.ts";
import type { OpenApiSchema } from "./open-api-schema.ts";
import { compilePattern, matchesPattern, type Pattern } from "./pattern.ts";
import type { FieldError } from "./status-error.ts";

/**
 * What is wrong with a value, in the words of the API server (`apiextensions-apiserver pkg/apiserver/validation/validation.go:kubeOpenAPIResultToFieldErrors`,
 * `kube-openapi pkg/validation/errors/schema.go @2026-07`). A value of the wrong type is not looked at any further. Upstream goes through
 * properties in random order; here they come as the schema has them, what is missing last.
 */
export function schemaErrors(schema: OpenApiSchema, value: Json, path = ""): readonly FieldError[] {
  const type = typeOf(value);
  if (schema.type !== undefined && !isOfType(schema.type, type)) {
    const detail = `${path} in body must be of type ${schema.type}: "${type}"`;
    return [{ type: "invalid", field: path, value: `"${type}"`, detail }];
  }
  return [...limitErrors(schema, value, path), ...enumErrors(schema, value, path), ...partErrors(schema, value, path)];
}

function limitErrors(schema: OpenApiSchema, value: Json, path: string): readonly FieldError[] {
  const { minimum, maximum, minLength, pattern } = schema;
  const broken: string[] = [];
  if (typeof value === "number") {
    if (minimum !== undefined && value < minimum) broken.push(`should be greater than or equal to ${minimum}`);
    if (maximum !== undefined && value > maximum) broken.push(`should be less than or equal to ${maximum}`);
  }
  if (typeof value === "string") {
    if (minLength !== undefined && [...value].length < minLength)
      broken.push(`should be at least ${minLength} chars long`);
    if (pattern !== undefined && !matchesPattern(compiled(pattern), value)) broken.push(`should match '${pattern}'`);
  }
  return broken.map((rule) => ({
    type: "invalid",
    field: path,
    value: JSON.stringify(value),
    detail: `${path} in body ${rule}`,
  }));
}

/** A pattern that does not compile is refused with its CRD, so none comes here. */
function compiled(pattern: string): Pattern {
  const result = compilePattern(pattern);
  assert(result.type === "ok", `the pattern ${JSON.stringify(pattern)} was accepted, but does not compile`);
  return result.value;
}

function enumErrors({ enum: allowed }: OpenApiSchema, value: Json, path: string): readonly FieldError[] {
  if (allowed === undefined || allowed.some((each) => each === value)) return [];
  const list = allowed.map((each) => JSON.stringify(String(each))).join(", ");
  return [{ type: "notSupported", field: path, value: JSON.stringify(value), detail: `supported values: ${list}` }];
}

function partErrors(schema: OpenApiSchema, value: Json, path: string): readonly FieldError[] {
  const { properties = {}, required = [], items } = schema;
  if (Array.isArray(value))
    return items === undefined ? [] : value.flatMap((each, index) => schemaErrors(items, each, `${path}[${index}]`));
  if (!isJsonObject(value)) return [];
  const inside = (name: string) => (path === "" ? name : `${path}.${name}`);
  const wrong = Object.entries(properties).flatMap(([name, part]) => {
    const held = ownValue(value, name);
    return held === undefined ? [] : schemaErrors(part, held, inside(name));
  });
  const missing = required.filter((name) => ownValue(value, name) === undefined);
  return [...wrong, ...missing.map((name): FieldError => ({ type: "required", field: inside(name), detail: "" }))];
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function isOfType(wanted: string, type: string): boolean {
  return wanted === type || (wanted === "number" && type === "integer");
}
