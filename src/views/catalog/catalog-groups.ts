import type { Scenario } from "../../store/run-types.ts";

/** What somebody may be puzzled by; its title is among the texts of the catalogue. */
export type GroupId = "watch" | "cache" | "queue" | "reconcile" | "control" | "knative" | "machines" | "other";

/** Each row of the product's table of systems (`S5`) belongs to one puzzle. A scenario belongs to that of its first row. */
const rows: Readonly<Record<Exclude<GroupId, "other">, readonly number[]>> = {
  watch: [5, 6, 17],
  cache: [2, 3, 4, 7],
  reconcile: [1, 8, 10, 12, 13, 14],
  queue: [9, 11, 22],
  control: [15, 16, 19],
  knative: [18, 20, 21],
  machines: [23, 24, 25, 26, 27, 28],
};

/** The groups in the order of the catalogue. */
const groupIds: readonly GroupId[] = [
  "reconcile",
  "queue",
  "watch",
  "cache",
  "control",
  "knative",
  "machines",
  "other",
];

/** The rows of the table of systems that a scenario shows. */
export function rowsOf({ tags }: Pick<Scenario, "tags">): readonly string[] {
  return tags.filter((tag) => /^S\d+$/.test(tag));
}

export function groupOf(scenario: Pick<Scenario, "tags">): GroupId {
  const row = Number(rowsOf(scenario)[0]?.slice(1) ?? Number.NaN);
  return groupIds.find((id) => id !== "other" && rows[id].includes(row)) ?? "other";
}

/** The scenarios by group, in their order; groups without any are left out. */
export function grouped(
  scenarios: readonly Scenario[],
): readonly { readonly id: GroupId; readonly scenarios: readonly Scenario[] }[] {
  return groupIds
    .map((id) => ({ id, scenarios: scenarios.filter((scenario) => groupOf(scenario) === id) }))
    .filter((group) => group.scenarios.length > 0);
}
