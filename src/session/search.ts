import type { EventRow } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/**
 * Events in which every word of `text` occurs, in the type, the actor or a field; upper and lower case are the same.
 * Linear in the trace; the first `most` hits.
 */
export function searchTrace(log: TraceLog, text: string, most: number): readonly EventRow[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const found: EventRow[] = [];
  for (let seq = 0; seq < log.length && found.length < most; seq++) {
    const row = log.row(seq);
    const said = `${row.actor} ${Object.values(row.fact).map(String).join(" ")}`.toLowerCase();
    if (words.every((word) => said.includes(word))) found.push(row);
  }
  return found;
}
