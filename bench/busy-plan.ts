import { micros, milliseconds, seconds } from "../src/base/time.ts";
import type { ObjectReference } from "../src/simulation/cluster/actions.ts";
import type { Plan, ScriptStep } from "../src/simulation/cluster/plan.ts";
import type { DraftObject } from "../src/simulation/kubernetes/object.ts";

/** ReplicaSets of the busy run. */
const SETS = 8;
/** How often one of them is asked for another number of pods. */
const EDIT_EVERY = seconds(2);
/** Simulated time of the whole run: more than a million events. */
const EDITS = 1_500;

/**
 * A run with much to do: ReplicaSets whose sizes change again and again, somebody else's writes,
 * and a watch that ends now and then. Built here, so that no scenario file's change moves the numbers.
 */
export function busyPlan(): Plan {
  return {
    seed: 1,
    jitter: { type: "seeded" },
    generation: { name: "current", fifo: "RealFIFO atomic", watchList: true, queue: "priority" },
    timing: {
      apiCall: milliseconds(4),
      etcdCommit: milliseconds(1),
      cacheLag: milliseconds(1),
      watchDelivery: { default: milliseconds(3), kinds: {} },
      handler: micros(0),
      reconcilePhase: micros(300),
      pod: { schedule: milliseconds(20), start: milliseconds(400), ready: milliseconds(300), stop: milliseconds(500) },
    },
    cluster: {
      nodes: 3,
      apiServers: ["a"],
      revision: 100,
      compaction: seconds(300),
      watchCache: { capacity: 100, lower: 100, upper: 102_400, freshFor: seconds(75) },
      bookmarks: true,
      watchListServer: true,
      noise: {
        kind: "ConfigMap",
        namespace: "other",
        perSecond: 4,
        from: seconds(1),
        until: micros(EDITS * EDIT_EVERY),
      },
      crds: [],
      rbac: [],
      webhooks: [],
      maxRequestBodyBytes: 3 * 1024 * 1024,
    },
    given: Array.from({ length: SETS }, (_, index) => replicaSet(index)),
    systems: [],
    controllers: [
      {
        name: "web",
        reconciler: "ReplicaSet",
        serviceAccount: undefined,
        workers: 2,
        queue: undefined,
        options: {},
        lease: undefined,
        handlersJoin: "afterSync",
        cacheSyncTimeout: undefined,
        watches: [watch("ReplicaSet", undefined), watch("Pod", "ReplicaSet")],
        clientQps: 0,
        clientBurst: 0,
      },
    ],
    script: Array.from({ length: EDITS }, (_, index) => edit(index)),
    until: micros(EDITS * EDIT_EVERY),
  };
}

function replicaSet(index: number): DraftObject {
  const name = nameOf(index);
  const labels = { app: name };
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name, namespace: "demo", labels },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx" }] } },
    },
  };
}

/** Every 100th edit is the end of a watch instead. Sizes go through 1 to 9 in an order that repeats late. */
function edit(index: number): ScriptStep {
  const when = { type: "at", at: micros((index + 1) * EDIT_EVERY) } as const;
  if (index % 100 === 99) return { when, action: { type: "endWatch", client: "web", kind: "Pod", mode: "eof" } };
  const target: ObjectReference = { kind: "ReplicaSet", namespace: "demo", name: nameOf((index * 5) % SETS) };
  return { when, action: { type: "patch", target, merge: { spec: { replicas: 1 + ((index * 7) % 9) } } } };
}

function watch(kind: string, owner: string | undefined) {
  const handlers = kind === "Pod" ? [{ name: "audit", takes: milliseconds(5) }] : [];
  return {
    kind,
    namespace: undefined,
    owner,
    selector: "",
    predicates: [],
    resync: micros(0),
    handlerTakes: undefined,
    handlers,
  };
}

function nameOf(index: number): string {
  return `web-${index + 1}`;
}
