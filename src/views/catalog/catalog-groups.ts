import type { Scenario } from "../../store/run-types.ts";

/** What somebody may be puzzled by; its title is among the texts of the catalogue. */
export type GroupId = "watch" | "cache" | "queue" | "reconcile" | "control" | "knative" | "machines";

/** A heading of the list: where to begin, or a puzzle. */
export type SectionId = "start" | GroupId;

export type Section = { readonly id: SectionId; readonly scenarios: readonly Scenario[] };

/** For somebody who is here for the first time, in this order: one change all the way round, and then what can come between. */
export const START = [
  "three-pods",
  "two-edits-one-run",
  "list-then-watch",
  "watch-history-gone",
  "backoff-staircase",
  "two-writers-one-version",
] as const;

/** Each row of the product's table of systems (`S5`) belongs to one puzzle. A scenario belongs to that of its first row. */
const rows: Readonly<Record<GroupId, readonly number[]>> = {
  reconcile: [1, 8, 10, 12, 13, 14],
  queue: [9, 11, 22],
  watch: [5, 6, 17],
  cache: [2, 3, 4, 7],
  control: [15, 16, 19],
  knative: [18, 20, 21],
  machines: [23, 24, 25, 26, 27, 28],
};

/** The puzzles in the order of the catalogue. */
export const groupIds = Object.keys(rows) as readonly GroupId[]; // the keys of a constant

/** The rows of the table of systems that a scenario shows. */
export function rowsOf({ tags }: Pick<Scenario, "tags">): readonly string[] {
  return tags.filter((tag) => /^S\d+$/.test(tag));
}

/** Undefined for the sandbox alone, which shows nothing in particular and has an entry of its own. */
export function groupOf(scenario: Pick<Scenario, "tags">): GroupId | undefined {
  const row = Number(rowsOf(scenario)[0]?.slice(1) ?? Number.NaN);
  return groupIds.find((id) => rows[id].includes(row));
}

export function isStart({ id }: Pick<Scenario, "id">): boolean {
  return START.some((start) => start === id);
}

/** The scenarios under their puzzles, in their order; those to begin with stand before them, once, unless `puzzles` alone are wanted. */
export function sectionsOf(scenarios: readonly Scenario[], puzzles: boolean): readonly Section[] {
  const start = puzzles ? [] : START.flatMap((id) => scenarios.filter((scenario) => scenario.id === id));
  const rest = scenarios.filter((scenario) => !start.includes(scenario));
  const groups = groupIds.map((id) => ({ id, scenarios: rest.filter((scenario) => groupOf(scenario) === id) }));
  return [{ id: "start" as const, scenarios: start }, ...groups].filter((section) => section.scenarios.length > 0);
}
