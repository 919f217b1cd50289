import { enqueueResync } from "./fifo.ts";
import { tickedListener } from "./listeners.ts";
import type { InformerPort } from "./port.ts";
import { commitWrite, isQueueLocked } from "./queue-writes.ts";

/** The resync timer lives while the reflector watches; a relist starts it anew (`reflector.go:startResync @v0.36.3`). */
export function startResyncTimer(port: InformerPort): void {
  const { resyncPeriod } = port.state();
  if (resyncPeriod > 0) port.setTimer("resync", resyncPeriod, { type: "resync.tick" });
}

/** ListAndWatch returns: no more ticks. */
export function stopResyncTimer(port: InformerPort): void {
  port.change({ resyncBlocked: false });
  port.cancelTimer("resync");
}

/** A tick: who is due, and if anybody is, the cache is queued once more. The server is not asked. */
export function tickResync(port: InformerPort): void {
  const now = port.now();
  const listeners = port.state().listeners.map((listener) => tickedListener(listener, now));
  port.change({ listeners });
  const due = listeners.filter((listener) => listener.syncing && !listener.closed).map((listener) => listener.id);
  port.record("resync", { type: "resync.tick", due: due.sort(), resync: due.length > 0 });
  if (due.length === 0) startResyncTimer(port);
  else if (isQueueLocked(port)) port.change({ resyncBlocked: true });
  else resync(port);
}

/** The queue's lock is free: the resync that waited for it takes place, unless the watch has ended meanwhile. */
export function resumeResync(port: InformerPort): void {
  if (!port.state().resyncBlocked) return;
  port.change({ resyncBlocked: false });
  resync(port);
}

/** The period counts from the end of a resync. */
function resync(port: InformerPort): void {
  const { fifo, store } = port.state();
  commitWrite(port, "resync", enqueueResync(fifo, store));
  startResyncTimer(port);
}
