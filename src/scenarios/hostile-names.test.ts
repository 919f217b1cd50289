// Goal: names that people choose are only names. Method: a scenario in which everything is called as something that every object of the
// language has, with everything that can happen to it, in every generation of the libraries.
import { expect, test } from "vitest";
import { milliseconds } from "../base/time.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import { createEngine } from "../simulation/cluster/boot.ts";
import { frameOf } from "../simulation/cluster/frame-of.ts";
import { reconcilers } from "../simulation/controllers/reconcilers.ts";
import { checkAll } from "../simulation/invariants/check-all.ts";
import { systems } from "../simulation/systems/systems.ts";
import { decodeScenario } from "./decode.ts";
import { planOf } from "./plan-of.ts";
import { PROFILES } from "./run-spec.ts";

const NAME = "constructor";

const file = `loopscope: 1
id: ${NAME}
title: ${NAME}
until: 20s
cluster:
  apiServers: [${NAME}]
  crds: [{ kind: App, group: clouds.example.com, plural: apps }]
  webhooks: [{ name: ${NAME}, kinds: [ConfigMap], does: stamp }]
  rbac: [{ process: ${NAME}, verb: delete, kind: ConfigMap }]
given:
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: ${NAME}, namespace: ${NAME}, labels: { ${NAME}: ${NAME}, mirror: "true" }, annotations: { ${NAME}: x } }
    data: { ${NAME}: x, toString: y }
  - { apiVersion: v1, kind: Node, metadata: { name: ${NAME} } }
  - { apiVersion: clouds.example.com/v1, kind: App, metadata: { name: ${NAME}, namespace: demo }, spec: { replicas: 3 } }
controllers:
  - name: ${NAME}
    reconciler: ConfigMirror
    watches:
      - { kind: ConfigMap, namespace: ${NAME}, selector: ${NAME}, handlers: [{ name: ${NAME}, takes: 1ms }] }
  - { name: twice, replicas: 2, reconciler: ResultScript, watches: [{ kind: ConfigMap }] }
systems:
  - { name: other-${NAME}, kind: TwoClouds, options: { mode: events, clouds: ${NAME} other, object: ${NAME} } }
then:
  - { at: 1s, as: ${NAME}, do: { patch: { kind: ConfigMap, namespace: ${NAME}, name: ${NAME}, merge: { data: { ${NAME}: { a: 1 } } } } } }
  - { at: 2s, as: toString, do: { patch: { kind: ConfigMap, namespace: ${NAME}, name: ${NAME}, merge: { data: { valueOf: z } } } } }
  - { at: 3s, do: { tell: { system: other-${NAME}, event: change, about: ${NAME} 5 } } }
  - { at: 4s, do: { crash: { process: ${NAME}, restartAfter: 1s } } }
  - { on: { type: reconcile.end, ${NAME}: x }, do: { compact: {} } }
`;

/** What a link can hold beside: names of nobody. */
const strangers: readonly Action[] = [
  { type: "crash", process: "toString" },
  { type: "tell", system: NAME, event: NAME, about: NAME },
  { type: "freezeCache", server: NAME, kind: NAME, duration: milliseconds(5) },
  { type: "endWatch", client: "toString", kind: NAME, mode: 410 },
  { type: "delete", target: { kind: NAME, namespace: NAME, name: "c*" } },
  { type: "delete", target: { kind: NAME, name: NAME } },
  { type: "create", object: { apiVersion: "v1", kind: NAME, metadata: { name: NAME } }, as: "toString" },
  { type: "revokeToken", process: "valueOf" },
];

test.each(PROFILES)("a run in which everything is called constructor is a run like any other, in %s", (profile) => {
  const decoded = decodeScenario(file);
  if (decoded.type !== "ok") throw new Error(JSON.stringify(decoded.problems));
  const engine = createEngine(reconcilers, systems, checkAll);
  const plan = planOf(decoded.value, { profile });
  const booted = engine.boot(plan);
  const types = new Set<string>();
  let { world } = booted;
  const queue = [...strangers];
  for (let next = engine.step(world); next !== undefined && next.world.now <= plan.until; next = engine.step(world)) {
    world = next.world;
    for (const { fact } of next.events) types.add(fact.type);
    const action = world.now > milliseconds(3_500) ? queue.shift() : undefined;
    if (action !== undefined) world = engine.act(world, action).world;
    frameOf(world);
  }
  expect(world.shared.violations).toEqual([]);
  expect(queue).toEqual([]);
  for (const type of ["process.start", "reconcile.end", "etcd.commit", "system.arrived"]) expect(types).toContain(type);
});
