import { compareWithVector } from "./informer-compare.ts";
import { runInformerVector } from "./informer-runner.ts";
import { readInformerVector } from "./informer-vector.ts";
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
      return difference === undefined
        ? { type: "match" }
        : { type: "differs", difference: JSON.stringify(difference, undefined, 1) };
    }
    return { type: "differs", difference: `unknown format "${format}"` };
  } catch (error) {
    return { type: "differs", difference: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function formatOf(text: string): string {
  const data: unknown = JSON.parse(text);
  return typeof data === "object" && data !== null && "format" in data ? String(data.format) : "";
}
