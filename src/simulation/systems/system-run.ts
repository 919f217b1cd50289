import type { Micros } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import { createEngine } from "../cluster/boot.ts";
import type { ClusterEvent, ClusterWorld } from "../cluster/cluster.ts";
import { etcdGet } from "../cluster/etcd.ts";
import type { ClusterFact } from "../cluster/facts.ts";
import { systemFrames } from "../cluster/frame-of-systems.ts";
import type { Plan, Webhook } from "../cluster/plan.ts";
import type { SystemKind, SystemSpec } from "../cluster/system.ts";
import type { SystemFrame } from "../cluster/system-frame.ts";
import { factsOf, scriptOf, usualPlan } from "../cluster/usual-plan.ts";
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
    facts: (type, actor) => factsOf(events, type, actor),
    get: (kind, name) => etcdGet(world.shared.etcd, kind, objectKey("demo", name))?.object,
    frame: (system) => systemFrames(world).find(({ name }) => name === system),
  };
}

function planOf({ systems: specs, until, crds = [], given = [], webhooks = [], script = [] }: SystemPlan): Plan {
  const cluster = { nodes: 0, revision: 1, crds, webhooks };
  return usualPlan({ cluster, given, systems: specs, script: scriptOf(script), until });
}
