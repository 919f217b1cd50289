import { keyOf, type ObjectKey } from "../../kubernetes/object-key.ts";
import { type Delta, deltaKey } from "./delta.ts";
import type { InformerFact } from "./facts.ts";
import type { Written } from "./fifo.ts";
import type { InformerActor, InformerPort } from "./port.ts";
import { withOrigin } from "./provenance.ts";

/** Stores a written queue, tells the trace what went in, and wakes the process loop. */
export function commitWrite(port: InformerPort, actor: InformerActor, written: Written): void {
  const wasSynced = port.state().fifo.synced;
  port.change({ fifo: written.fifo });
  let enqueuedAny = false;
  for (const step of written.steps) {
    switch (step.type) {
      case "transformed":
        port.record(actor, {
          type: "transform.call",
          key: keyOf(step.object),
          rv: step.object.metadata.resourceVersion,
          ok: step.passed,
        });
        break;
      case "enqueued":
        noteEnqueued(port, actor, step.delta);
        enqueuedAny = true;
        break;
      case "deduplicated":
        recordIgnored(port, actor, step.key, "secondDeletion");
        break;
      case "ignored":
        recordIgnored(port, actor, step.key, "unknownObject");
        break;
    }
  }
  if (!wasSynced && written.fifo.synced) noteQueueSynced(port);
  if (enqueuedAny) wakeProcess(port);
}

/** The queue counts as synced; the informer hears of it in a step of its own. */
export function noteQueueSynced(port: InformerPort): void {
  port.branch(() => {
    port.record("process", { type: "fifo.synced" });
    port.post("informer", { type: "informer.cacheSynced" });
  });
}

/** Wakes the process loop if it waits on an empty queue. */
export function wakeProcess(port: InformerPort): void {
  if (port.state().process.type !== "idle") return;
  port.change({ process: { type: "awake" } });
  port.post("process", { type: "process.wake" });
}

/** Whether the process loop holds the queue's lock while it works, so that writers have to wait. */
export function isQueueLocked(port: InformerPort): boolean {
  const { process } = port.state();
  return process.type === "busy" && process.popped.holdsLock;
}

/** The queue's lock is free again: those who wait for it go on, each in a step of its own, before the next pop. */
export function resumeBlocked(port: InformerPort): void {
  const { reflector, resyncBlocked } = port.state();
  if (reflector.blocked !== undefined) port.post("reflector", { type: "reflector.resume" });
  if (resyncBlocked) port.post("resync", { type: "resync.resume" });
}

function noteEnqueued(port: InformerPort, actor: InformerActor, delta: Delta): void {
  const seq = port.record(actor, enqueuedFact(delta));
  const { provenance, fifo } = port.state();
  port.change({ provenance: withOrigin(provenance, fifo.kind.type, delta, seq) });
}

/** How the trace tells that a delta entered the queue. */
export function enqueuedFact(delta: Delta): Extract<InformerFact, { readonly type: "fifo.enqueue" }> {
  const tombstone = delta.type === "Deleted" && delta.tombstone;
  let rv = "";
  if ("object" in delta) rv = delta.object.metadata.resourceVersion;
  else if (delta.type !== "SyncAll") rv = delta.resourceVersion;
  const count = delta.type === "ReplacedAll" ? delta.objects.length : "object" in delta ? 1 : 0;
  return { type: "fifo.enqueue", delta: delta.type, key: deltaKey(delta) ?? "", rv, tombstone, count };
}

function recordIgnored(
  port: InformerPort,
  actor: InformerActor,
  key: ObjectKey,
  reason: "unknownObject" | "secondDeletion",
): void {
  port.branch(() => port.record(actor, { type: "delta.ignored", key, reason }));
}
