import type { ScriptCause } from "./script-place.ts";

/** An entry of one run, as far as its like in another run is known by it. */
export type Alignable = {
  readonly cause: ScriptCause;
  /** The same in all that can stand in one row. */
  readonly name: string;
  /** The same in those that are wholly alike. */
  readonly exact: string;
  /** µs */
  readonly at: number;
};

/** Entries of some runs in one row; undefined where a run has none. */
export type Aligned<E> = readonly (E | undefined)[];

/**
 * What it is worth to have two in one row: of the same name, or wholly alike. One step of the script counts more than everything that came of
 * the others, and what a part took in more than everything that it gave out, so the runs are held together by what happened to them, not by
 * what they made of it. What came out in another order stands beside itself, and the rest where it was moved from and to.
 */
const WORTH: Readonly<Record<ScriptCause, { readonly named: number; readonly alike: number }>> = {
  outside: { named: 1e9, alike: 1.1e9 },
  taken: { named: 1e5, alike: 1.1e5 },
  given: { named: 10, alike: 25 },
};

/**
 * Puts runs of one script beside each other: rows in which each run has an entry or none, every run's entries in their own order, and as
 * many of the same name in one row as can be. What only some of them have stands where it happened. O(n·m) for each run that is added.
 */
export function alignEntries<E extends Alignable>(runs: readonly (readonly E[])[]): readonly Aligned<E>[] {
  let rows: readonly Aligned<E>[] = [];
  runs.forEach((run, index) => {
    rows = withRun(rows, run, index);
  });
  return rows.map((row) => runs.map((_, index) => row[index]));
}

function withRun<E extends Alignable>(
  rows: readonly Aligned<E>[],
  run: readonly E[],
  index: number,
): readonly Aligned<E>[] {
  const heads = rows.map(headOf);
  const none: Aligned<E> = Array.from({ length: index }, () => undefined);
  const joined: Aligned<E>[] = [];
  const worth = worthTable(heads, run);
  let [i, j] = [0, 0];
  while (i < heads.length || j < run.length) {
    const [row, head, entry] = [rows[i], heads[i], run[j]];
    const here = worth(i, j);
    if (row !== undefined && head !== undefined && entry !== undefined) {
      const both = worthOf(head, entry);
      if (both > 0 && here === both + worth(i + 1, j + 1)) {
        joined.push([...row, entry]);
        [i, j] = [i + 1, j + 1];
        continue;
      }
    }
    const [canSkipRow, canSkipEntry] = [worth(i + 1, j) === here, worth(i, j + 1) === here];
    const isRow =
      entry === undefined || (row !== undefined && canSkipRow && (!canSkipEntry || (head?.at ?? 0) <= entry.at));
    if (row !== undefined && isRow) {
      joined.push([...row, undefined]);
      i++;
    } else if (entry !== undefined) {
      joined.push([...none, entry]);
      j++;
    }
  }
  return joined;
}

/** The entry that stands for a row. */
function headOf<E>(row: Aligned<E>): E | undefined {
  return row.find((entry) => entry !== undefined);
}

function worthOf(a: Alignable, b: Alignable): number {
  if (a.cause !== b.cause || a.name !== b.name) return 0;
  return a.exact === b.exact ? WORTH[a.cause].alike : WORTH[a.cause].named;
}

/** The most that the ends from row i and entry j on can be worth together. */
function worthTable(
  heads: readonly (Alignable | undefined)[],
  run: readonly Alignable[],
): (i: number, j: number) => number {
  const width = run.length + 1;
  const table = new Float64Array((heads.length + 1) * width);
  for (let i = heads.length - 1; i >= 0; i--) {
    const head = heads[i];
    for (let j = run.length - 1; j >= 0; j--) {
      const entry = run[j];
      const skipped = Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
      const both = head === undefined || entry === undefined ? 0 : worthOf(head, entry);
      table[i * width + j] = both === 0 ? skipped : Math.max(skipped, both + (table[(i + 1) * width + j + 1] ?? 0));
    }
  }
  return (i, j) => (i > heads.length || j > run.length ? -1 : (table[i * width + j] ?? 0));
}
