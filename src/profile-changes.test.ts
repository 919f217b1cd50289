// Goal: whoever changes the profile is told in one sentence what changed first, whatever the scenario. Method: run every stock scenario in every
// two profiles; what differs first follows from what the two generations have and from what the scenario fixes. It joins the catalogue, the
// engine and the words of both languages, so it belongs to no layer.
import { expect, test } from "vitest";
import { chinese } from "./messages/chinese.ts";
import { english } from "./messages/english.ts";
import { changeSentence } from "./projections/run-change.ts";
import { clauseOf } from "./projections/sentences.ts";
import { stockScenario } from "./scenarios/catalog.ts";
import { planOf } from "./scenarios/plan-of.ts";
import type { ProfileName } from "./scenarios/run-spec.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { STOCK_IDS } from "./scenarios/stock-ids.ts";
import { loadEngine } from "./session/engine.ts";
import { firstDifference } from "./session/first-difference.ts";
import type { Run } from "./session/run.ts";
import { scenarioRun } from "./session/scenario-run.ts";

const PAIRS = [
  ["current", "in-order"],
  ["current", "classic"],
  ["in-order", "classic"],
] as const;

async function runIn(scenario: Scenario, profile: ProfileName): Promise<Run> {
  const spec = { scenario: { type: "stock", id: scenario.id }, profile, inputs: [] } as const;
  return scenarioRun(1, spec, { scenario, plan: planOf(scenario, spec), engine: await loadEngine(scenario) });
}

/** The first difference, with as much of both runs computed as it takes. */
function parting(runs: readonly Run[]) {
  for (;;) {
    const places = firstDifference(runs);
    if (places !== undefined || runs.every(({ end }) => end !== "open"))
      return places?.map((seq, index) => (seq === undefined ? undefined : runs[index]?.log.row(seq)));
    for (const run of runs) run.extend(run.log.length);
  }
}

/** Types of the first event that differs, by the first part in which the two generations differ: the newer one, the older one. */
function expected(scenario: Scenario, pair: readonly [ProfileName, ProfileName]): readonly string[] {
  const [newer, older] = pair.map((profile) => planOf(scenario, { profile }).generation);
  if (newer?.watchList !== older?.watchList) return ["watch.request | list.request"];
  if (newer?.fifo === "RealFIFO atomic" && older?.fifo !== newer.fifo) return ["fifo.enqueue | fifo.enqueue"];
  if (newer?.queue !== older?.queue) return ["queue.add | queue.add"];
  if (newer?.fifo !== older?.fifo) return ["fifo.pop | fifo.pop", "none"];
  return newer?.name === "current" ? ["backoff | backoff", "none"] : ["none"];
}

test.each(STOCK_IDS)("what another profile changes first in %s is told in one sentence, and right", async (id) => {
  const scenario = await stockScenario(id);
  for (const pair of PAIRS) {
    const runs = await Promise.all(pair.map((profile) => runIn(scenario, profile)));
    const rows = parting(runs);
    const kinds = rows === undefined ? "none" : rows.map((row) => row?.fact.type ?? "end").join(" | ");
    const wanted = scenario.controllers.length === 0 ? ["none"] : expected(scenario, pair);
    expect({ pair, kinds: wanted.includes(kinds) ? kinds : `${kinds}, not ${wanted.join(" or ")}` }).toEqual({
      pair,
      kinds,
    });
    if (rows === undefined) expectNothingToShow(runs);
    else expectSentences(rows);
  }
});

/** Both sides are told, in both languages, and not alike. */
function expectSentences([was, is]: ReturnType<typeof parting> & {}): void {
  for (const messages of [english, chinese]) {
    const { events, clauses, shell } = messages;
    const told = changeSentence(shell, (row) => clauseOf(events, clauses.unknown, row), { was, is });
    const clausesTold = [was, is].map((row) => row && clauseOf(events, clauses.unknown, row));
    expect(told).toBe(shell.changeText(clausesTold[1] ?? "", clausesTold[0] ?? ""));
    expect(clausesTold[0]).not.toBe(clausesTold[1]);
    expect(/\p{Script=Han}/u.test(told)).toBe(messages === chinese);
  }
}

/** DeltaFIFO and RealFIFO are the same as long as no pop has more than one delta. */
function expectNothingToShow(runs: readonly Run[]): void {
  for (const { log } of runs)
    for (let seq = 0; seq < log.length; seq++)
      if (log.type(seq) === "fifo.pop") expect(log.row(seq).fact).toMatchObject({ deltas: { length: 1 } });
}
