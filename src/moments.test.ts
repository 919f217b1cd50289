// Goal: wherever the page says "see it happen", something is there to be seen. Method: run what each link of a behaviour or a claim names, as it
// names it, and go there. It joins the catalogue, the engine and what the page claims, so it belongs to no layer.
import { expect, test } from "vitest";
import { CLAIMS } from "./projections/modelled/claims.ts";
import { ENTRIES } from "./projections/modelled/entries.ts";
import { planOf } from "./scenarios/plan-of.ts";
import { readScenario } from "./scenarios/read-scenario.ts";
import { loadEngine } from "./session/engine.ts";
import type { Run } from "./session/run.ts";
import { scenarioRun } from "./session/scenario-run.ts";
import { decodeLink } from "./sharing/link.ts";
import type { SharedRun } from "./sharing/shared-run.ts";

const links = [...new Set([...CLAIMS.map(({ moment }) => moment), ...ENTRIES.flatMap(({ moments }) => moments)])];

function opened(link: string): SharedRun {
  const read = decodeLink(link);
  if (read.type === "problems") throw new Error(`${link}: ${JSON.stringify(read.problems)}`);
  return read.value;
}

const runs = new Map<string, Promise<Run>>();

/** The run that a link means; links into the same run share it. */
function runOf({ spec }: SharedRun): Promise<Run> {
  const id = JSON.stringify(spec);
  const known = runs.get(id) ?? start(spec);
  runs.set(id, known);
  return known;
}

async function start(spec: SharedRun["spec"]): Promise<Run> {
  const read = await readScenario(spec.scenario);
  if (read.type === "problems") throw new Error(JSON.stringify(read.problems));
  const scenario = read.value;
  const run = scenarioRun(1, spec, { scenario, plan: planOf(scenario, spec), engine: await loadEngine(scenario) });
  run.seek({ type: "end" });
  return run;
}

test("every moment that a behaviour or a claim names exists in the run that it names", async () => {
  const missing: string[] = [];
  for (const link of links) {
    const shared = opened(link);
    const { cursor } = shared;
    const run = await runOf(shared);
    if (cursor.type !== "chapter")
      throw new Error(`${link} names no chapter: numbers of events change with the engine`);
    const { seq } = run.info().chapters[cursor.index] ?? { seq: undefined };
    if (seq === undefined) missing.push(link);
  }
  expect(links.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

// fidelity/informer §6, fidelity/workqueue §7 and fidelity/apiserver H, with the traps below its table: one card each, some for two rows.
const ROWS: Readonly<Record<string, readonly string[]>> = {
  "informer §6": [
    "resync-replaces",
    "resync-heals-errors",
    "resync-relists",
    "stopping-drains",
    "replace-compacts",
    "pop-requeues",
    "result-channel-unbuffered",
    "version-is-opaque",
    "zero-is-latest",
    "disconnect-relists",
    "watch-is-websocket",
    "idle-watches-closed",
    "deltafifo-merges",
  ],
  "workqueue §7": [
    "requeue-is-immediate",
    "empty-result-pauses",
    "errors-retried-for-ever",
    "mutate-only-on-update",
    "oldest-pods-go-first",
    "controllers-scale-out",
    "one-reconcile-per-event",
    "drift-formula",
    "watches-multiplexed-rbac-waits",
  ],
  "apiserver H": [
    "watch-is-websocket",
    "idle-watches-closed",
    "zero-is-latest",
    "conflict-needs-relist",
    "knative-evicts-edited-pods",
    "container-concurrency-is-replicas",
    "configmap-rebuilds-revision",
    "observed-generation-always",
    "reinvocation-default-changed",
    "status-404-without-subresource",
    "bookmarks-are-periodic",
    "deleted-carries-old-version",
    "list-version-is-highest-item",
    "modified-means-spec",
    "last-finalizer-modified",
    "watch-delivers-every-state",
    "kinds-are-ordered",
    "limit-with-zero",
  ],
};

test.each(Object.entries(ROWS))("every row of %s has a card", (_, ids) => {
  expect(ids.filter((id) => !CLAIMS.some((claim) => claim.id === id))).toEqual([]);
});
