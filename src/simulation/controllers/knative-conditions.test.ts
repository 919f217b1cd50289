import { expect, test } from "vitest";
import {
  type Conditions,
  conditionNamed,
  groomed,
  initialized,
  livingConditions,
  markedFalse,
  markedTrue,
  markedUnknown,
} from "./knative-conditions.ts";

// apiserver F.2; kp:apis/condition_set.go.
const set = livingConditions("A", "B");
const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
const why = { reason: "Broken", message: "it broke" };
const begin = initialized({ set, conditions: [], now: at(0) });
const on = (conditions: Conditions, second = 1) => ({ set, conditions, now: at(second) });
const brief = (conditions: Conditions) =>
  conditions.map(({ type, status, reason = "" }) => `${type} ${status} ${reason}`.trim());

test("conditions begin Unknown, sorted by type", () => {
  expect(brief(begin)).toEqual(["A Unknown", "B Unknown", "Ready Unknown"]);
});

test("a dependent that is added to a resource that was Ready begins True", () => {
  const ready = markedTrue(on(markedTrue(on(begin), "A")), "B");
  const wider = initialized({ set: livingConditions("A", "B", "C"), conditions: ready, now: at(2) });
  expect(conditionNamed(wider, "C")?.status).toBe("True");
});

test("Ready is True once all dependents are", () => {
  const one = markedTrue(on(begin), "A");
  expect(brief(one)).toEqual(["A True", "B Unknown", "Ready Unknown"]);
  expect(brief(markedTrue(on(one), "B"))).toEqual(["A True", "B True", "Ready True"]);
});

test("a False dependent makes Ready False with its reason, and False outweighs Unknown", () => {
  const broken = markedFalse(on(begin), "A", why);
  expect(brief(broken)).toEqual(["A False Broken", "B Unknown", "Ready False Broken"]);
  const waiting = markedUnknown(on(broken, 2), "B", { reason: "Waiting", message: "" });
  expect(brief(waiting)).toEqual(["A False Broken", "B Unknown Waiting", "Ready False Broken"]);
  expect(brief(markedTrue(on(waiting, 3), "B"))).toEqual(["A False Broken", "B True", "Ready False Broken"]);
});

test("of several False dependents the newest gives Ready its reason", () => {
  const first = markedFalse(on(begin, 1), "A", why);
  const second = markedFalse(on(first, 2), "B", { reason: "Worse", message: "" });
  const wide = livingConditions("A", "B", "C");
  const third = markedTrue({ set: wide, conditions: second, now: at(3) }, "C");
  expect(conditionNamed(third, "Ready")?.reason).toBe("Worse");
});

test("a condition outside of the set is informational and never touches Ready", () => {
  const conditions = markedFalse(on(begin), "Active", why);
  expect(conditionNamed(conditions, "Active")).toMatchObject({ severity: "Info", status: "False" });
  expect(conditionNamed(conditions, "Ready")?.status).toBe("Unknown");
});

test("the time moves with the message too, and stays when nothing differs", () => {
  const first = markedFalse(on(begin, 1), "A", why);
  expect(conditionNamed(markedFalse(on(first, 2), "A", why), "A")?.lastTransitionTime).toBe(at(1));
  const reworded = markedFalse(on(first, 2), "A", { ...why, message: "other" });
  expect(conditionNamed(reworded, "A")?.lastTransitionTime).toBe(at(2));
});

test("a condition that went away and came back within a run keeps the time it had", () => {
  const before = markedFalse(on(begin, 1), "A", why);
  const there = markedTrue(on(before, 2), "A");
  const back = markedFalse(on(there, 3), "A", why);
  expect(conditionNamed(back, "A")?.lastTransitionTime).toBe(at(3));
  expect(conditionNamed(groomed(back, before), "A")?.lastTransitionTime).toBe(at(1));
});

test("a set without dependents has Ready alone", () => {
  const alone = livingConditions();
  const conditions = initialized({ set: alone, conditions: [], now: at(0) });
  expect(brief(markedTrue({ set: alone, conditions, now: at(1) }, "Ready"))).toEqual(["Ready True"]);
});
