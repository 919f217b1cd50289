// The messages are those of kube-openapi pkg/validation/errors/schema.go (…Fail) as apiextensions-apiserver
// pkg/apiserver/validation/validation.go:kubeOpenAPIResultToFieldErrors and apimachinery's field errors put them together.
import { expect, test } from "vitest";
import type { Json } from "./object.ts";
import type { OpenApiSchema } from "./open-api-schema.ts";
import { schemaErrors } from "./schema-errors.ts";

const spec: OpenApiSchema = {
  type: "object",
  required: ["engine", "size"],
  properties: {
    engine: { type: "string", enum: ["postgres", "mysql"] },
    size: { type: "integer", minimum: 1, maximum: 100 },
    name: { type: "string", minLength: 2, pattern: "^[a-z]+$" },
    share: { type: "number" },
    zones: { type: "array", items: { type: "string" } },
  },
};

function errorsOf(value: Json) {
  return schemaErrors({ type: "object", properties: { spec } }, { spec: value });
}

test("an object that fits, with fields that nobody speaks of, has no errors", () => {
  const value = { engine: "mysql", size: 3, name: "ab", share: 1, zones: ["a"], other: true };
  expect(errorsOf(value)).toEqual([]);
  expect(schemaErrors({ type: "object", properties: { spec } }, {})).toEqual([]);
});

test("what breaks a limit is told with its value and the rule", () => {
  expect(errorsOf({ engine: "mysql", size: 0, name: "A" })).toEqual([
    {
      type: "invalid",
      field: "spec.size",
      value: "0",
      detail: "spec.size in body should be greater than or equal to 1",
    },
    {
      type: "invalid",
      field: "spec.name",
      value: '"A"',
      detail: "spec.name in body should be at least 2 chars long",
    },
    { type: "invalid", field: "spec.name", value: '"A"', detail: "spec.name in body should match '^[a-z]+$'" },
  ]);
  expect(errorsOf({ engine: "mysql", size: 101 })[0]?.detail).toBe(
    "spec.size in body should be less than or equal to 100",
  );
});

test("a value of the wrong type is told by the type that it has, and nothing else about it", () => {
  expect(errorsOf({ engine: "mysql", size: "ten" })).toEqual([
    {
      type: "invalid",
      field: "spec.size",
      value: '"string"',
      detail: 'spec.size in body must be of type integer: "string"',
    },
  ]);
  expect(errorsOf({ engine: "mysql", size: 1.5 })[0]?.detail).toBe(
    'spec.size in body must be of type integer: "number"',
  );
  expect(errorsOf({ engine: "mysql", size: 1, zones: ["a", 2] })[0]?.field).toBe("spec.zones[1]");
});

test("a value outside an enum is not supported, and what is missing is required", () => {
  expect(errorsOf({ engine: "oracle" })).toEqual([
    {
      type: "notSupported",
      field: "spec.engine",
      value: '"oracle"',
      detail: 'supported values: "postgres", "mysql"',
    },
    { type: "required", field: "spec.size", detail: "" },
  ]);
});

test("a field that is called as what every object of the language has is missing where it is not", () => {
  const schema: OpenApiSchema = {
    type: "object",
    required: ["constructor"],
    properties: { constructor: { type: "string" } as OpenApiSchema },
  };
  expect(schemaErrors(schema, {})).toEqual([{ type: "required", field: "constructor", detail: "" }]);
  expect(schemaErrors(schema, { constructor: "x" })).toEqual([]);
});
