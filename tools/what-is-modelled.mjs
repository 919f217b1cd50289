// Writes the list of recorded runs and the text “What is modelled” from what the page shows: node tools/what-is-modelled.mjs
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The text that people read without the page. */
export const docsFile = join(root, "docs/what-is-modelled.md");

/** The names and titles of all recorded runs; the runs themselves lie beside the checkout. */
export const runsFile = join(root, "src/projections/modelled/recorded-runs.json");

const folders = ["informer", "http", "workqueue"];

/** Where the recorded runs are, or undefined when there is only the checkout with its selection of them. */
export function vectorsFolder() {
  const everything = process.env.LOOPSCOPE_VECTORS ?? join(root, "../shared/vectors");
  return existsSync(join(everything, "informer")) ? everything : undefined;
}

/** The list of the runs below a folder; `replay` says whether the text of a run matches. */
export function listRuns(folder, replay) {
  const runs = folders.flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith(".json"))
      .map((file) => readFileSync(join(folder, name, file), "utf8")),
  );
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
  const folder = vectorsFolder();
  if (folder !== undefined) {
    const { replayVector } = await importTyped("src/conformance/replay.ts");
    writeFileSync(runsFile, `${JSON.stringify(listRuns(folder, replayVector), undefined, 2)}\n`);
  }
  const { modelledMarkdown } = await importTyped("src/projections/modelled/as-markdown.ts");
  writeFileSync(docsFile, modelledMarkdown());
}
