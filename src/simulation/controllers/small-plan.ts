import { defined } from "../../base/assert.ts";
import type { Micros } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import { createEngine } from "../cluster/boot.ts";
import type { ClusterEvent, ClusterWorld } from "../cluster/cluster.ts";
import { etcdGet, etcdRange } from "../cluster/etcd.ts";
import type { ClusterFact } from "../cluster/facts.ts";
import type { ControllerSpec, Plan } from "../cluster/plan.ts";
import type { ReconcilerKind } from "../cluster/reconciler.ts";
import { factsOf, scriptOf, usualController, usualPlan, usualWatch } from "../cluster/usual-plan.ts";
import { checkAll } from "../invariants/check-all.ts";
import type { CustomKind } from "../kubernetes/kind-registry.ts";
import type { DraftObject, JsonObject, KubeObject } from "../kubernetes/object.ts";
import { keyOf, objectKey } from "../kubernetes/object-key.ts";
import { reconcilers } from "./reconcilers.ts";

/** A controller of a small plan: the name of its kind, and what differs from the usual. */
export type SmallController = {
  readonly reconciler: string;
  readonly watches: readonly string[];
  readonly options?: JsonObject;
  readonly workers?: number;
  readonly queue?: "classic" | "priority";
};

/** What differs from one small plan to the next. */
export type SmallPlan = {
  readonly controllers: readonly SmallController[];
  readonly crds?: readonly CustomKind[];
  readonly given: readonly DraftObject[];
  /** What is done when, in order. */
  readonly script?: readonly { readonly at: Micros; readonly action: Action }[];
  readonly until: Micros;
  /** Until the news of a change reaches an informer; 2 ms unless said. */
  readonly delivery?: Micros;
  /** Kinds of controllers beside those that scenarios know. */
  readonly more?: Readonly<Record<string, ReconcilerKind>>;
};

/** A run that has ended. */
export type SmallRun = {
  readonly world: ClusterWorld;
  readonly events: readonly ClusterEvent[];
  /** The object as etcd holds it. */
  readonly get: (kind: string, name: string, namespace?: string) => KubeObject | undefined;
  /** All objects of a kind, in the order of their keys. */
  readonly all: (kind: string) => readonly KubeObject[];
  /** The facts of a type. */
  readonly facts: <T extends ClusterFact["type"]>(type: T) => readonly Extract<ClusterFact, { type: T }>[];
  readonly violations: ClusterWorld["shared"]["violations"];
};

/** Runs controllers on the real engine: one API server, two nodes, the newest libraries. `see` looks at the world after each step, and may do something. */
export function runSmallPlan(
  small: SmallPlan,
  see: (world: ClusterWorld) => Action | undefined = () => undefined,
): SmallRun {
  const engine = createEngine({ ...reconcilers, ...small.more }, {}, checkAll);
  const booted = engine.boot(planOf(small));
  const events = [...booted.events];
  let { world } = booted;
  for (let step = 0; step < 200_000; step++) {
    const next = engine.step(world);
    if (next === undefined || next.world.now > small.until) break;
    world = next.world;
    events.push(...next.events);
    const action = see(world);
    if (action === undefined) continue;
    const acted = engine.act(world, action);
    world = acted.world;
    events.push(...acted.events);
  }
  const { etcd } = world.shared;
  return {
    world,
    events,
    get: (kind, name, namespace = "demo") => etcdGet(etcd, kind, objectKey(namespace, name))?.object,
    all: (kind) => objectsOf(world, kind),
    facts: (type) => factsOf(events, type),
    violations: world.shared.violations,
  };
}

/** All objects of a kind in etcd, in the order of their keys. */
export function objectsOf(world: ClusterWorld, kind: string): readonly KubeObject[] {
  const range = etcdRange(world.shared.etcd, kind);
  const objects = range.type === "values" ? range.values.map(({ object }) => object) : [];
  return [...objects].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The object, which has to be there. */
export function existing(run: SmallRun, kind: string, name: string): KubeObject {
  return defined(run.get(kind, name), `${kind} ${name}`);
}

/** A step of the script: merges into an object of the namespace `demo`. */
export function patchAt(at: Micros, kind: string, name: string, merge: JsonObject) {
  const action: Action = { type: "patch", target: { kind, namespace: "demo", name }, merge };
  return { at, action };
}

function planOf({ controllers, crds = [], given, script = [], until, delivery }: SmallPlan): Plan {
  return usualPlan({
    timing: delivery === undefined ? {} : { watchDelivery: { default: delivery, kinds: {} } },
    cluster: { crds },
    given,
    controllers: controllers.map(controllerSpec),
    script: scriptOf(script),
    until,
  });
}

function controllerSpec({ reconciler, watches, ...changes }: SmallController): ControllerSpec {
  const name = reconciler.toLowerCase().replaceAll(/[^a-z0-9]/g, "-");
  return usualController({ ...changes, name, reconciler, watches: watches.map((kind) => usualWatch(kind)) });
}
