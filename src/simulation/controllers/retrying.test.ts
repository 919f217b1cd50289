// What a Transfer goes through by either way of retrying; the chart's own rules are in machines/retry.test.ts, the queue's in workqueue 1.3.
import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { DraftObject, JsonObject } from "../kubernetes/object.ts";
import { existing, patchAt, runSmallPlan, type SmallPlan } from "./small-plan.ts";

const bank: DraftObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "bank", namespace: "demo" },
  data: { state: "down" },
};
const pay: DraftObject = {
  apiVersion: "example.com/v1",
  kind: "Transfer",
  metadata: { name: "pay", namespace: "demo" },
  spec: { dependency: "bank", amount: 1 },
};
const crds = [{ kind: "Transfer", group: "example.com", plural: "transfers", statusSubresource: true }];

function run(options: JsonObject, script: SmallPlan["script"] = []) {
  const controllers = [{ reconciler: "Retrying", watches: ["Transfer"], options }];
  return runSmallPlan({ controllers, crds, given: [bank, pay], script, until: seconds(20) });
}

const limited = { retry: "limited", baseMs: 100, capMs: 400, attempts: 4 };
const states = (result: ReturnType<typeof run>) =>
  result
    .facts("machine.transition")
    .flatMap(({ machine, from, to }) => (machine === "retry" && from !== to ? [to] : []));

test("the limited one gives up, although the dependency works later; its status says so, and its last run is terminal", () => {
  const result = run(limited, [patchAt(seconds(10), "ConfigMap", "bank", { data: { state: "up" } })]);
  expect(states(result)).toEqual([
    "PROCESSING",
    ...["RETRY_PENDING", "PROCESSING", "RETRY_PENDING", "PROCESSING", "RETRY_PENDING", "PROCESSING"],
    "FAILED_PERMANENT",
  ]);
  expect(existing(result, "Transfer", "pay").status).toMatchObject({ phase: "FAILED_PERMANENT", failures: 4 });
  expect(result.facts("reconcile.end").filter(({ row }) => row === "1a")).toHaveLength(1);
  expect(result.violations).toEqual([]);
});

test("a new generation starts the limited one over", () => {
  const result = run(limited, [
    patchAt(seconds(10), "ConfigMap", "bank", { data: { state: "up" } }),
    patchAt(seconds(12), "Transfer", "pay", { spec: { amount: 2 } }),
  ]);
  expect(states(result).slice(-3)).toEqual(["FAILED_PERMANENT", "PROCESSING", "SUCCEEDED"]);
});

test("its own status and a label wake the limited one before its time, and it tries nothing", () => {
  const label = patchAt(seconds(3), "Transfer", "pay", { metadata: { labels: { tier: "front" } } });
  const result = run({ ...limited, baseMs: 5_000, capMs: 60_000 }, [label]);
  const early = result.facts("reconcile.note").filter(({ text }) => text === "RETRY_PENDING: not tried");
  expect(early.length).toBeGreaterThanOrEqual(2);
  const calls = result.facts("client.request").filter(({ verb }) => verb === "get");
  // At 0.1 s, 5.1 s and 15.1 s.
  expect(calls).toHaveLength(3);
});

test("the unlimited one finds out by itself at its next try, and its failures are forgotten", () => {
  const result = run({ retry: "queue" }, [patchAt(seconds(10), "ConfigMap", "bank", { data: { state: "up" } })]);
  expect(existing(result, "Transfer", "pay").status).toMatchObject({ phase: "SUCCEEDED" });
  expect(result.facts("queue.forgotten")).toHaveLength(1);
  expect(states(result)).toEqual([]);
});
