import fc from "fast-check";
import { expect, test } from "vitest";
import { planOf } from "../scenarios/plan-of.ts";
import { readScenario } from "../scenarios/read-scenario.ts";
import type { RunSpec } from "../scenarios/run-spec.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import { loadEngine } from "./engine.ts";
import type { Grain } from "./protocol.ts";
import type { Run } from "./run.ts";
import { scenarioRun } from "./scenario-run.ts";

const THREE_PODS: RunSpec = { scenario: { type: "stock", id: "three-pods" }, inputs: [] };

async function openRun(spec: RunSpec = THREE_PODS): Promise<Run> {
  const read = await readScenario(spec.scenario);
  if (read.type === "problems") throw new Error(JSON.stringify(read.problems));
  return scenarioRun(1, spec, {
    scenario: read.value,
    plan: planOf(read.value, spec),
    engine: await loadEngine(read.value),
  });
}

const scale = (replicas: number): Action => ({
  type: "patch",
  target: { kind: "ReplicaSet", namespace: "demo", name: "web" },
  merge: { spec: { replicas } },
});

test("the same run twice gives the same digest at every step", async () => {
  const [a, b] = [await openRun(), await openRun()];
  a.seek({ type: "end" });
  b.seek({ type: "end" });
  expect(b.head.step).toBe(a.head.step);
  for (let step = 0; step <= a.head.step; step++) expect(b.digestAt(step)).toBe(a.digestAt(step));
});

test("another seed gives another run", async () => {
  const [a, b] = [await openRun(), await openRun({ ...THREE_PODS, seed: 8 })];
  a.seek({ type: "end" });
  b.seek({ type: "end" });
  expect(b.digestAt(b.head.step)).not.toBe(a.digestAt(a.head.step));
});

test("any walk forward and back shows each place as it was", async () => {
  const run = await openRun();
  run.seek({ type: "end" });
  const frames = new Map<number, string>();
  const moves = fc.array(
    fc.tuple(
      fc.constantFrom<Grain>("step", "event", "reconcile", "idle"),
      fc.constantFrom(1, -1) as fc.Arbitrary<1 | -1>,
    ),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(fc.nat(run.head.step), moves, (start, walk) => {
      run.seek({ type: "step", step: start });
      for (const [grain, direction] of walk) {
        run.move(grain, direction);
        const frame = JSON.stringify(run.frame());
        expect(frames.get(run.cursor.step) ?? frame).toBe(frame);
        frames.set(run.cursor.step, frame);
      }
    }),
    { numRuns: 25 },
  );
});

test("a step forward and a step back return to the same event", async () => {
  const run = await openRun();
  run.seek({ type: "chapter", index: 3 });
  for (const grain of ["step", "event", "idle"] as const) {
    run.move(grain, 1);
    const there = run.cursor;
    run.move(grain, 1);
    run.move(grain, -1);
    expect(run.cursor).toEqual(there);
  }
});

test("a step forward from inside a step and back returns to that event", async () => {
  const run = await openRun();
  run.extend(500);
  const middle = Array.from({ length: run.log.length - 1 }, (_, seq) => seq).find(
    (seq) => run.log.stepOf(seq) > 0 && run.log.stepOf(seq) === run.log.stepOf(seq + 1),
  );
  run.seek({ type: "event", seq: middle ?? -1 });
  const there = run.cursor;
  expect(there.seq).toBe(middle);
  run.move("step", 1);
  run.move("step", 1);
  run.move("step", -1);
  run.move("step", -1);
  expect(run.cursor).toEqual(there);
});

test("acting in the past starts a branch, and the old future stays", async () => {
  const run = await openRun();
  run.seek({ type: "end" });
  const before = { digest: run.digestAt(run.head.step), steps: run.head.step };
  run.seek({ type: "time", at: 2_500_000 });
  run.intervene(scale(5));
  expect(run.info().branches.map(({ id, parent }) => ({ id, parent }))).toEqual([
    { id: 0, parent: undefined },
    { id: 1, parent: 0 },
  ]);
  run.seek({ type: "end" });
  const pods = run.frame().truth.find(({ kind }) => kind === "Pod");
  expect(pods?.objects.length).toBe(5);
  run.showBranch(0);
  expect({ digest: run.digestAt(run.head.step), steps: run.head.step }).toEqual(before);
});

test("a run with its inputs is reproduced by another run of the same specification", async () => {
  const run = await openRun();
  run.seek({ type: "time", at: 2_500_000 });
  run.intervene(scale(1));
  run.seek({ type: "end" });
  const again = await openRun({ ...THREE_PODS, inputs: run.info().inputs });
  again.seek({ type: "end" });
  expect(again.info().digest).toBe(run.info().digest);
});

test("choosing another delivery is an input like any other", async () => {
  const run = await openRun();
  run.extend(400);
  run.seek({ type: "step", step: 12 });
  const [first, second] = run.frame().next;
  expect([first?.at, second?.at]).toEqual([run.frame().next[0]?.at, run.frame().next[0]?.at]);
  run.intervene({ type: "deliver", choice: 1 });
  expect(run.log.event(run.cursor.seq).actor.startsWith(second?.to.split("/")[0] ?? "?")).toBe(true);
  const again = await openRun({ ...THREE_PODS, inputs: run.info().inputs });
  again.seek({ type: "step", step: 13 });
  expect(again.info().digest).toBe(run.info().digest);
});

test("playing stops at a breakpoint", async () => {
  const run = await openRun();
  run.extend(2_000);
  run.seek({ type: "start" });
  run.setBreakpoints([{ id: 7, type: "reconcile.start" }]);
  expect(run.advance(20_000_000, 100_000)).toBe(7);
  expect(run.log.type(run.cursor.seq)).toBe("reconcile.start");
});

test("playing through idle time moves the clock and nothing else", async () => {
  const run = await openRun();
  run.extend(2_000);
  run.seek({ type: "time", at: 1_500_000 });
  const { step } = run.cursor;
  run.advance(1_800_000, 1_000);
  expect(run.cursor).toMatchObject({ step, at: 1_800_000 });
});

test("a run in which no time passes any more ends at its bound, and can still be looked at", async () => {
  const text = `{ loopscope: 1, id: endless, title: Endless,
    timing: { apiCall: 0s, etcdCommit: 0s, cacheLag: 0s, watchDelivery: { default: 0s }, reconcilePhase: 0s, jitter: "off" },
    cluster: { webhooks: [{ name: stamp.example.com, kinds: [ConfigMap], does: stamp, takes: 0s }] },
    given: [{ apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: demo } }],
    controllers: [{ name: web, reconciler: TimestampWriter, watches: [{ kind: ConfigMap }] }] }`;
  const run = await openRun({ scenario: { type: "inline", text }, inputs: [] });
  run.seek({ type: "end" });
  expect(run.info()).toMatchObject({ end: "instant", headAt: 200_000 });
  run.seek({ type: "step", step: 10 });
  expect(run.cursor.step).toBe(10);
  run.seek({ type: "end" });
  expect(run.cursor.step).toBe(run.head.step);
});
