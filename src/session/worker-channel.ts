import type { Channel } from "./channel.ts";
import type { Report } from "./protocol.ts";

/** The channel to a run in a worker. Large columns arrive as transferred buffers, everything else as plain data. */
export function createWorkerChannel(worker: Worker): Channel {
  const listeners = new Set<(report: Report) => void>();
  worker.addEventListener("message", (event: MessageEvent<Report>) => {
    for (const listener of listeners) listener(event.data);
  });
  return {
    send: (command) => worker.postMessage(command),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => worker.terminate(),
  };
}
