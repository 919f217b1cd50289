import { type Cursor, type EventRow, NEAR, type Told } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/** Longest chain that is followed back. */
const LONGEST = 400;
/** Events of one step whose causal past goes along with a report; a step that has more is asked about. */
const MOST_OF_STEP = 16;

/** An event and everything that led to it, oldest first. */
export function chainOf(log: TraceLog, seq: number, rowAt = (each: number) => log.row(each)): readonly EventRow[] {
  const chain: EventRow[] = [];
  let next = seq;
  while (next >= 0 && next < log.length && chain.length < LONGEST) {
    chain.push(rowAt(next));
    next = log.cause(next);
  }
  return chain.reverse();
}

/** The rows around the cursor, and the causal past of each event of its step so far. Chains share their rows. */
export function toldOf(log: TraceLog, { seq }: Cursor): Told {
  const read = new Map<number, EventRow>();
  const rowAt = (each: number) => {
    const row = read.get(each) ?? log.row(each);
    read.set(each, row);
    return row;
  };
  const rows: EventRow[] = [];
  const last = Math.min(seq + NEAR.after, log.length - 1);
  for (let each = Math.max(0, seq - NEAR.before); each <= last; each++) rows.push(rowAt(each));
  const chains: Told["chains"][number][] = [];
  for (let each = seq; each >= 0 && chains.length < MOST_OF_STEP; each--) {
    if (log.stepOf(each) !== log.stepOf(seq)) break;
    chains.push(chainOf(log, each, rowAt));
  }
  return { rows, chains };
}
