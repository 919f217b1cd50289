import { type Micros, micros, milliseconds } from "../../../base/time.ts";
import type { DraftObject, JsonObject, KubeObject } from "../../kubernetes/object.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import type { Action } from "../actions.ts";
import { createEngine } from "../boot.ts";
import type { ClusterEvent, ClusterWorld } from "../cluster.ts";
import { etcdGet } from "../etcd.ts";
import type { ClusterFact } from "../facts.ts";
import { type EventMatcher, matches } from "../matcher.ts";
import type { ControllerSpec, Plan, ScriptStep, Timing } from "../plan.ts";
import type { Answer, Ask, ReconcileRequest, ReconcileResult, ReconcilerKind } from "../reconciler.ts";
import type { SystemKind } from "../system.ts";
import { type PlanChanges, usualController, usualPlan, usualWatch } from "../usual-plan.ts";

/** Most steps of one call: a test that needs more runs away. */
const STEPS = 20_000;

/** What a test says about its cluster; everything else is small and quick. */
export type TestPlan = Omit<PlanChanges, "systems" | "until" | "jitter"> & {
  /** Kinds of systems; each stands once under its own name. */
  readonly systems?: Readonly<Record<string, SystemKind>>;
  /** What the controllers' reconciler does; it returns at once when absent. */
  readonly reconcile?: (request: ReconcileRequest) => Generator<Ask, ReconcileResult, Answer>;
};

/** A request takes 1 ms each way. */
const TIMING: Partial<Timing> = {
  apiCall: milliseconds(2),
  reconcilePhase: milliseconds(1),
  pod: { schedule: milliseconds(10), start: milliseconds(100), ready: milliseconds(100), stop: milliseconds(500) },
};

/** A controller process with one worker that watches ConfigMaps. */
export function testController(changes: Partial<ControllerSpec> = {}): ControllerSpec {
  return usualController({ name: "web", reconciler: "Test", watches: [usualWatch("ConfigMap")], ...changes });
}

/** A ConfigMap `demo/name`. */
export function testMap(name: string, data: JsonObject = { a: "1" }): DraftObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "demo" }, data };
}

/** A pod `demo/name`. */
export function testPod(name: string, spec: JsonObject = {}): DraftObject {
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "demo" }, spec };
}

/** The edit of a ConfigMap's data. */
export function editMap(name: string, value: string): Extract<Action, { type: "patch" }> {
  return { type: "patch", target: { kind: "ConfigMap", namespace: "demo", name }, merge: { data: { a: value } } };
}

/** A step of the script: what happens at a time in milliseconds. */
export function doAt(time: number, action: Action): ScriptStep {
  return { when: { type: "at", at: milliseconds(time) }, action };
}

/** The plan of a test. */
function testPlan({ timing, cluster, systems = {}, reconcile: _reconcile, ...changes }: TestPlan = {}): Plan {
  return usualPlan({
    seed: 1,
    jitter: { type: "off" },
    timing: { ...TIMING, ...timing },
    cluster: { compaction: micros(0), ...cluster },
    systems: Object.keys(systems).map((name) => ({ name, kind: name, options: {} })),
    controllers: [testController()],
    ...changes,
  });
}

/** A cluster that runs as far as the test wants. It holds the world between calls. */
export type TestCluster = {
  world(): ClusterWorld;
  /** Takes every step up to and including a time. */
  run(until: Micros): void;
  /** Takes steps until an event comes; fails when it does not come soon. */
  runTo(match: EventMatcher): ClusterEvent;
  /** Takes one step. False when nothing is left to happen. */
  step(): boolean;
  act(action: Action): readonly ClusterEvent[];
  /** Events so far that look like that. */
  events(match: EventMatcher): readonly ClusterEvent[];
  /** The facts of those events. */
  facts<Type extends ClusterFact["type"]>(
    type: Type,
    fields?: Omit<EventMatcher, "type">,
  ): readonly Extract<ClusterFact, { readonly type: Type }>[];
  /** The times of those events, in milliseconds. */
  times(match: EventMatcher): readonly number[];
  stored(kind: string, name: string): KubeObject | undefined;
  /** Goes on from another world, as after a seek. */
  setWorld(world: ClusterWorld): void;
};

/** Boots a cluster. */
export function testCluster(options: TestPlan = {}): TestCluster {
  const engine = createEngine({ Test: testReconciler(options) }, options.systems ?? {}, () => []);
  const booted = engine.boot(testPlan(options));
  let { world } = booted;
  const seen: ClusterEvent[] = [...booted.events];
  const take = (stepped: { readonly world: ClusterWorld; readonly events: readonly ClusterEvent[] }) => {
    world = stepped.world;
    seen.push(...stepped.events);
    return stepped.events;
  };
  const step = () => {
    const next = engine.step(world);
    if (next !== undefined) take(next);
    return next !== undefined;
  };
  const events = (match: EventMatcher) => seen.filter((event) => matches(match, event));
  return {
    world: () => world,
    run(until) {
      for (let steps = 0; steps < STEPS; steps++) {
        const next = engine.step(world);
        if (next === undefined || next.world.now > until) return;
        take(next);
      }
      throw new Error(`${STEPS} steps, and only ${world.now} µs have passed`);
    },
    runTo(match) {
      for (let steps = 0; steps < STEPS; steps++) {
        const next = engine.step(world);
        if (next === undefined) break;
        const found = take(next).find((event) => matches(match, event));
        if (found !== undefined) return found;
      }
      throw new Error(`no ${JSON.stringify(match)} until ${world.now} µs`);
    },
    step,
    act: (action) => take(engine.act(world, action)),
    events,
    facts: (type, fields = {}) =>
      events({ ...fields, type }).map(({ fact }) => fact as Extract<ClusterFact, { readonly type: typeof type }>), // by the matcher
    times: (match) => events(match).map(({ at }) => at / 1_000),
    stored: (kind, name) => etcdGet(world.shared.etcd, kind, objectKey("demo", name))?.object,
    setWorld(next) {
      world = next;
    },
  };
}

/** A controller that enqueues the object itself at every change. */
function testReconciler({ controllers = [], reconcile }: TestPlan): ReconcilerKind {
  const watches = controllers[0]?.watches.map(({ kind }) => kind) ?? ["ConfigMap"];
  return {
    name: "Test",
    primary: watches[0] ?? "ConfigMap",
    watches,
    options: {},
    memory: {},
    handle: ({ notification, memory }) => {
      const { namespace, name } = notification.object.metadata;
      return { memory, enqueue: [{ key: objectKey(namespace, name), priority: 0 }] };
    },
    reconcile:
      reconcile ??
      // biome-ignore lint/correctness/useYield: a run that asks nothing
      function* () {
        return {};
      },
  };
}
