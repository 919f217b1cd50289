import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readInformerVector } from "./informer-vector.ts";
import { replayVector } from "./replay.ts";
import { vectorFiles } from "./vector-files.ts";

const all = [...vectorFiles("informer"), ...vectorFiles("http")].map((file) => readFileSync(file, "utf8"));
const [relist = ""] = all.filter((text) => text.includes('"name": "T06-410-relist-default"'));

type Spoilable = {
  options: { handlers?: { id?: string }[] };
  script: {
    lists?: unknown[];
    steps: { at: unknown; do: string; handler?: string; watch?: number; event?: unknown }[];
  };
  draws: { u?: number }[];
  observed: unknown[];
  unordered: { before: number[][] };
};

/** A recorded run with one thing changed. */
function spoilt(change: (vector: Spoilable) => void): string {
  const vector: Spoilable = JSON.parse(relist);
  change(vector);
  return JSON.stringify(vector);
}

test("every recorded run has the shape of its format", () => {
  expect(all.length).toBeGreaterThanOrEqual(74);
  for (const file of all) expect(() => readInformerVector(file)).not.toThrow();
});

test.each<[string, (vector: Spoilable) => void]>([
  ["options.handlers: is missing", (vector) => delete vector.options.handlers],
  ["script.lists: is missing", (vector) => delete vector.script.lists],
  ["script.lists[0].rv: is missing", (vector) => vector.script.lists?.splice(0, 1, {})],
  ["script.lists: there is no answer to LIST 1", (vector) => vector.script.lists?.splice(0)],
  [
    'script.steps[0].handler: has to be one of h1, is "nobody"',
    ({ script: { steps } }) => change(steps, 0, { handler: "nobody" }),
  ],
  [
    'script.steps[2].at: has to be a whole number of 0 or more, is "5"',
    ({ script: { steps } }) => change(steps, 2, { at: "5" }),
  ],
  [
    "script.steps[3].at: has to be 5000000 or more: time never falls, is 1",
    ({ script: { steps } }) => change(steps, 3, { at: 1 }),
  ],
  ["script.steps[2].event.type: is missing", ({ script: { steps } }) => change(steps, 2, { event: {} })],
  [
    "script.steps[2].event.object: is missing",
    ({ script: { steps } }) => change(steps, 2, { event: { type: "ADDED" } }),
  ],
  [
    'script.steps[2].event.status.code: has to be a whole number, is "410"',
    ({ script: { steps } }) => change(steps, 2, { event: { type: "ERROR", status: { code: "410", reason: "" } } }),
  ],
  [
    "script.steps[2]: watch.send waits for what never happens",
    ({ script: { steps } }) => change(steps, 2, { watch: 99 }),
  ],
  ["script.steps[5]: awaitRun waits for what never happens", ({ script: { steps } }) => steps.splice(5, 1)],
  ["draws[1].u: is missing", ({ draws }) => delete draws[1]?.u],
  ["observed[5]: has to be an object, is null", ({ observed }) => observed.splice(5, 1, null)],
  [
    "unordered.before[14]: has to name entries of observed, which has 62, is 9999",
    ({ unordered }) => unordered.before.push([1, 9999]),
  ],
])("a file that says nonsense is answered with the place: %s", (problem, spoil) => {
  expect(replayVector(spoilt(spoil))).toEqual({ type: "differs", difference: problem });
});

test("a text that is no JSON is answered with where it stops being JSON", () => {
  expect(replayVector(relist.slice(0, 900))).toEqual({
    type: "differs",
    difference: expect.stringMatching(/position \d+/),
  });
});

function change(steps: Spoilable["script"]["steps"], index: number, fields: object): void {
  Object.assign(steps[index] ?? {}, fields);
}
