import { fifoLength } from "./fifo.ts";
import type { InformerPort } from "./port.ts";

/**
 * The controller has ended once the reflector and the process loop have; the processor ends after it, in a step of its own, and Run
 * returns when no handler is being called any more, not even a removed one (`shared_informer.go:RunWithContext, sharedProcessor.run @v0.36.3`).
 */
export function settleStop(port: InformerPort): void {
  const { stopping, stopped, returned, process, reflector, listeners } = port.state();
  if (!stopping || returned) return;
  if (!stopped) {
    if (process.type === "ended" && reflector.stopped) port.post("informer", { type: "informer.controllerEnded" });
    return;
  }
  if (listeners.some((listener) => listener.activity === "calling")) return;
  port.change({ returned: true });
  port.record("informer", { type: "run.return", run: 1, isStopped: true });
  port.dispatchInformer({ type: "runReturned" });
}

/** The process loop returns; what is still queued is never popped. */
export function endProcess(port: InformerPort): void {
  port.change({ process: { type: "ended" } });
  const count = fifoLength(port.state().fifo);
  if (count > 0) port.branch(() => port.record("process", { type: "fifo.abandoned", count }));
  settleStop(port);
}
