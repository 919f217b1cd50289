import { type Micros, micros, milliseconds, seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import { createEngine } from "../cluster/boot.ts";
import type { ClusterEvent, ClusterWorld } from "../cluster/cluster.ts";
import { etcdGet } from "../cluster/etcd.ts";
import type { ClusterFact } from "../cluster/facts.ts";
import { systemFrames } from "../cluster/frame-of-systems.ts";
import type { Plan, Webhook } from "../cluster/plan.ts";
import type { SystemKind, SystemSpec } from "../cluster/system.ts";
import type { SystemFrame } from "../cluster/system-frame.ts";
import { checkAll } from "../invariants/check-all.ts";
import type { CustomKind } from "../kubernetes/kind-registry.ts";
import type { DraftObject, KubeObject } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { systems } from "./systems.ts";

/** What differs from one run of systems to the next. */
export type SystemPlan = {
  readonly systems: readonly SystemSpec[];
  readonly until: Micros;
  readonly crds?: readonly CustomKind[];
  readonly given?: readonly DraftObject[];
  readonly webhooks?: readonly Webhook[];
  readonly script?: readonly { readonly at: Micros; readonly action: Action }[];
  /** Kinds of systems beside those that scenarios know. */
  readonly more?: Readonly<Record<string, SystemKind>>;
};

/** A run that has ended. */
export type SystemRun = {
  readonly world: ClusterWorld;
  readonly events: readonly ClusterEvent[];
  /** The facts of a type, of actors that begin like this. */
  readonly facts: <T extends ClusterFact["type"]>(
    type: T,
    actor?: string,
  ) => readonly Extract<ClusterFact, { type: T }>[];
  /** The object of the namespace `demo` as etcd holds it. */
  readonly get: (kind: string, name: string) => KubeObject | undefined;
  readonly frame: (system: string) => SystemFrame | undefined;
};

/** Runs systems on the real engine: one API server, calls of 4 ms, commits of 1 ms, nobody else. */
export function runSystems(plan: SystemPlan): SystemRun {
  const engine = createEngine({}, { ...systems, ...plan.more }, checkAll);
  const booted = engine.boot(planOf(plan));
  const events = [...booted.events];
  let { world } = booted;
  for (let next = engine.step(world); next !== undefined && next.world.now <= plan.until; next = engine.step(world)) {
    world = next.world;
    events.push(...next.events);
  }
  return {
    world,
    events,
    facts: (type, actor = "") =>
      events.flatMap((event) => (event.actor.startsWith(actor) && isFact(event.fact, type) ? [event.fact] : [])),
    get: (kind, name) => etcdGet(world.shared.etcd, kind, objectKey("demo", name))?.object,
    frame: (system) => systemFrames(world).find(({ name }) => name === system),
  };
}

function isFact<T extends ClusterFact["type"]>(fact: ClusterFact, type: T): fact is Extract<ClusterFact, { type: T }> {
  return fact.type === type;
}

function planOf({ systems: specs, until, crds = [], given = [], webhooks = [], script = [] }: SystemPlan): Plan {
  return {
    seed: 7,
    jitter: { type: "seeded" },
    generation: { name: "current", fifo: "RealFIFO atomic", watchList: true, queue: "priority" },
    timing: {
      apiCall: milliseconds(4),
      etcdCommit: milliseconds(1),
      cacheLag: milliseconds(1),
      watchDelivery: { default: milliseconds(2), kinds: {} },
      handler: micros(0),
      reconcilePhase: micros(300),
      pod: { schedule: milliseconds(20), start: milliseconds(500), ready: milliseconds(200), stop: milliseconds(300) },
    },
    cluster: {
      nodes: 0,
      apiServers: ["a"],
      revision: 1,
      compaction: seconds(300),
      watchCache: { capacity: 100, lower: 100, upper: 102_400, freshFor: seconds(75) },
      bookmarks: true,
      watchListServer: true,
      noise: undefined,
      crds,
      rbac: [],
      webhooks,
      maxRequestBodyBytes: 3 * 1024 * 1024,
    },
    given,
    systems: specs,
    controllers: [],
    script: script.map(({ at, action }) => ({ when: { type: "at", at }, action })),
    until,
  };
}
