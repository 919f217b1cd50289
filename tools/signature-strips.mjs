// Draws the fingerprint of every scenario of the catalogue from its own run: node tools/signature-strips.mjs
// To be run when a scenario or its run has changed; a test says so. The same runs always give the same file.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where the strips are kept; the catalogue fetches the file when it opens. */
export const stripsFile = join(root, "src/views/catalog/strips.json");

/** The strips of all scenarios by id, as the text of `stripsFile`: one line for each band and mark. */
export async function stripsText({ stockScenarios, planOf, runHeadless, readLane, indexOfMoment, signatureStrip }) {
  const entries = [];
  for (const scenario of await stockScenarios()) {
    const trace = [];
    runHeadless(planOf(scenario, {}), (step) => trace.push(...step));
    const begins = scenario.chapters.map(({ on }) => trace[indexOfMoment(trace, on)].at);
    const { bands, marks, chapters } = signatureStrip(
      trace.map((event) => ({ at: event.at, reading: readLane(event) })),
      begins,
    );
    entries.push(
      `"${scenario.id}": { "bands": ${listText(bands)}, "marks": ${listText(marks)}, "chapters": ${JSON.stringify(chapters)} }`,
    );
  }
  return `{\n${entries.join(",\n")}\n}\n`;
}

function listText(items) {
  return items.length === 0 ? "[]" : `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(",\n")}\n]`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { createServer } = await import("vite");
  const server = await createServer({ root, logLevel: "silent", server: { middlewareMode: true, ws: false } });
  try {
    const load = (file) => server.ssrLoadModule(`/src/${file}`);
    const modules = await Promise.all(
      [
        "scenarios/catalog.ts",
        "scenarios/plan-of.ts",
        "scenarios/headless-run.ts",
        "scenarios/expect.ts",
        "simulation/cluster/lane-of.ts",
        "projections/signature-strip.ts",
      ].map(load),
    );
    writeFileSync(stripsFile, await stripsText(Object.assign({}, ...modules)));
  } finally {
    await server.close();
  }
}
