import type { Channel } from "./channel.ts";
import type { Report } from "./protocol.ts";
import { Reactor, type ScenarioSourceReader } from "./reactor.ts";

/** A channel to a run in the same thread: the whole page without a worker, for tests. */
export function memoryChannel(read: ScenarioSourceReader): Channel & { readonly settled: () => Promise<void> } {
  const listeners = new Set<(report: Report) => void>();
  const reactor = new Reactor(read, (report) => {
    for (const listener of listeners) listener(report);
  });
  let last: Promise<void> = Promise.resolve();
  return {
    send(command) {
      last = reactor.receive(command);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
    settled: () => last,
  };
}
