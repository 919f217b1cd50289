// Goal: a recording that somebody made or cut short by hand is refused with the place, and breaks nothing.
// Method: spoil recordings that come with the product, one thing at a time.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replayVector } from "./replay.ts";

type Json = { [name: string]: Json } & Json[];

/** What a replay says of a recording after `spoil` has changed it. */
function said(name: string, spoil: (vector: Json) => void): string {
  const vector = JSON.parse(readFileSync(join(import.meta.dirname, "vectors/workqueue", `${name}.json`), "utf8"));
  spoil(vector);
  const replay = replayVector(JSON.stringify(vector));
  return replay.type === "match" ? "match" : replay.difference;
}

/** Changes the value at `path`, whose parts are names and positions; undefined takes it away. */
function put(path: string, value: unknown) {
  return (vector: Json): void => {
    const parts = path.split(".");
    const last = parts.pop() ?? "";
    const owner = parts.reduce((inner, part) => inner[part as keyof Json] as Json, vector);
    if (value === undefined) delete owner[last];
    else owner[last] = value as Json;
  };
}

test.each([
  ["G07-addafter", "script.0.delayUs", "soon", 'script[0].delayUs: has to be a whole number, is "soon"'],
  ["G07-addafter", "script.0.key", undefined, "script[0].key: is missing"],
  ["G07-addafter", "script.1.i", 7, "script[1].i: has to be 1, its position, is 7"],
  ["G07-addafter", "options.limiter.kind", "none", "options.limiter.kind: has to be one of exponential, bucket, "],
  ["G01-fifo-dedup", "script.0.op", "addAfter", "script[0].op: has to be one of advance, add, get, done, "],
  ["G01-fifo-dedup", "observed.3.t", -1, "observed[3].t: has to be a whole number of 0 or more, is -1"],
  ["G01-fifo-dedup", "unordered", undefined, "unordered: is missing"],
  [
    "C11-shutdown-in-flight.classic",
    "options.workers",
    1e9,
    "options.workers: has to be a whole number of 1 or more, ",
  ],
  ["C11-shutdown-in-flight.classic", "script.4.op", "start", "script[4].op: has to come once"],
  ["C11-shutdown-in-flight.classic", "script.3.t", 1, "script[3].t: has to be 2000 or more: time never falls, is 1"],
  [
    "C11-shutdown-in-flight.classic",
    "options.reconciler.c.calls.0.error",
    "oops",
    "options.reconciler.c.calls[0].error: ",
  ],
  ["L02-foreign-write-conflict", "script.0.candidate", "Z", "script[0].candidate: has to be one of A, is "],
  ["S07-retry-default.seed1", "options.calls", [], "options.calls: has to have at least 1, is []"],
  ["S07-retry-default.seed1", "draws.0.value", 1, "draws[0].value: has to be in [0, 1), is 1"],
  ["S07-retry-default.seed1", "subject", undefined, "subject: has to be one of classicQueue, "],
])("%s with another %s is refused with the place", (name, path, value, message) => {
  expect(said(name, put(path, value)).slice(0, message.length)).toBe(message);
});

test("what no replay reads may be missing", () => {
  expect(said("S07-retry-default.seed1", put("options.preset", undefined))).toBe("match");
  expect(said("G07-addafter", put("options.heartbeatUs", undefined))).toBe("match");
});

test("a script that makes its subject run for ever is refused", () => {
  const endless = (vector: Json) => {
    put("options.unfinishedWorkPeriodUs", 1)(vector);
    put("script.8.t", 1e12)(vector);
  };
  expect(said("X18-unfinished-work-classic", endless)).toMatch(/^script: no end at \d+ after 50000 steps$/);
});

test("a text that is no JSON is refused with the place", () => {
  expect(replayVector('{"format": "workqueue-vector/1", }')).toEqual({
    type: "differs",
    difference: expect.stringMatching(/JSON at position 33/),
  });
});

test("names that every object has are names like any other", () => {
  const renamed = (vector: Json) => {
    const text = JSON.stringify(vector).replaceAll('"a"', '"constructor"');
    Object.assign(vector, JSON.parse(text));
  };
  for (const name of ["C11-shutdown-in-flight.classic", "C11-shutdown-in-flight.priority", "G07-addafter"])
    expect(said(name, renamed), name).toBe("match");
});
