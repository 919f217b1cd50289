import { type QueueView, viewOf } from "../cluster/queue/work-queue.ts";
import type { Check } from "./violation.ts";

/** A key leaves a work queue only by Done, and not even then when it was added meanwhile; a shutdown or the end of a process drops the rest. */
export const noKeyLost: Check = (before, after, events) => {
  for (const [name, process] of Object.entries(before.shared.processes)) {
    const later = after.shared.processes[name];
    if (later === undefined || later.loop === process.loop || later.runs !== process.runs) continue;
    const [old, now] = [viewOf(process.loop.queue), viewOf(later.loop.queue)];
    if (now.isShuttingDown) continue;
    const actor = `${name}/queue`;
    const done = new Set<string>();
    for (const event of events) if (event.actor === actor && event.fact.type === "queue.done") done.add(event.fact.key);
    const dirty = new Set<string>(old.dirty);
    const held = keysIn(now);
    const lost = [...keysIn(old)].find((key) => !held.has(key) && (!done.has(key) || dirty.has(key)));
    if (lost !== undefined) return { invariant: "noKeyLost", message: `${lost} is gone from the queue of ${name}` };
  }
  return undefined;
};

function keysIn({ ready, waiting, processing }: QueueView): ReadonlySet<string> {
  return new Set<string>([...[...ready, ...waiting].map(({ key }) => key), ...processing]);
}
