import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureCharts } from "./charts.ts";
import { measureEngine } from "./engine.ts";
import { measureLinks } from "./links.ts";
import { measureSystems } from "./systems.ts";

// Prints figures as JSON beside those to reach: npm run -s bench -- [--quick] [--only engine|charts|links|systems|page]
// Times are the main thread's processor time where the system tells it, so other programs disturb them little.

const goals = {
  engine: { eventsPerSecond: 200_000, costPerEvent: "flat from 1,000 to 1,000,000 events" },
  seek: { p95Ms: 50, historyMb: 200, atEvents: 1_000_000 },
  browser: {
    pageKb: 200,
    workerKb: 80,
    stepToPaintMs: 50,
    play: { eventsPerSecond: 10_000, frameMs: 16.7 },
    timelineDrawMs: 16,
  },
  links: { moment: 60, tenInputs: 120, hundredInputs: 500 },
} as const;

const args = process.argv.slice(2);
const quick = args.includes("--quick");
const only = args.includes("--only") ? args[args.indexOf("--only") + 1] : undefined;

const report: Record<string, unknown> = { goals, node: process.version, quick };
if (wanted("engine")) report["engine"] = measureEngine(quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000]);
if (wanted("charts")) report["transitionsPerSecond"] = measureCharts(quick ? 500 : 5_000);
if (wanted("links")) report["links"] = measureLinks();
if (wanted("systems")) report["systems"] = measureSystems(quick ? 1 : 5);
if (wanted("page")) report["browser"] = await measurePage();
console.log(JSON.stringify(report, undefined, 2));

function wanted(part: string): boolean {
  return only === undefined || only === part;
}

/** Builds the product aside and drives it. What cannot be done is said instead of a figure. */
async function measurePage(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "loopscope-bench-"));
  const [page, timeline] = [join(folder, "page"), join(folder, "timeline")];
  try {
    await build(page, timeline);
    const { measureInBrowser } = await import("./browser.ts");
    return await measureInBrowser({ page, timeline }, quick);
  } catch (error) {
    return `not measured: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function build(page: string, timeline: string): Promise<void> {
  const vite = await import("vite");
  // The program runs as a bundle in a folder of its own, one below the project's.
  const root = fileURLToPath(new URL("..", import.meta.url));
  const common = { root, configFile: join(root, "vite.config.ts"), logLevel: "silent" } as const;
  await vite.build({ ...common, build: { outDir: page, emptyOutDir: true } });
  const input = join(root, "bench/timeline-page.ts");
  const output = { entryFileNames: "timeline-page.js", assetFileNames: "[name][extname]", codeSplitting: false };
  await vite.build({ ...common, publicDir: false, build: { outDir: timeline, rolldownOptions: { input, output } } });
}
