import { expect, test } from "vitest";
import type { StoredCondition } from "../simulation/cluster/stored-version.ts";
import { conditionSets } from "./condition-sets.ts";
import { testVersion } from "./test-versions.ts";

const condition = (type: string, status: StoredCondition["status"], reason = ""): StoredCondition => ({
  type,
  status,
  reason,
  message: "",
  isInfo: type === "Active",
});
const first = testVersion({ seq: 1, conditions: [condition("BrokerReady", "Unknown"), condition("Ready", "Unknown")] });
const second = testVersion({
  seq: 4,
  observed: 1,
  conditions: [
    condition("Active", "False"),
    condition("BrokerReady", "False", "NoAddress"),
    condition("Ready", "False", "NoAddress"),
    condition("SubscriptionReady", "Unknown"),
  ],
});

test("the happy condition stands apart, with its dependents; what it does not depend on stands apart from both", () => {
  const [set] = conditionSets([first, second], 9);
  expect(set?.happy?.type).toBe("Ready");
  expect(set?.dependents.map(({ type }) => type)).toEqual(["BrokerReady", "SubscriptionReady"]);
  expect(set?.others.map(({ type }) => type)).toEqual(["Active"]);
});

test("the dependent whose status and reason the happy one copied is to blame", () => {
  expect(conditionSets([first, second], 9)[0]?.because).toBe("BrokerReady");
});

test("a condition tells the status before it, and the write that changed it; a write that leaves it alone is not one", () => {
  const third = testVersion({ ...second, seq: 6 });
  const broker = conditionSets([first, second, third], 9)[0]?.dependents[0];
  expect([broker?.before, broker?.status, broker?.since]).toEqual(["Unknown", "False", 4]);
});

test("only what was written up to the cursor counts, and a removed object has no conditions", () => {
  const gone = testVersion({ seq: 7, gone: true });
  const at = (seq: number) => conditionSets([first, second, gone], seq).map((set) => set.seq);
  expect([at(0), at(1), at(5), at(7)]).toEqual([[], [1], [4], []]);
});

test("where nothing sums up, all conditions stand for themselves", () => {
  const deployment = testVersion({
    seq: 1,
    conditions: [condition("Available", "True"), condition("Progressing", "True")],
  });
  const [set] = conditionSets([deployment], 1);
  expect([set?.happy, set?.dependents, set?.others.length]).toEqual([undefined, [], 2]);
});
