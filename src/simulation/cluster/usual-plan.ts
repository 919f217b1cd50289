import { type Micros, micros, milliseconds, seconds } from "../../base/time.ts";
import type { Action } from "./actions.ts";
import type { ClusterEvent } from "./cluster.ts";
import type { ClusterFact } from "./facts.ts";
import type { ClusterSettings, ControllerSpec, Plan, ScriptStep, Timing, WatchSpec } from "./plan.ts";

// What the plans of tests and benchmarks have in common: each says only what differs. Scenarios have the decoder's defaults instead.

/** A request takes 2 ms each way, etcd 1 ms, a cache lags 1 ms, an event travels 2 ms. */
const TIMING: Timing = {
  apiCall: milliseconds(4),
  etcdCommit: milliseconds(1),
  cacheLag: milliseconds(1),
  watchDelivery: { default: milliseconds(2), kinds: {} },
  handler: micros(0),
  reconcilePhase: micros(300),
  pod: { schedule: milliseconds(20), start: milliseconds(500), ready: milliseconds(200), stop: milliseconds(300) },
};

const CLUSTER: ClusterSettings = {
  nodes: 2,
  apiServers: ["a"],
  revision: 100,
  compaction: seconds(300),
  watchCache: { capacity: 100, lower: 100, upper: 102_400, freshFor: seconds(75) },
  bookmarks: true,
  watchListServer: true,
  noise: undefined,
  crds: [],
  rbac: [],
  webhooks: [],
  maxRequestBodyBytes: 3 * 1024 * 1024,
};

/** What a plan says that is not as usual. */
export type PlanChanges = Partial<Omit<Plan, "timing" | "cluster" | "generation">> & {
  readonly timing?: Partial<Timing>;
  readonly cluster?: Partial<ClusterSettings>;
  readonly generation?: Partial<Plan["generation"]>;
};

/** One API server, two nodes, the newest libraries, and nobody who does anything. */
export function usualPlan({ timing, cluster, generation, ...changes }: PlanChanges): Plan {
  return {
    seed: 7,
    jitter: { type: "seeded" },
    generation: { name: "current", fifo: "RealFIFO atomic", watchList: true, queue: "priority", ...generation },
    timing: { ...TIMING, ...timing },
    cluster: { ...CLUSTER, ...cluster },
    given: [],
    controllers: [],
    systems: [],
    script: [],
    until: seconds(100_000),
    ...changes,
  };
}

/** A controller process with one worker and no limiter. */
export function usualController(
  controller: Pick<ControllerSpec, "name" | "reconciler" | "watches"> & Partial<ControllerSpec>,
): ControllerSpec {
  return {
    serviceAccount: undefined,
    workers: 1,
    queue: undefined,
    lease: undefined,
    handlersJoin: "afterSync",
    cacheSyncTimeout: undefined,
    gracefulShutdownTimeout: undefined,
    clientQps: 0,
    clientBurst: 0,
    options: {},
    ...controller,
  };
}

/** A watch of one kind with one handler, which feeds the queue. */
export function usualWatch(kind: string, changes: Partial<WatchSpec> = {}): WatchSpec {
  return {
    kind,
    namespace: undefined,
    owner: undefined,
    selector: "",
    predicates: [],
    resync: micros(0),
    handlerTakes: undefined,
    handlers: [],
    ...changes,
  };
}

/** What is done when. */
export function scriptOf(steps: readonly { readonly at: Micros; readonly action: Action }[]): readonly ScriptStep[] {
  return steps.map(({ at, action }) => ({ when: { type: "at", at }, action }));
}

/** The facts of a type, of actors that begin like this. */
export function factsOf<T extends ClusterFact["type"]>(
  events: readonly ClusterEvent[],
  type: T,
  actor = "",
): readonly Extract<ClusterFact, { type: T }>[] {
  return events.flatMap((event) => (event.actor.startsWith(actor) && isFact(event.fact, type) ? [event.fact] : []));
}

function isFact<T extends ClusterFact["type"]>(fact: ClusterFact, type: T): fact is Extract<ClusterFact, { type: T }> {
  return fact.type === type;
}
