import type { TimelineColumns } from "./timeline-columns.ts";

/** Whether an event passes a filter. */
export type EventTest = (event: number) => boolean;

/**
 * The events that a filter text names: every word must occur in the event's type, actor, lane or label, in any case.
 * Undefined when the text is empty, so that nothing is faded.
 */
export function matchEvents(columns: TimelineColumns, filter: string): EventTest | undefined {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return undefined;
  const tables = words.map((word) =>
    Uint8Array.from(columns.strings, (text) => (text.toLowerCase().includes(word) ? 1 : 0)),
  );
  const { type, actor, lane, label } = columns;
  return (event) =>
    tables.every(
      (table) =>
        table[type[event] ?? 0] === 1 ||
        table[actor[event] ?? 0] === 1 ||
        table[lane[event] ?? 0] === 1 ||
        table[label[event] ?? 0] === 1,
    );
}
