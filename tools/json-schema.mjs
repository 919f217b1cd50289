// Writes the JSON Schema of scenario files from the schema that decodes them: node tools/json-schema.mjs
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toJsonSchema } from "@valibot/to-json-schema";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where the schema is published; editors find it by the address in a file's first line. */
export const schemaFile = join(root, "public/schema/scenario-1.json");

/** The JSON Schema of what a scenario file may hold, as the text of `schemaFile`. */
export function jsonSchemaText(scenarioSchema, definitions) {
  const schema = toJsonSchema(scenarioSchema, {
    definitions,
    typeMode: "input",
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === "custom" ? { type: "object" } : undefined),
  });
  const { $schema, ...rest } = schema;
  const named = { $schema, title: "Loopscope scenario, version 1", ...rest };
  return `${JSON.stringify(named, undefined, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(join(root, "src/scenarios/schema.ts"));
  writeFileSync(schemaFile, jsonSchemaText(module.scenarioSchema, module.namedSchemas));
}
