import runs from "./recorded-runs.json";

/** A recorded run of the real libraries. `matches`: replayed, the engine did all that was observed. */
export type RecordedRun = {
  readonly name: string;
  readonly title: string;
  /** What was run: `informer`, `priorityQueue`, … */
  readonly subject: string;
  readonly matches: boolean;
};

/** All recorded runs, by subject and name. The file is written by `npm run docs`; a test replays what it says. */
export const RECORDED_RUNS: readonly RecordedRun[] = runs;
