import { playRecording } from "./recording.ts";

/** Whether the engine did what was recorded; if not, where it first differs. */
export type Replay = { readonly type: "match" } | { readonly type: "differs"; readonly difference: string };

/**
 * Replays one recorded run, given as the text of its file. A file that cannot be read or that breaks the engine differs:
 * of the first it says the place in the file, of the second the place in the code.
 */
export function replayVector(text: string): Replay {
  try {
    const { differences } = playRecording(text).comparison;
    const [first] = differences;
    return first === undefined ? { type: "match" } : { type: "differs", difference: first.text };
  } catch (error) {
    return { type: "differs", difference: told(error) };
  }
}

function told(error: unknown): string {
  if (error instanceof SyntaxError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
