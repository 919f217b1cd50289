import type { EventRow } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/** Longest chain that is followed back. */
const LONGEST = 400;

/** An event and everything that led to it, oldest first. */
export function chainOf(log: TraceLog, seq: number): readonly EventRow[] {
  const chain: EventRow[] = [];
  let next = seq;
  while (next >= 0 && next < log.length && chain.length < LONGEST) {
    chain.push(log.row(next));
    next = log.cause(next);
  }
  return chain.reverse();
}
