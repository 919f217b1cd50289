// Goal: a replay that deviates is found. Method: change recordings that the simulation agrees with, one event at a time.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareWorkqueue } from "./workqueue-comparison.ts";
import { runWorkqueueVector } from "./workqueue-runner.ts";
import { type Observation, readWorkqueueVector, type WorkqueueVector } from "./workqueue-vector.ts";

const folder = join(import.meta.dirname, "vectors/workqueue");
const all = readdirSync(folder).map((file) => readWorkqueueVector(readFileSync(join(folder, file), "utf8")));

/** The shortest recordings of each subject: each of their events is changed in every way, which long ones would take minutes for. */
const vectors = [...new Set(all.map(({ subject }) => subject))].flatMap((subject) =>
  all
    .filter((vector) => vector.subject === subject)
    .sort((a, b) => a.observed.length - b.observed.length)
    .slice(0, 5),
);

/** The first place where the replay goes another way. */
function firstDifference(vector: WorkqueueVector, replayed: readonly Observation[]) {
  return compareWorkqueue(vector, replayed).differences[0];
}

test("leaving any one event out is a difference", () => {
  for (const vector of vectors) {
    const replayed = runWorkqueueVector(vector).observed;
    replayed.forEach((_, index) => {
      const without = replayed.filter((__, at) => at !== index);
      expect(firstDifference(vector, without), `${vector.name} without event ${index}`).toBeDefined();
    });
  }
});

test("changing any one field of any event is a difference, times by more than a microsecond", () => {
  for (const vector of vectors) {
    const replayed = runWorkqueueVector(vector).observed;
    replayed.forEach((observation, index) => {
      for (const field of Object.keys(observation)) {
        if (field === "i") continue;
        const changed = replayed.map((each, at) => (at === index ? withOther(each, field) : each));
        expect(firstDifference(vector, changed), `${vector.name}, ${field} of event ${index}`).toBeDefined();
      }
    });
  }
});

test("the order between lanes is open, the order within a lane is not", () => {
  const vector = all.find(({ name }) => name === "C11-shutdown-in-flight.classic");
  if (vector === undefined) throw new Error("vector missing");
  const replayed = runWorkqueueVector(vector).observed;
  const at = replayed.findIndex((each, index) => each.type === "queue.op" && replayed[index + 1]?.type === "push");
  expect(firstDifference(vector, swapped(replayed, at))).toBeUndefined();
  const start = replayed.findIndex(
    (each, index) => each.type === "get" && replayed[index + 1]?.type === "reconcile.start",
  );
  expect(firstDifference(vector, swapped(replayed, start))).toBeDefined();
});

/** A recording that ends in a release, with one more failing renewal at the instant of the deadline, and with `applied` of its write. */
function withTossedAttempt(applied: boolean): WorkqueueVector {
  const vector = all.find(({ name }) => name === "L21-release-forbidden");
  const mark = vector?.unordered.find(({ why }) => why.startsWith("renew deadline"));
  if (vector === undefined || mark === undefined) throw new Error("vector missing");
  const { t } = vector.observed[mark.from] ?? { t: -1 };
  const first = vector.observed.findIndex((each) => each.t === t);
  const call = { t, type: "lease.call", candidate: "A" };
  const attempt: readonly Observation[] = [
    { ...call, verb: "update", outcome: "forbidden", applied },
    { ...call, verb: "get", outcome: "ok" },
    { ...call, verb: "update", outcome: "forbidden", applied: false },
  ];
  const from = mark.from + attempt.length;
  return {
    ...vector,
    observed: [...vector.observed.slice(0, first), ...attempt, ...vector.observed.slice(first)],
    unordered: [{ ...mark, from, to: from }],
  };
}

test("one more failing renewal at the instant of the renew deadline is no difference, also before a release", () => {
  const vector = withTossedAttempt(false);
  expect(firstDifference(vector, runWorkqueueVector(vector).observed)).toBeUndefined();
  const applied = withTossedAttempt(true);
  expect(firstDifference(applied, runWorkqueueVector(applied).observed)).toBeDefined();
});

function withOther(observation: Observation, field: string): Observation {
  const value = observation[field];
  if (typeof value === "number") return { ...observation, [field]: value + 2 };
  if (typeof value === "boolean") return { ...observation, [field]: !value };
  if (Array.isArray(value)) return { ...observation, [field]: [...value, "other"] };
  if (typeof value === "object") return { ...observation, [field]: { ...value, other: 1 } };
  return { ...observation, [field]: `${value}-other` };
}

function swapped(observed: readonly Observation[], at: number): readonly Observation[] {
  const [first, second] = [observed[at], observed[at + 1]];
  if (first === undefined || second === undefined) throw new Error("nothing to swap");
  return [...observed.slice(0, at), second, first, ...observed.slice(at + 2)];
}
