import type { Micros } from "../base/time.ts";
import { RUN_BOUNDS, type RunBound } from "../simulation/kernel/run-bound.ts";
import type { PlacedProblem } from "./problem-path.ts";

/** What it means that a run has reached a bound at `now`, and how to get further. */
export function boundProblem(bound: RunBound, now: Micros): PlacedProblem {
  const most = RUN_BOUNDS[bound].toLocaleString("en");
  switch (bound) {
    case "steps":
    case "events":
      return {
        path: ["until"],
        message: `The run was stopped after ${most} ${bound}, at ${now / 1_000_000}s; let it end earlier, or have less happen.`,
      };
    case "agenda":
      return {
        path: [],
        message: `The run was stopped at ${now / 1_000_000}s, when ${most} messages were on their way; have less happen at a time.`,
      };
    case "instant":
      return {
        path: ["timing"],
        message: `The run was stopped at ${now / 1_000_000}s, after ${most} steps in which no time passed; give spans of 0 some time.`,
      };
  }
}
