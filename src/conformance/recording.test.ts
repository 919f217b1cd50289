// Goal: a recorded run is a trace like any other. Method: replay all of them, and look at what holds for every trace.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defined } from "../base/assert.ts";
import { readReplayLane } from "./lane-of-replay.ts";
import { readRecorded } from "./recorded-files.ts";
import { isRecording, playRecording, type Recording } from "./recording.ts";
import type { ReplayEvent } from "./replay-log.ts";
import { SCRIPT } from "./script-fact.ts";
import { vectorFiles } from "./vector-files.ts";

const recordings = [...vectorFiles("informer"), ...vectorFiles("http"), ...vectorFiles("workqueue")].map((file) =>
  playRecording(readFileSync(file, "utf8")),
);

function eventsOf({ steps }: Recording): readonly ReplayEvent[] {
  return steps.flatMap(({ events }) => events);
}

async function recorded(name: string): Promise<Recording> {
  return playRecording(defined(await readRecorded(name), name));
}

/** An event and what led to it, newest first, by type. */
function past(events: readonly ReplayEvent[], last: ReplayEvent): readonly string[] {
  const types: string[] = [];
  for (let event: ReplayEvent | undefined = last; event !== undefined; event = events[event.cause ?? -1])
    types.push(event.fact.type);
  return types;
}

test("events are numbered through, time never falls, and what led to an event comes before it", () => {
  for (const recording of recordings) {
    const events = eventsOf(recording);
    for (const [index, { seq, step, at, cause }] of events.entries()) {
      const place = `${recording.head.name} e${index}`;
      expect(seq, place).toBe(index);
      expect(recording.steps[step]?.events, place).toContain(events[index]);
      expect(at, place).toBeGreaterThanOrEqual(events[index - 1]?.at ?? 0);
      if (cause !== undefined) expect(cause, place).toBeLessThan(seq);
    }
  }
});

test("every observation tells of an event at its time, in the order of the trace", () => {
  for (const recording of recordings) {
    const events = eventsOf(recording);
    expect(recording.sources.length).toBe(recording.replayed.length);
    for (const [index, seq] of recording.sources.entries()) {
      const place = `${recording.head.name} ${recording.replayed[index]?.type}`;
      expect(events[seq]?.at, place).toBe(recording.replayed[index]?.at);
      expect(seq, place).toBeGreaterThanOrEqual(recording.sources[index - 1] ?? 0);
    }
  }
});

test("nearly all that was recorded is found again; only what a recording leaves open is not", () => {
  let missing = 0;
  for (const { head, recorded: all, comparison } of recordings) {
    expect(comparison.differences, head.name).toEqual([]);
    expect(new Set(comparison.pairs.map(([one]) => one)).size, head.name).toBe(comparison.pairs.length);
    expect(new Set(comparison.pairs.map(([, one]) => one)).size, head.name).toBe(comparison.pairs.length);
    missing += all.length - comparison.pairs.length;
  }
  const all = recordings.reduce((sum, recording) => sum + recording.recorded.length, 0);
  expect(missing / all).toBeLessThan(0.002);
});

test("every recorded run shows its script, and what it drives, on lanes of their own", () => {
  for (const recording of recordings) {
    const readings = eventsOf(recording).map((event) => readReplayLane(event));
    const lanes = new Set(readings.map(({ lane }) => lane));
    expect(lanes, recording.head.name).toContain(SCRIPT);
    const seen = new Set(
      readings.flatMap(({ lane, mark, band }) => (mark !== "none" || band === "start" ? [lane] : [])),
    );
    expect(seen.size, recording.head.name).toBeGreaterThan(1);
  }
});

test("why something happened leads back to the script, through the wait that it began", async () => {
  const events = eventsOf(await recorded("G07-addafter"));
  const elapsed = defined(
    events.find(({ fact }) => fact.type === "queue.delayElapsed"),
    "the end of a delay",
  );
  expect(past(events, elapsed)).toEqual(["queue.delayElapsed", "queue.delayStarted", "script.step"]);
});

test("a relist is explained by the ERROR event that the script sent", async () => {
  const events = eventsOf(await recorded("T06-410-relist-default"));
  const relist = defined(
    events.findLast(({ fact }) => fact.type === "list.request"),
    "the second LIST",
  );
  expect(past(events, relist)).toEqual(expect.arrayContaining(["timer.set", "watch.event", "script.step"]));
});

test("a run of a controller has the charts of its keys and workers, and its queue as it was", async () => {
  const { steps } = await recorded("C03-requeue-after.priority");
  const { charts, processes } = defined(steps.at(-1), "last step").picture();
  expect(charts.map(({ machine }) => machine)).toEqual(expect.arrayContaining(["reconcile", "worker"]));
  expect(processes[0]?.workers.length).toBeGreaterThan(0);
});

test("a recording is told by its format, and what is none is refused", () => {
  expect(isRecording('{"format":"informer-vector/1"}')).toBe(true);
  expect(isRecording("loopscope: 1\n")).toBe(false);
  expect(isRecording('{"format":"something else"}')).toBe(false);
  expect(() => playRecording("{}")).toThrow(/no recording/);
});
