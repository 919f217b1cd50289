import type { EventRow } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/** Most rows that one answer holds. */
const MOST = 12_000;

/** The events of some types, oldest first; the newest ones when there are more than an answer holds. */
export function rowsOf(log: TraceLog, types: readonly string[]): readonly EventRow[] {
  const wanted = new Set(types);
  const found: number[] = [];
  for (let seq = log.length - 1; seq >= 0 && found.length < MOST; seq--) if (wanted.has(log.type(seq))) found.push(seq);
  return found.reverse().map((seq) => log.row(seq));
}
