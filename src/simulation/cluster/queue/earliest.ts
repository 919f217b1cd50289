import type { Micros } from "../../../base/time.ts";

/** The earliest of some times, each of which may be missing. */
export function earliest(times: readonly (Micros | undefined)[]): Micros | undefined {
  let first: Micros | undefined;
  for (const time of times) {
    if (time !== undefined && (first === undefined || time < first)) first = time;
  }
  return first;
}
