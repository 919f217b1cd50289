import { type FactRow, processIn, textIn } from "./fact-row.ts";

/** The rows of controller-runtime's decision table, the first that fits wins (cr:pkg/internal/controller/controller.go:reconcileHandler). */
export const DECISION_ROWS = ["1a", "1b", "2", "3", "4"] as const;

export type DecisionRow = (typeof DECISION_ROWS)[number];

/** What a reading of the table needs. */
export const DECISION_TYPES: readonly string[] = ["reconcile.end"];

/** One row of the table up to the cursor. */
export type DecisionCount = {
  readonly row: DecisionRow;
  /** How often it fired, by process, in the order of `processes`. */
  readonly counts: readonly number[];
  /** The newest run that it decided, or undefined. */
  readonly last:
    | { readonly seq: number; readonly at: number; readonly key: string; readonly process: string }
    | undefined;
};

export type DecisionReading = {
  readonly processes: readonly string[];
  readonly rows: readonly DecisionCount[];
  /** The row that fired last. */
  readonly lit: DecisionRow | undefined;
};

/** How often each row of the decision table has fired up to the event `seq`, and which one fired last. */
export function readDecisions(ends: readonly FactRow[], seq: number): DecisionReading {
  const processes = [...new Set(ends.map(processIn))];
  const past = ends.filter((end) => end.seq <= seq);
  const rows = DECISION_ROWS.map((row): DecisionCount => {
    const own = past.filter((end) => textIn(end, "row") === row);
    const counts = processes.map((process) => own.filter((end) => processIn(end) === process).length);
    const newest = own.at(-1);
    const last =
      newest === undefined
        ? undefined
        : { seq: newest.seq, at: newest.at, key: textIn(newest, "key"), process: processIn(newest) };
    return { row, counts, last };
  });
  const lit = rows.reduce<DecisionCount | undefined>(
    (best, each) => ((each.last?.seq ?? -1) > (best?.last?.seq ?? -1) ? each : best),
    undefined,
  );
  return { processes, rows, lit: lit?.row };
}
