import { micros, milliseconds, seconds } from "../src/base/time.ts";
import type { ObjectReference } from "../src/simulation/cluster/actions.ts";
import type { Plan, ScriptStep } from "../src/simulation/cluster/plan.ts";
import { usualController, usualPlan, usualWatch } from "../src/simulation/cluster/usual-plan.ts";
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
  return usualPlan({
    seed: 1,
    timing: {
      watchDelivery: { default: milliseconds(3), kinds: {} },
      pod: { schedule: milliseconds(20), start: milliseconds(400), ready: milliseconds(300), stop: milliseconds(500) },
    },
    cluster: {
      nodes: 3,
      noise: {
        kind: "ConfigMap",
        namespace: "other",
        perSecond: 4,
        from: seconds(1),
        until: micros(EDITS * EDIT_EVERY),
      },
    },
    given: Array.from({ length: SETS }, (_, index) => replicaSet(index)),
    controllers: [
      usualController({
        name: "web",
        reconciler: "ReplicaSet",
        workers: 2,
        watches: [usualWatch("ReplicaSet"), usualWatch("Pod", { owner: "ReplicaSet", handlers: [AUDIT] })],
      }),
    ],
    script: Array.from({ length: EDITS }, (_, index) => edit(index)),
    until: micros(EDITS * EDIT_EVERY),
  });
}

/** A second handler, slower than events come at times. */
const AUDIT = { name: "audit", takes: milliseconds(5) };

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

function nameOf(index: number): string {
  return `web-${index + 1}`;
}
