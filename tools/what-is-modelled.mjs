// Writes the list of recorded runs and the text “What is modelled” from what the page shows: node tools/what-is-modelled.mjs
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The text that people read without the page. */
export const docsFile = join(root, "docs/what-is-modelled.md");

/** The names and titles of all recorded runs that the product brings. */
export const runsFile = join(root, "src/projections/modelled/recorded-runs.json");

const vectors = join(root, "src/conformance/vectors");

/** The list of the recorded runs; `replay` says whether the text of a run matches. */
export function listRuns(replay) {
  const runs = readdirSync(vectors, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => readFileSync(join(vectors, file), "utf8"));
  const rows = runs.map((text) => {
    const { name, title, subject, kind } = JSON.parse(text);
    return { name, title: capitalized(title), subject: subject ?? kind, matches: replay(text).type === "match" };
  });
  return rows.sort((a, b) => compare(a.subject, b.subject) || compare(a.name, b.name));
}

function capitalized(title) {
  const text = title.replace(/\.$/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { runnerImport } = await import("vite");
  const importTyped = async (path) => (await runnerImport(join(root, path))).module;
  const { replayVector } = await importTyped("src/conformance/replay.ts");
  writeFileSync(runsFile, `${JSON.stringify(listRuns(replayVector), undefined, 2)}\n`);
  const { modelledMarkdown } = await importTyped("src/projections/modelled/as-markdown.ts");
  writeFileSync(docsFile, modelledMarkdown());
}
