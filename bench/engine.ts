import { micros } from "../src/base/time.ts";
import { Branch } from "../src/session/branch.ts";
import { clusterCourse } from "../src/session/cluster-course.ts";
import { createEngine } from "../src/simulation/cluster/boot.ts";
import type { ClusterWorld } from "../src/simulation/cluster/cluster.ts";
import { replicaSetReconciler } from "../src/simulation/controllers/replica-set.ts";
import { checkAll } from "../src/simulation/invariants/check-all.ts";
import { type Agenda, type Entry, firstEntry, schedule, withoutFirst } from "../src/simulation/kernel/agenda.ts";
import { pending } from "../src/simulation/kernel/step.ts";
import { busyPlan } from "./busy-plan.ts";
import { cpuNow, cpuOf, megabytesInUse, percentile, rounded } from "./clock.ts";

/** Events that are run before anything is measured, so that the compiler has seen the code. */
const WARM_UP = 100_000;
const HOLDS = 200_000;
const SEEKS = 100;

const engine = createEngine({ ReplicaSet: replicaSetReconciler }, {}, checkAll);

/** The engine with its whole trace and history, at several sizes of one run, and seeking in the largest. */
export function measureEngine(sizes: readonly number[]) {
  run(Math.min(WARM_UP, Math.max(...sizes)));
  const before = megabytesInUse();
  const largest = Math.max(...sizes);
  const holds = holdsPerSecond(pending(run(1_000).head).length);
  const rates = sizes.filter((size) => size !== largest).map((size) => rateOf(size, holds).rate);
  const { rate, branch } = rateOf(largest, holds);
  return {
    heapLoop: { holdsPerSecond: rounded(holds), what: "pop and push of the kernel's agenda, as long as the run's" },
    events: [...rates, rate],
    seek: seekIn(branch, megabytesInUse() - before),
  };
}

function run(events: number): Branch<ClusterWorld> {
  const branch = Branch.root(clusterCourse(engine, busyPlan()), []);
  branch.extend(({ log }) => log.length >= events);
  return branch;
}

function rateOf(size: number, holds: number) {
  const start = cpuNow();
  const branch = run(size);
  const perSecond = (branch.log.length / (cpuNow() - start)) * 1_000;
  const rate = {
    events: branch.log.length,
    perSecond: rounded(perSecond),
    microsecondsEach: rounded(1e6 / perSecond, 1),
    heapHoldsEach: rounded(holds / perSecond, 1),
  };
  return { rate, branch };
}

/** How often an agenda of this length gives its first entry and takes another one, in a second. */
function holdsPerSecond(length: number): number {
  let agenda: Agenda<undefined>;
  let sequence = 0;
  const entryAt = (at: number): Entry<undefined> => {
    sequence += 1;
    return { at: micros(at), rank: "work", sequence, to: "", message: undefined, cause: undefined };
  };
  for (let index = 0; index < length; index++) agenda = schedule(agenda, entryAt((index * 7_919) % 1_000_003));
  const hold = () => {
    for (let index = 0; index < HOLDS; index++) {
      const at = firstEntry(agenda)?.at ?? 0;
      agenda = schedule(withoutFirst(agenda), entryAt(at + ((index * 104_729) % 1_000_003)));
    }
  };
  hold();
  return (HOLDS / cpuOf(hold)) * 1_000;
}

function seekIn(branch: Branch<ClusterWorld>, megabytes: number) {
  const times: number[] = [];
  for (let index = 0; index < SEEKS; index++) {
    const step = (index * 7_368_787) % branch.head.step;
    times.push(cpuOf(() => void branch.worldAt(step)));
  }
  return {
    events: branch.log.length,
    steps: branch.head.step,
    p50Ms: rounded(percentile(times, 0.5), 1),
    p95Ms: rounded(percentile(times, 0.95), 1),
    historyMb: rounded(megabytes),
  };
}
