import { expect, test } from "vitest";
import type { Wire } from "./pipeline-wires.ts";
import { undoneWire } from "./undone-wire.ts";

const wire: Wire = {
  id: "enqueue",
  role: "enqueue",
  from: "reflector",
  to: "fifo",
  path: "M0 0L10 0",
  tone: "idle",
  line: "solid",
  mark: undefined,
  label: undefined,
  word: undefined,
  packet: undefined,
  travelled: "no",
};

test("what a step sent forward comes back when the step is taken back, in the hue of the step", () => {
  const undone = undoneWire(wire, { ...wire, tone: "active", travelled: "forward" });
  expect(undone).toMatchObject({ travelled: "backward", tone: "active" });
  expect(undoneWire(wire, { ...wire, travelled: "backward" }).travelled).toBe("forward");
});

test("where the step sent nothing, nothing comes back", () => {
  expect(undoneWire({ ...wire, travelled: "forward" }, wire).travelled).toBe("no");
  expect(undoneWire({ ...wire, travelled: "forward" }, undefined).travelled).toBe("no");
});
