import type { Tone } from "./lanes.ts";

/** The class of state behind a state's name, for the charts of systems. */
const TONES_BY_STATE: Readonly<Record<string, Tone>> = {
  LISTEN: "idle",
  CLOSED: "idle",
  ALPN_PENDING: "waiting",
  ESTABLISHED: "ok",
  True: "ok",
  False: "failed",
  Ready: "ok",
  NotReady: "failed",
  AgentUnhealthy: "failed",
  Updating: "waiting",
  Idle: "idle",
  Serving: "active",
  Requested: "waiting",
  Provisioning: "active",
  Joining: "active",
  Upgrading: "active",
  Measuring: "active",
  Draining: "waiting",
  Copying: "active",
  Publishing: "active",
  Unsplittable: "failed",
  PENDING: "waiting",
  SIGNED: "ok",
  FAILED: "failed",
  Polling: "active",
  Waiting: "waiting",
  Complete: "ok",
  Synced: "ok",
  Writing: "active",
  Conflict: "failed",
  Rebasing: "active",
  Taking: "active",
  Working: "active",
  Saving: "waiting",
  Recovering: "waiting",
  Done: "ok",
  Watching: "idle",
  Looking: "active",
  Judging: "active",
  Found: "ok",
};

/** The class of state of a name that a system's chart uses, or undefined. */
export function toneOfSystemState(name: string): Tone | undefined {
  return TONES_BY_STATE[name];
}
