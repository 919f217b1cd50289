import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../base/time.ts";
import type { DraftObject, JsonObject } from "../kubernetes/object.ts";
import { eventingKinds } from "./eventing-kinds.ts";
import { patchAt, runSmallPlan, type SmallPlan } from "./small-plan.ts";

// workqueue 2.3, 5.5, 5.8.
const settings: DraftObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "demo" },
  data: { state: "up" },
};

function run(reconciler: string, options: JsonObject, plan: Partial<SmallPlan> & { readonly queue?: "classic" } = {}) {
  const { queue, ...rest } = plan;
  const controller = { reconciler, watches: ["ConfigMap"], options, ...(queue === undefined ? {} : { queue }) };
  return runSmallPlan({ controllers: [controller], given: [settings], until: seconds(3), ...rest });
}

const rows = (result: ReturnType<typeof run>) => result.facts("reconcile.end").map(({ row }) => row);

/** Times between the starts of runs, in ms. */
function pauses(result: ReturnType<typeof run>): readonly number[] {
  const starts = result.events.flatMap(({ fact, at }) => (fact.type === "reconcile.start" ? [at] : []));
  return starts.slice(1).map((at, index) => Math.round((at - (starts[index] ?? 0)) / 1_000));
}

test("a time stamp at each run is a loop without an end and without a failure", () => {
  const result = run("TimestampWriter", {});
  expect(rows(result).length).toBeGreaterThan(100);
  expect(new Set(rows(result))).toEqual(new Set(["4"]));
  expect(result.violations).toEqual([]);
});

test("a time stamp only when the state flips is written once per state", () => {
  const flip = patchAt(seconds(2), "ConfigMap", "settings", { data: { state: "down" } });
  const result = run("TimestampWriter", { write: "onFlip" }, { script: [flip] });
  const writes = result.facts("client.request").filter(({ verb }) => verb === "update");
  expect(writes).toHaveLength(2);
  expect(rows(result)).toEqual(["4", "4", "4", "4"]);
});

test("a poll that is asked for in each run goes on", () => {
  const result = run("RequeueAfterPoller", { everyMs: 500 }, { until: seconds(10) });
  expect(rows(result).length).toBeGreaterThan(15);
  expect(new Set(rows(result))).toEqual(new Set(["2"]));
});

// On the priority queue an event absorbs the waiting entry; on the classic one the entry comes on its own.
test("a poll that only the first run asks for ends with the next event on the priority queue, one look later on the classic one", () => {
  const script = [patchAt(seconds(2), "ConfigMap", "settings", { data: { state: "down" } })];
  const plan = { script, until: seconds(30) };
  expect(rows(run("RequeueAfterPoller", { everyMs: 5_000, when: "firstRun" }, plan))).toEqual(["2", "4"]);
  expect(rows(run("RequeueAfterPoller", { everyMs: 5_000, when: "firstRun" }, { ...plan, queue: "classic" }))).toEqual([
    "2",
    "4",
    "4",
  ]);
});

test("an error is tried again after 5 ms, 10 ms, and twice as long each time", () => {
  const result = run("Failing", { times: 5 });
  expect(rows(result)).toEqual(["1b", "1b", "1b", "1b", "1b", "4"]);
  expect(pauses(result).map((pause) => [5, 10, 20, 40, 80].find((step) => Math.abs(pause - step) <= 2))).toEqual([
    5, 10, 20, 40, 80,
  ]);
});

test("a terminal error is not tried again", () => {
  expect(rows(run("Failing", { how: "terminal" }))).toEqual(["1a"]);
});

test("Requeue: true backs off like an error and counts as none", () => {
  const result = run("Failing", { how: "requeue", times: 3 });
  expect(rows(result)).toEqual(["3", "3", "3", "4"]);
});

test("a panic is recovered and tried again", () => {
  const ends = run("Failing", { how: "panic", times: 2 }).facts("reconcile.end");
  expect(ends.map(({ outcome, row }) => [outcome, row])).toEqual([
    ["panic", "1b"],
    ["panic", "1b"],
    ["ok", "4"],
  ]);
});

test("a controller that gives up leaves the key until the next event", () => {
  const result = run("Failing", { giveUpAfter: 3 }, { until: milliseconds(2_900) });
  expect(rows(result)).toEqual(["1b", "1b", "1b", "4"]);
});

// workqueue 2.3: first matching row.
test("a ConfigMap's word is the result: each word leads to its row, and an error beats what stands beside it", () => {
  const words = [
    "",
    "error",
    "terminal",
    "panic",
    "requeue",
    "requeueAfter",
    "requeue requeueAfter",
    "error requeueAfter",
  ];
  const first = words.map((returns) => {
    const given = [{ ...settings, data: { returns } }];
    const result = run("ResultScript", { afterMs: 60_000 }, { given, until: seconds(1) });
    return [returns, rows(result)[0], result.facts("reconcile.resultIgnored").length > 0];
  });
  expect(first).toEqual([
    ["", "4", false],
    ["error", "1b", false],
    ["terminal", "1a", false],
    ["panic", "1b", false],
    ["requeue", "3", false],
    ["requeueAfter", "2", false],
    ["requeue requeueAfter", "2", false],
    ["error requeueAfter", "1b", true],
  ]);
});

test("a meter measures as often as it is told to, although each of its writes wakes it", () => {
  const trigger: DraftObject = {
    apiVersion: "eventing.knative.dev/v1",
    kind: "Trigger",
    metadata: { name: "hello", namespace: "demo" },
  };
  const result = runSmallPlan({
    controllers: [{ reconciler: "TriggerMeter", watches: ["Trigger"], options: { everyMs: 200 } }],
    crds: eventingKinds,
    given: [trigger],
    until: seconds(3),
  });
  const writes = result.events.flatMap(({ fact, at }) =>
    fact.type === "etcd.commit" && fact.kind === "Trigger" && fact.verb === "update" ? [at] : [],
  );
  expect(writes.length).toBeGreaterThan(10);
  const gaps = writes.slice(1).map((at, index) => at - (writes[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(milliseconds(200));
  expect(Math.max(...gaps)).toBeLessThan(milliseconds(210));
  expect(result.facts("reconcile.end").every(({ outcome }) => outcome === "ok")).toBe(true);
});
