import type { StoredCondition, StoredVersion } from "../simulation/cluster/stored-version.ts";

/** A write, and the event that tells of it; −1 for what is there before the first one. */
export type VersionAt = StoredVersion & { readonly seq: number };

export type ConditionReading = StoredCondition & {
  /** The status before this one; undefined when the condition began with it. */
  readonly before: StoredCondition["status"] | undefined;
  /** The event since which the status is what it is. */
  readonly since: number;
};

/** The conditions of one object. */
export type ConditionSetReading = {
  readonly kind: string;
  readonly key: string;
  readonly generation: number;
  readonly observed: number | undefined;
  /** The event of the newest write. */
  readonly seq: number;
  /** The one that sums the others up; undefined where the kind has none. */
  readonly happy: ConditionReading | undefined;
  /** What the happy one depends on, in the order of their types. */
  readonly dependents: readonly ConditionReading[];
  /** Conditions that no other depends on. */
  readonly others: readonly ConditionReading[];
  /** The dependent whose reason the happy one took over. */
  readonly because: string | undefined;
};

/** Conditions that sum up what they stand beside (`kp:apis/condition_set.go:NewLivingConditionSet, NewBatchConditionSet`). */
const HAPPY: readonly string[] = ["Ready", "Succeeded"];

/** The condition sets of all objects after the event `seq`: those with most dependents first. */
export function conditionSets(versions: readonly VersionAt[], seq: number): readonly ConditionSetReading[] {
  const histories = new Map<string, VersionAt[]>();
  for (const version of versions) {
    if (version.seq > seq) break;
    const name = `${version.kind} ${version.key}`;
    if (version.gone) histories.delete(name);
    else histories.set(name, [...(histories.get(name) ?? []), version]);
  }
  return [...histories.values()]
    .flatMap(setOf)
    .sort((a, b) => b.dependents.length - a.dependents.length || compare(`${a.kind} ${a.key}`, `${b.kind} ${b.key}`));
}

function setOf(history: readonly VersionAt[]): readonly ConditionSetReading[] {
  const newest = history.at(-1);
  if (newest === undefined || newest.conditions.length === 0) return [];
  const conditions = newest.conditions.map((condition) => readingOf(condition, history));
  const happy = conditions.find(({ type }) => HAPPY.includes(type));
  const others = conditions.filter((condition) => condition !== happy);
  const dependents = happy === undefined ? [] : others.filter(({ isInfo }) => !isInfo);
  const { kind, key, generation, observed, seq } = newest;
  return [
    {
      kind,
      key,
      generation,
      observed,
      seq,
      happy,
      dependents,
      others: others.filter((condition) => !dependents.includes(condition)),
      because: happy === undefined ? undefined : blamed(happy, dependents),
    },
  ];
}

function readingOf(condition: StoredCondition, history: readonly VersionAt[]): ConditionReading {
  let since = -1;
  let before: StoredCondition["status"] | undefined;
  let status: StoredCondition["status"] | undefined;
  for (const { conditions, seq } of history) {
    const now = conditions.find(({ type }) => type === condition.type)?.status;
    if (now === status) continue;
    [before, status, since] = [status, now, seq];
  }
  return { ...condition, before, since };
}

/** The happy condition copies status and reason of the dependent that holds it back. */
function blamed(happy: ConditionReading, dependents: readonly ConditionReading[]): string | undefined {
  if (happy.status === "True") return undefined;
  return dependents.find(({ status, reason }) => status === happy.status && reason === happy.reason)?.type;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
