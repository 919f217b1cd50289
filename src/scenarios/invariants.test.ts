// Goal: whatever anybody does to a stock scenario, and whenever, the cluster stays true to its contract, and does the same again. Method:
// random actions at random steps, every step held against all invariants, and the same inputs once more.
import fc from "fast-check";
import { expect, test } from "vitest";
import { defined } from "../base/assert.ts";
import { digestText } from "../base/digest.ts";
import { micros } from "../base/time.ts";
import type { Action, FailureMode, RequestMatcher } from "../simulation/cluster/actions.ts";
import { createEngine } from "../simulation/cluster/boot.ts";
import type { ClusterWorld } from "../simulation/cluster/cluster.ts";
import { reconcilers } from "../simulation/controllers/reconcilers.ts";
import { checkAll } from "../simulation/invariants/check-all.ts";
import { systems } from "../simulation/systems/systems.ts";
import { stockScenarios } from "./catalog.ts";
import { planOf } from "./plan-of.ts";
import type { Scenario } from "./scenario.ts";

const engine = createEngine(reconcilers, systems, checkAll);

/** Most steps of one run: the stories are told by then, and random faults would go on for ever. */
const STEPS = 1_500;

type Deed = { readonly step: number; readonly action: Action };

function actions({ controllers, systems: beside, cluster }: Scenario): fc.Arbitrary<Action> {
  const process = fc.constantFrom(...[...controllers, ...beside].map(({ name }) => name));
  const server = fc.constantFrom(...cluster.apiServers);
  const watched = controllers.flatMap(({ watches }) => watches.map((watch) => watch.kind));
  const kind = fc.constantFrom(...new Set(["Pod", ...watched]));
  const span = fc.integer({ min: 0, max: 20_000_000 }).map(micros);
  const mode = fc.constantFrom<FailureMode>("eof", "reset", "refused", "timeout", 403, 409, 410, 429, 500, 503, 504);
  const verb = fc.constantFrom<RequestMatcher["verb"]>("get", "list", "watch", "create", "update", "patch", "delete");
  const one = <A extends Action>(type: A["type"], fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ type: fc.constant(type), ...fields }) as fc.Arbitrary<unknown> as fc.Arbitrary<A>; // the fields are A's
  const target = fc.constant({ kind: "ReplicaSet", namespace: "demo", name: "web" });
  const merge = fc.nat(5).map((replicas) => ({ spec: { replicas } }));
  const match = fc.record({ client: process, verb });
  const extent = fc.oneof(
    fc.record({ type: fc.constant("times"), count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ type: fc.constant("for"), duration: span }),
  );
  return fc.oneof(
    one("deliver", { choice: fc.nat(3) }),
    one("patch", { target, merge }),
    one("delete", { target }),
    one("endWatch", { client: process, kind, mode }),
    one("silenceWatch", { client: process, kind }),
    one("holdEvents", { client: process, kind, duration: span }),
    one("loseEvent", { client: process, kind, count: fc.constant(1) }),
    one("answer", { match, mode, extent, retryAfterSeconds: fc.nat(3) }),
    one("stopAnswering", {}),
    one("cutLink", { process, server, duration: span }),
    one("mendLink", { process, server }),
    one("slowLink", { process, server, delay: span }),
    one("compact", {}),
    one("restartServer", { server, downFor: span }),
    one("freezeCache", { server, kind, duration: span }),
    one("slowEtcd", { delay: fc.nat(500_000).map(micros), duration: span }),
    one("crash", { process, restartAfter: span }),
    one("pause", { process, duration: span }),
    one("stop", { process }),
    one("slowHandler", { process, kind, handler: fc.constant("queue"), takes: fc.nat(3_000_000).map(micros) }),
    one("revoke", { process, verb, kind }),
    one("grant", { process, verb, kind }),
    one("revokeToken", { process }),
    one("renewToken", { process }),
  );
}

/** The id of a scenario, and what is done to it. */
function deeds(scenarios: readonly Scenario[]): fc.Arbitrary<readonly [string, readonly Deed[]]> {
  return fc.constantFrom(...scenarios).chain((scenario) => {
    const deed = fc.record({ step: fc.nat(1_000), action: actions(scenario) });
    return fc.tuple(fc.constant(scenario.id), fc.array(deed, { minLength: 1, maxLength: 8 }));
  });
}

/** Runs a scenario with deeds at their steps. Two for one step are done one after the other. */
function play(scenario: Scenario, list: readonly Deed[]): ClusterWorld {
  const plan = planOf(scenario, {});
  const left = list.toSorted((a, b) => a.step - b.step);
  let { world } = engine.boot(plan);
  for (let n = 0; n < STEPS; n++) {
    const due = left[0] !== undefined && left[0].step <= world.step ? left.shift() : undefined;
    const next = due === undefined ? engine.step(world) : engine.act(world, due.action);
    if (next === undefined || next.world.now > plan.until) return world;
    world = next.world;
  }
  return world;
}

test("no action at any moment breaks an invariant, and the same inputs give the same run", async () => {
  const scenarios = await stockScenarios();
  fc.assert(
    fc.property(deeds(scenarios), ([id, list]) => {
      const scenario = defined(
        scenarios.find((each) => each.id === id),
        id,
      );
      const ended = play(scenario, list);
      expect(ended.shared.violations.slice(0, 3)).toEqual([]);
      const again = play(scenario, list);
      expect(digestText(again.digest)).toBe(digestText(ended.digest));
    }),
    { numRuns: 40 },
  );
}, 600_000);
