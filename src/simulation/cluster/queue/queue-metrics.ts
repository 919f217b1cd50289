import {
  emptyMap,
  entriesOf,
  hasKey,
  type PersistentMap,
  valueAt,
  withEntry,
  withoutKey,
} from "../../../base/persistent-map.ts";
import { type Micros, micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";

/**
 * What a queue has measured (`cg:util/workqueue/metrics.go @32ce75a7`, `cr:pkg/controller/priorityqueue/metrics.go
 * @86a0d40e`). `depth` counts keys that are due but not handed out; on the classic queue this includes a key that was
 * added again while being processed, which its length does not.
 */
export type QueueMetrics = {
  readonly adds: number;
  /** Adds that asked for a delay. */
  readonly retries: number;
  /** Depth by priority, without zeros. The classic queue has priority 0 only; misuse of Done makes it negative. */
  readonly depth: Readonly<Record<number, number>>;
  /** Since when a key is due. */
  readonly addedAt: PersistentMap<ObjectKey, Micros>;
  /** Since when a key is being processed. */
  readonly startedAt: PersistentMap<ObjectKey, Micros>;
};

/** Nothing measured yet. */
export const NO_METRICS: QueueMetrics = {
  adds: 0,
  retries: 0,
  depth: {},
  addedAt: emptyMap(),
  startedAt: emptyMap(),
};

/** The unfinished-work gauges: the summed and the longest time that keys are being processed. */
export type UnfinishedWork = { readonly totalUs: Micros; readonly longestUs: Micros };

/** When the unfinished-work gauges are next refreshed, and how often. */
export type WorkMeter = { readonly periodUs: Micros; readonly nextAt: Micros };

/** Counts a key that became due. */
export function countAdd(metrics: QueueMetrics, key: ObjectKey, priority: number, now: Micros): QueueMetrics {
  const addedAt = hasKey(metrics.addedAt, key) ? metrics.addedAt : withEntry(metrics.addedAt, key, now);
  return { ...metrics, adds: metrics.adds + 1, depth: changed(metrics.depth, priority, 1), addedAt };
}

/** Counts an add that asked for a delay. */
export function countRetry(metrics: QueueMetrics): QueueMetrics {
  return { ...metrics, retries: metrics.retries + 1 };
}

/** Counts a hand-out. `latencyUs` is how long the key was due, undefined for a key handed out twice. */
export function countGet(
  metrics: QueueMetrics,
  key: ObjectKey,
  priority: number,
  now: Micros,
): { readonly metrics: QueueMetrics; readonly latencyUs: Micros | undefined } {
  const since = valueAt(metrics.addedAt, key);
  const latencyUs = since === undefined ? undefined : micros(now - since);
  const depth = changed(metrics.depth, priority, -1);
  const addedAt = withoutKey(metrics.addedAt, key);
  return { metrics: { ...metrics, depth, addedAt, startedAt: withEntry(metrics.startedAt, key, now) }, latencyUs };
}

/** Counts the end of processing. `workUs` is undefined for a key that was not being processed. */
export function countDone(
  metrics: QueueMetrics,
  key: ObjectKey,
  now: Micros,
): { readonly metrics: QueueMetrics; readonly workUs: Micros | undefined } {
  const since = valueAt(metrics.startedAt, key);
  if (since === undefined) return { metrics, workUs: undefined };
  return { metrics: { ...metrics, startedAt: withoutKey(metrics.startedAt, key) }, workUs: micros(now - since) };
}

/** Moves a due key from one priority's depth to another's. */
export function moveDepth(metrics: QueueMetrics, from: number, to: number): QueueMetrics {
  return { ...metrics, depth: changed(changed(metrics.depth, from, -1), to, 1) };
}

/** The depth over all priorities. */
export function totalDepth(metrics: QueueMetrics): number {
  return Object.values(metrics.depth).reduce((sum, count) => sum + count, 0);
}

/** The unfinished-work gauges at `now`. */
export function unfinishedWork(metrics: QueueMetrics, now: Micros): UnfinishedWork {
  let total = 0;
  let longest = 0;
  for (const [, since] of entriesOf(metrics.startedAt)) {
    total += now - since;
    longest = Math.max(longest, now - since);
  }
  return { totalUs: micros(total), longestUs: micros(longest) };
}

function changed(depth: Readonly<Record<number, number>>, priority: number, by: number) {
  const { [priority]: before = 0, ...others } = depth;
  return before + by === 0 ? others : { ...others, [priority]: before + by };
}
