// Goal: a recorded run is opened, walked and read as any other run. Method: the page's conversation, over the channel without a worker.
import { expect, test } from "vitest";
import { defined } from "../base/assert.ts";
import { readRecorded } from "../conformance/recorded-files.ts";
import { readScenario } from "../scenarios/read-scenario.ts";
import type { ScenarioSource } from "../scenarios/run-spec.ts";
import { memoryChannel } from "./memory-channel.ts";
import type { Command, Report, Target } from "./protocol.ts";

const GONE: ScenarioSource = { type: "recorded", name: "T06-410-relist-default" };

async function talk(scenario: ScenarioSource, at?: Target, ...further: readonly Command[]): Promise<readonly Report[]> {
  const reports: Report[] = [];
  const channel = memoryChannel(readScenario);
  channel.subscribe((report) => reports.push(report));
  channel.send({ type: "open", run: 1, spec: { scenario, inputs: [] }, ...(at !== undefined && { at }) });
  for (const command of further) channel.send(command);
  await channel.settled();
  return reports;
}

function opened([first]: readonly Report[]): Extract<Report, { type: "opened" }> {
  if (first?.type !== "opened") throw new Error(JSON.stringify(first));
  return first;
}

async function textOf(name: string): Promise<string> {
  return defined(await readRecorded(name), name);
}

test("a recorded run opens at its first step, whole, with its recording beside it", async () => {
  const { info, cursor, columns, recording, frame } = opened(await talk(GONE));
  expect([cursor.step, cursor.seq, info.end]).toEqual([0, 0, "quiet"]);
  expect(columns.at.length).toBe(info.headEvents);
  expect(recording?.head.name).toBe("T06-410-relist-default");
  expect(recording?.pairs.length).toBe(recording?.recorded.length);
  expect(recording?.difference).toBeUndefined();
  expect(frame.processes.map(({ name }) => name)).toEqual(["run"]);
});

test("it goes forward, back and to any place, with the world of that place", async () => {
  const reports = await talk(
    GONE,
    { type: "event", seq: 40 },
    { type: "move", run: 1, grain: "step", direction: 1 },
    { type: "move", run: 1, grain: "step", direction: -1 },
    { type: "seek", run: 1, to: { type: "end" } },
  );
  const frames = reports.map((report) => ("frame" in report ? report.frame : undefined));
  const storeAt = (index: number) => frames[index]?.processes[0]?.informers[0]?.store.objects.map(({ key }) => key);
  expect(storeAt(0)).toEqual(["a", "b", "c"]);
  expect(reports.map((report) => ("cursor" in report ? report.cursor.step : -1))[2]).toBe(opened(reports).cursor.step);
  expect(storeAt(3)).toEqual(["a", "c", "d"]);
});

test("nothing can be done to it, and it says so", async () => {
  const reports = await talk(GONE, undefined, { type: "intervene", run: 1, action: { type: "compact" } });
  expect(reports[1]).toMatchObject({
    type: "rejected",
    problems: [{ message: expect.stringContaining("recorded run") }],
  });
});

test("a recording that somebody brings is replayed, and its first difference has a place", async () => {
  const text = (await textOf("T06-410-relist-default")).replace('"d@28"', '"d@29"');
  const { recording, info } = opened(await talk({ type: "inline", text }));
  const difference = defined(recording?.difference, "difference");
  expect(difference.seq).toBeGreaterThan(0);
  expect(difference.seq).toBeLessThan(info.headEvents);
  expect(recording?.recorded[difference.recorded ?? -1]?.fields.flat().join(" ")).toContain("d@29");
  expect(recording?.replayed[difference.replayed ?? -1]?.seq).toBe(difference.seq);
});

test("what is missing in the replay differs where its time has come", async () => {
  const recordedRun = JSON.parse(await textOf("G07-addafter"));
  const last = recordedRun.observed.at(-1);
  const text = JSON.stringify({
    ...recordedRun,
    observed: [...recordedRun.observed, { ...last, t: last.t + 1_000_000 }],
  });
  const { recording, info } = opened(await talk({ type: "inline", text }));
  expect(recording?.difference).toMatchObject({ seq: info.headEvents - 1, replayed: undefined });
});

test("a recorded run that is not there, and a recording that cannot be followed, are problems", async () => {
  const [unknown] = await talk({ type: "recorded", name: "T06-410-relist-defaul" });
  expect(unknown).toMatchObject({
    type: "rejected",
    problems: [{ message: 'There is no recorded run "T06-410-relist-defaul". Did you mean T06-410-relist-default?' }],
  });
  const [broken] = await talk({ type: "inline", text: '{"format":"informer-vector/1","name":"mine"}' });
  expect(broken).toMatchObject({ problems: [{ message: expect.stringContaining("cannot be replayed") }] });
});
