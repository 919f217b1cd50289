import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rounded } from "./clock.ts";

/** What a build has to load before it can show anything: kB of JavaScript, gzip. Chunks that are imported later do not count. */
export function measurePageSize(folder: string) {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const entries = [...page.matchAll(/<script[^>]+src="\.\/([^"]+)"/g)].map((match) => match[1] ?? "");
  const pageFiles = withImports(folder, entries);
  // The worker's file is named by the page's code; a chart of that name is a picture of some kilobytes.
  const workers = readdirSync(join(folder, "assets"))
    .filter((name) => /^worker-.*\.js$/.test(name))
    .map((name) => `assets/${name}`)
    .filter((name) => readFileSync(join(folder, name), "utf8").includes("postMessage"));
  return {
    pageKb: kilobytes(folder, pageFiles),
    workerKb: kilobytes(folder, withImports(folder, workers)),
    pageFiles: pageFiles.length,
  };
}

/** The files and all that they import before they run. */
function withImports(folder: string, files: readonly string[]): readonly string[] {
  const found = new Set(files);
  for (const file of found) {
    const code = readFileSync(join(folder, file), "utf8");
    for (const [, name] of code.matchAll(/(?:^|[;}])(?:import|export)(?:[^"'`()]*?from)?["']\.\/([^"']+\.js)["']/gm))
      found.add(`assets/${name}`);
  }
  return [...found];
}

function kilobytes(folder: string, files: readonly string[]): number {
  const bytes = files.map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
  return rounded(bytes.reduce((sum, each) => sum + each, 0) / 1_000, 1);
}
