import { type EventTest, matchEvents } from "../../projections/timeline/match-events.ts";
import type { TimelineColumns } from "../../projections/timeline/timeline-columns.ts";

/** Keeps the last filter's test, which is made from the whole string table. */
export class FilterMemory {
  #text = "";
  #columns: TimelineColumns | undefined;
  #test: EventTest | undefined;

  test(columns: TimelineColumns, text: string): EventTest | undefined {
    if (text === this.#text && columns === this.#columns) return this.#test;
    this.#text = text;
    this.#columns = columns;
    this.#test = matchEvents(columns, text);
    return this.#test;
  }
}
