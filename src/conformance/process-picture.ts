import type { ProcessFrame } from "../simulation/cluster/frame.ts";

/** The process in which a recording runs, when it has no name of its own. */
export const PROCESS = "run";

/** A process of which nothing is known but that it runs: a recording shows one part of it. */
export function processPicture(name: string): ProcessFrame {
  return {
    name,
    user: "",
    runs: 1,
    state: "running",
    election: undefined,
    informers: [],
    queue: { kind: "classic", length: 0, ready: [], processing: [], waiting: [], failures: [], shuttingDown: false },
    workers: [],
    client: { inFlight: [], tokens: -1, burst: 0 },
    expectations: [],
  };
}
