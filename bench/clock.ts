import { existsSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const SCHEDULE = `/proc/self/task/${process.pid}/schedstat`;

/**
 * Milliseconds of processor that the main thread has had so far. On a machine that does other things too this is what a
 * quiet one would show as time; where the system does not tell, the whole process's time stands for it.
 */
export function cpuNow(): number {
  if (existsSync(SCHEDULE)) return Number(readFileSync(SCHEDULE, "utf8").split(" ")[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** Milliseconds of processor that `body` takes. */
export function cpuOf(body: () => void): number {
  const start = cpuNow();
  body();
  return cpuNow() - start;
}

/** The value that `share` (0 to 1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Rounded to so many digits behind the point. */
export function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}

/** Megabytes in use, heap and buffers, after collecting what is garbage. */
export function megabytesInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
