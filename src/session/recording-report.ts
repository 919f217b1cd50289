import type { Observed, Recording } from "../conformance/recording.ts";
import { valueText } from "../conformance/script-fact.ts";
import type { RecordedDifference, RecordedEntry, RecordingReport } from "./protocol.ts";

/** A recording as the page shows it beside the run. */
export function recordingReport(recording: Recording): RecordingReport {
  const { head, recorded, replayed, sources, comparison } = recording;
  return {
    head,
    recorded: recorded.map(entryOf),
    replayed: replayed.map((observed, index) => ({ ...entryOf(observed), seq: sources[index] ?? 0 })),
    pairs: comparison.pairs,
    difference: firstDifference(recording),
  };
}

function entryOf({ at, lane, type, fields }: Observed): RecordedEntry {
  return { at, lane, type, fields: Object.entries(fields).map(([name, value]) => [name, valueText(value)] as const) };
}

/** The difference that shows first. What is missing shows where the time has come for it. */
function firstDifference(recording: Recording): RecordedDifference | undefined {
  const { recorded, sources, steps, comparison } = recording;
  const events = steps.flatMap((step) => step.events);
  const placed = comparison.differences.map((difference): RecordedDifference => {
    const { replayed } = difference;
    const due = difference.recorded === undefined ? 0 : (recorded[difference.recorded]?.at ?? 0);
    const seq = replayed === undefined ? events.findLastIndex(({ at }) => at <= due) : (sources[replayed] ?? 0);
    return { ...difference, seq: Math.max(0, seq) };
  });
  return placed.toSorted((a, b) => a.seq - b.seq)[0];
}
