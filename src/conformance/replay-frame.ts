import type { Frame } from "../simulation/cluster/frame.ts";
import type { ReplayStep } from "./replay-log.ts";

/** The world after a step of a replay: only what the recording is about, no cluster. */
export function replayFrame(step: number, { at, events, picture }: ReplayStep): Frame {
  return {
    step,
    at,
    events: (events.at(-1)?.seq ?? -1) + 1,
    etcd: { revision: 0, compacted: 0, commits: [], nextCompaction: undefined },
    servers: [],
    links: [],
    truth: [],
    nodes: [],
    systems: [],
    faults: [],
    next: [],
    webhooks: [],
    denied: [],
    definitions: [],
    revokedTokens: [],
    violations: [],
    ...picture(),
  };
}
