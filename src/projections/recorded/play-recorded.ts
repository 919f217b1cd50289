import { compareWithVector, informerLaneOf } from "../../conformance/informer-compare.ts";
import { runInformerVector } from "../../conformance/informer-runner.ts";
import { type InformerVector, readInformerVector } from "../../conformance/informer-vector.ts";
import { differenceText, formatOf } from "../../conformance/replay.ts";
import { firstDifference, workqueueLaneOf } from "../../conformance/workqueue-comparison.ts";
import { observe } from "../../conformance/workqueue-runner.ts";
import { type Operation, readWorkqueueVector, type WorkqueueVector } from "../../conformance/workqueue-vector.ts";

/** One thing that the engine did, or that the script did to it. `n` from 0; `at` in microseconds; `fields` as name and value. */
export type RecordedMoment = {
  readonly n: number;
  readonly at: number;
  readonly lane: string;
  readonly type: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
};

/** A recorded run as the engine plays it: its moments in order, the actors in order of appearance, and where it first differs, if it does. */
export type RecordedPlay = {
  readonly moments: readonly RecordedMoment[];
  readonly lanes: readonly string[];
  readonly difference: string | undefined;
};

/** The lane of what a script does. */
export const SCRIPT_LANE = "script";

/** Plays a recorded run, given as the text of its file, with the engine and the host by which it is replayed. */
export function playRecorded(text: string): RecordedPlay {
  return formatOf(text).startsWith("informer-vector/")
    ? playInformer(readInformerVector(text))
    : playWorkqueue(readWorkqueueVector(text));
}

function playInformer(vector: InformerVector): RecordedPlay {
  const observed = runInformerVector(vector);
  const [difference] = compareWithVector(vector, observed);
  const moments = observed.map((entry) => {
    const { t, step } = entry;
    if (entry.type !== "step") return momentOf(t, informerLaneOf(vector, entry), entry);
    const { at: _at, do: doing, ...rest } = vector.script.steps[Number(step)] ?? { at: t, do: "" };
    return momentOf(t, SCRIPT_LANE, { ...rest, type: doing });
  });
  return played(moments, difference);
}

function playWorkqueue(vector: WorkqueueVector): RecordedPlay {
  const observed = observe(vector);
  const found = firstDifference(vector, observed);
  const moments: Omit<RecordedMoment, "n">[] = [];
  const waiting: Operation[] = [...vector.script];
  for (const { t, i, type, ...fields } of observed) {
    for (let next = waiting[0]; next !== undefined && isBefore(next, t, i); next = waiting[0]) {
      moments.push(operationOf(next));
      waiting.shift();
    }
    const observation = { t, type, ...fields };
    moments.push(momentOf(t, workqueueLaneOf(observation), observation));
  }
  return played([...moments, ...waiting.map(operationOf)], found === undefined ? undefined : differenceText(found));
}

function isBefore(operation: Operation, t: number, i: number | undefined): boolean {
  return operation.t < t || (i !== undefined && operation.i <= i);
}

function operationOf({ t, i: _i, op, ...rest }: Operation): Omit<RecordedMoment, "n"> {
  return momentOf(t, SCRIPT_LANE, { ...rest, type: op });
}

function played(unnumbered: readonly Omit<RecordedMoment, "n">[], difference: string | undefined): RecordedPlay {
  const moments = unnumbered.map((moment, n) => ({ n, ...moment }));
  return { moments, lanes: [...new Set(moments.map(({ lane }) => lane))], difference };
}

const OWN_FIELDS: ReadonlySet<string> = new Set(["t", "i", "type", "lane", "draw"]);

function momentOf(at: number, lane: string, entry: { readonly type: string }): Omit<RecordedMoment, "n"> {
  const fields = Object.entries(entry)
    .filter(([name, value]) => !OWN_FIELDS.has(name) && value !== undefined)
    .map(([name, value]) => [name, textOf(value)] as const);
  return { at, lane, type: entry.type, fields };
}

function textOf(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}
