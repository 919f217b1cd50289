import type { Frame } from "../simulation/cluster/frame.ts";
import { alignEntries } from "./align-entries.ts";
import { contentOf } from "./part-content.ts";
import type { ScriptRow, ScriptRows } from "./protocol.ts";
import { boundedEntries, type ScriptEntry, scriptEntries } from "./script-entries.ts";
import type { HeldEntry, ScriptFocus, ScriptPlace } from "./script-place.ts";
import type { TraceLog } from "./trace-log.ts";

/** A run as its rows need it. */
export type ScriptRun = { readonly log: TraceLog; readonly frameAt: (step: number) => Frame };

/** Most entries of a part, or given out, that are told at one place. */
const MOST = 24;

/** Runs along their script, with what the part holds in each at each row. `own`: the run on the screen, when it is none of them. */
export function scriptRows(runs: readonly ScriptRun[], own: number | TraceLog, focus: ScriptFocus): ScriptRows {
  const logs = [...runs.map(({ log }) => log), ...(typeof own === "number" ? [] : [own])];
  const { runs: entries, left } = boundedEntries(logs.map((log) => scriptEntries(log, focus)));
  const rows = alignEntries(entries).filter((row) => runs.some((_, index) => row[index] !== undefined));
  const places = runs.map((run, index) =>
    placesOf(
      run,
      focus,
      rows.map((row) => row[index]),
    ),
  );
  const ownIndex = typeof own === "number" ? own : runs.length;
  return {
    left,
    rows: rows.flatMap((row, line): readonly ScriptRow[] => {
      const first = runs.findIndex((_, index) => row[index] !== undefined);
      const [head, log] = [row[first], logs[first]];
      if (head === undefined || log === undefined) return [];
      const here = places.flatMap((each) => each[line] ?? []);
      return [{ cause: head.cause, event: log.row(head.seq), own: row[ownIndex]?.seq, places: here }];
    }),
  };
}

/** One run at every row, from the first to the last, so that each world is near the one before. */
function placesOf(
  { frameAt }: ScriptRun,
  focus: ScriptFocus,
  entries: readonly (ScriptEntry | undefined)[],
): readonly ScriptPlace[] {
  let last: ScriptPlace = { isHere: false, seq: -1, step: 0, at: 0, holds: [], more: 0, gave: [], ignored: [] };
  return entries.map((entry) => {
    if (entry === undefined) return { ...last, isHere: false, gave: [], ignored: [] };
    const { seq, step, at, gave, ignored } = entry;
    const content = contentOf(frameAt(step), focus);
    const more = content.more + Math.max(0, content.entries.length - MOST);
    last = {
      isHere: true,
      seq,
      step,
      at,
      holds: content.entries.slice(0, MOST),
      more,
      gave: bounded(gave),
      ignored: bounded(ignored),
    };
    return last;
  });
}

/** The newest, when there was much since the row before. */
function bounded(entries: readonly HeldEntry[]): readonly HeldEntry[] {
  return entries.slice(-MOST);
}
