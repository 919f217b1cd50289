import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { rounded } from "./clock.ts";

/** The scripts of a thread by name, and when the page had its first paused frame: milliseconds since the epoch. */
type Loaded = { readonly scripts: readonly string[]; readonly at: number };

/**
 * What a page that was just sent to its address has loaded when the first paused frame stands on it: kB of JavaScript,
 * gzip, as the page and its worker themselves tell. What is fetched behind that picture does not count.
 */
export async function measureFirstLoad(page: Page, folder: string) {
  const handle = await page.waitForFunction(scriptsOfPage, undefined, { polling: "raf", timeout: 120_000 });
  const { scripts, at }: Loaded = (await handle.jsonValue()) || { scripts: [], at: 0 };
  const [worker] = page.workers();
  // A browser counts a worker's first scripts among the resources of the page that starts it.
  const own = worker === undefined ? [] : staticallyImported(folder, basename(worker.url()));
  const imported = (await worker?.evaluate(scriptsBefore, at)) ?? [];
  const ofPage = scripts.filter((name) => !own.includes(name));
  const ofWorker = [...own, ...imported];
  return { pageKb: kilobytes(folder, ofPage), workerKb: kilobytes(folder, ofWorker), ofPage, ofWorker };
}

/** Runs in the page: false until a moment of the run is shown. */
function scriptsOfPage(): Loaded | false {
  const nodes = document.querySelectorAll(".react-flow__node").length;
  const clock = document.querySelector("[role=timer]")?.textContent ?? "";
  if (nodes === 0 || !/[1-9]/.test(clock)) return false;
  const entries = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
  const scripts = [...new Set(entries.map(({ name }) => name.slice(name.lastIndexOf("/") + 1)))];
  return { scripts, at: performance.timeOrigin + performance.now() };
}

/** Runs in the worker. */
function scriptsBefore(at: number): readonly string[] {
  const isBefore = ({ startTime }: PerformanceEntry) => performance.timeOrigin + startTime <= at;
  const entries = performance.getEntriesByType("resource").filter((entry) => isBefore(entry));
  return entries.map(({ name }) => name.slice(name.lastIndexOf("/") + 1)).filter((name) => name.endsWith(".js"));
}

/** A script and all that it imports before it runs. */
function staticallyImported(folder: string, name: string, found = new Set<string>()): readonly string[] {
  if (found.has(name)) return [];
  found.add(name);
  const source = readFileSync(join(folder, "assets", name), "utf8");
  const imports = source.matchAll(/(?:from|import) *["'`]\.\/([^"'`]+\.js)["'`]/g);
  for (const [, imported = ""] of imports) staticallyImported(folder, imported, found);
  return [...found];
}

function kilobytes(folder: string, names: readonly string[]): number {
  const bytes = names.map((name) => gzipSync(readFileSync(join(folder, "assets", name)), { level: 9 }).length);
  return rounded(bytes.reduce((sum, each) => sum + each, 0) / 1_000, 1);
}
