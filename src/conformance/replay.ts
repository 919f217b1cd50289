import { compareWithVector } from "./informer-compare.ts";
import { runInformerVector } from "./informer-runner.ts";
import { readInformerVector } from "./informer-vector.ts";
import type { Difference } from "./workqueue-comparison.ts";
import { replayWorkqueueVector } from "./workqueue-runner.ts";
import { readWorkqueueVector } from "./workqueue-vector.ts";

/** Whether the engine did what was recorded; if not, where it first differs. */
export type Replay = { readonly type: "match" } | { readonly type: "differs"; readonly difference: string };

/** Replays one recorded run, given as the text of its file. A file that cannot be read or that breaks the engine differs. */
export function replayVector(text: string): Replay {
  try {
    const format = formatOf(text);
    if (format.startsWith("informer-vector/")) {
      const vector = readInformerVector(text);
      const [first] = compareWithVector(vector, runInformerVector(vector));
      return first === undefined ? { type: "match" } : { type: "differs", difference: first };
    }
    if (format.startsWith("workqueue-vector/")) {
      const difference = replayWorkqueueVector(readWorkqueueVector(text));
      return difference === undefined ? { type: "match" } : { type: "differs", difference: differenceText(difference) };
    }
    return { type: "differs", difference: `unknown format "${format}"` };
  } catch (error) {
    return { type: "differs", difference: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** A difference with both sides, as JSON. */
export function differenceText(difference: Difference): string {
  return JSON.stringify(difference, undefined, 1);
}

/** The `format` of a recorded run's file; "" when it names none. Throws when the text is not JSON. */
export function formatOf(text: string): string {
  const data: unknown = JSON.parse(text);
  return typeof data === "object" && data !== null && "format" in data ? String(data.format) : "";
}
