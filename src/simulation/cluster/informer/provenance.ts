import { emptyMap, type PersistentMap, valueAt, withEntry, withoutKey } from "../../../base/persistent-map.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import { type Delta, deltaKey } from "./delta.ts";
import type { Fifo, Popped } from "./fifo.ts";
import { dequeued, emptyQueue, enqueued, type PersistentQueue, queuedAt } from "./persistent-queue.ts";

/**
 * Which events of the trace put the waiting deltas into the queue, so that what comes out can name its cause. The queue itself knows
 * nothing of the trace. For DeltaFIFO only the first delta of each key counts.
 */
export type Provenance = { readonly line: PersistentQueue<number>; readonly byKey: PersistentMap<ObjectKey, number> };

/** Nothing waits. */
export const NO_PROVENANCE: Provenance = { line: emptyQueue(), byKey: emptyMap() };

/** A delta was enqueued by the event `seq`. */
export function withOrigin(provenance: Provenance, kind: Fifo["kind"]["type"], delta: Delta, seq: number): Provenance {
  if (kind === "ordered") return { ...provenance, line: enqueued(provenance.line, seq) };
  const key = deltaKey(delta);
  if (key === undefined || valueAt(provenance.byKey, key) !== undefined) return provenance;
  return { ...provenance, byKey: withEntry(provenance.byKey, key, seq) };
}

/** The events behind what was popped, in its order, and what is left. */
export function takeOrigins(
  provenance: Provenance,
  kind: Fifo["kind"]["type"],
  popped: Popped,
): { readonly provenance: Provenance; readonly origins: readonly (number | undefined)[] } {
  if (kind === "ordered") {
    const origins = popped.deltas.map((_, index) => queuedAt(provenance.line, index));
    return { provenance: { ...provenance, line: dequeued(provenance.line, popped.entries) }, origins };
  }
  const [first] = popped.deltas;
  const key = first === undefined ? undefined : deltaKey(first);
  if (key === undefined) return { provenance, origins: [] };
  const origin = valueAt(provenance.byKey, key);
  return { provenance: { ...provenance, byKey: withoutKey(provenance.byKey, key) }, origins: [origin] };
}
