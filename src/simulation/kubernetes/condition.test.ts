import { expect, test } from "vitest";
import { setCondition } from "./condition.ts";

test("the transition time of a condition moves only when its status changes", () => {
  const first = setCondition([], { type: "Ready", status: "False", reason: "A", message: "" }, "t1");
  const reworded = setCondition(first, { type: "Ready", status: "False", reason: "B", message: "" }, "t2");
  const flipped = setCondition(reworded, { type: "Ready", status: "True", reason: "B", message: "" }, "t3");
  expect(first).toEqual([{ type: "Ready", status: "False", reason: "A", message: "", lastTransitionTime: "t1" }]);
  expect(reworded).toEqual([{ type: "Ready", status: "False", reason: "B", message: "", lastTransitionTime: "t1" }]);
  expect(flipped).toEqual([{ type: "Ready", status: "True", reason: "B", message: "", lastTransitionTime: "t3" }]);
});
