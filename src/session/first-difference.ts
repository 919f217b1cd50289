import type { RunChange } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/** The first event in which two traces differ; undefined when they are the same. */
export function firstDifference(was: TraceLog, is: TraceLog): RunChange | undefined {
  const shared = Math.min(was.length, is.length);
  let seq = 0;
  while (seq < shared && JSON.stringify(was.row(seq)) === JSON.stringify(is.row(seq))) seq++;
  if (seq === Math.max(was.length, is.length)) return undefined;
  const rowOf = (log: TraceLog) => (seq < log.length ? log.row(seq) : undefined);
  return { seq, was: rowOf(was), is: rowOf(is) };
}
