import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { namedSchemas, scenarioSchema } from "../src/scenarios/schema.ts";
import { jsonSchemaText, schemaFile } from "./json-schema.mjs";

test("the published JSON Schema is that of the schema which decodes scenario files", () => {
  expect(readFileSync(schemaFile, "utf8"), "run: node tools/json-schema.mjs").toBe(
    jsonSchemaText(scenarioSchema, namedSchemas),
  );
});

test("the published JSON Schema knows every field of a file, and refuses others", () => {
  const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
  expect(schema.required).toEqual(["loopscope", "id", "title"]);
  expect(Object.keys(schema.properties)).toContain("chapters");
  expect(schema.additionalProperties).toBe(false);
});
