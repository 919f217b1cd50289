import type { Check } from "./violation.ts";

/** No key is in the hands of two workers of one controller. */
export const oneWorkerPerKey: Check = (before, after) => {
  for (const [name, process] of Object.entries(after.shared.processes)) {
    if (before.shared.processes[name]?.loop === process.loop) continue;
    const keys = process.loop.workers.flatMap((worker) => (worker.type === "running" ? [worker.key] : []));
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) return { invariant: "oneWorkerPerKey", message: `two workers of ${name} run ${twice}` };
  }
  return undefined;
};
