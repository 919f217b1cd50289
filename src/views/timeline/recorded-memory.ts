import { standingsOf } from "../../projections/recording/beside.ts";
import type { EventTest } from "../../projections/timeline/match-events.ts";
import type { RecordingReport } from "../../store/run-types.ts";

/** Which events are as recorded, worked out once for each recording. */
export class RecordedMemory {
  #of: RecordingReport | undefined;
  #test: EventTest | undefined;

  /** Whether an event is as recorded; undefined when the run is no recorded one. */
  test(recording: RecordingReport | undefined): EventTest | undefined {
    if (this.#of === recording) return this.#test;
    this.#of = recording;
    const standings = recording === undefined ? undefined : standingsOf(recording);
    this.#test = standings && ((event) => standings.get(event) === "same");
    return this.#test;
  }
}
