import { type Document, parseAllDocuments } from "yaml";
import { ok, type Problem, problems, type Result } from "../base/result.ts";
import { type DraftObject, isJsonObject, type Json } from "../simulation/kubernetes/object.ts";

/** A paste of more than this is not a manifest for a simulated cluster. */
const longestText = 200_000;
const mostObjects = 50;

/** The objects in one or more YAML or JSON documents, or what is wrong with them, by line. */
export function readManifest(text: string): Result<readonly DraftObject[]> {
  if (text.length > longestText) return problems([{ path: "", message: `at most ${longestText} characters` }]);
  const found: Problem[] = [];
  const objects: DraftObject[] = [];
  for (const document of parseAllDocuments(text)) {
    for (const error of document.errors) {
      found.push({ path: "", line: error.linePos?.[0].line ?? 1, message: error.message.split("\n")[0] ?? error.code });
    }
    if (document.errors.length > 0) continue;
    const line = lineAt(text, document.range?.[0] ?? 0);
    const value = dataOf(document);
    if (value === null) continue;
    if (value === undefined) {
      found.push({ path: "", line, message: "aliases that repeat each other are not followed" });
      continue;
    }
    const missing = missingIn(value);
    if (missing !== undefined) found.push({ path: missing, line, message: `${missing} is missing` });
    else if (isDraft(value)) objects.push(value);
  }
  if (objects.length > mostObjects) found.push({ path: "", message: `at most ${mostObjects} objects at once` });
  if (found.length === 0 && objects.length === 0) found.push({ path: "", message: "there is no object in it" });
  return found.length > 0 ? problems(found) : ok(objects);
}

/** The document as plain data; undefined when its aliases would unfold into too much, which the library throws for. */
function dataOf(document: Document.Parsed): Json | undefined {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch {
    return undefined;
  }
}

function missingIn(value: Json): string | undefined {
  if (isDraft(value)) return undefined;
  if (!isJsonObject(value)) return "apiVersion";
  return ["apiVersion", "kind"].find((field) => typeof value[field] !== "string") ?? "metadata.name";
}

function isDraft(value: Json): value is DraftObject {
  if (!isJsonObject(value)) return false;
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !isJsonObject(metadata)) return false;
  return typeof (metadata.name ?? metadata.generateName) === "string";
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
