import { expect, test } from "vitest";
import type { Frame, StreamFrame } from "../simulation/cluster/frame.ts";
import { lineMetrics } from "./node-lines.ts";
import { layoutPipeline } from "./pipeline-layout.ts";
import type { View } from "./pipeline-reading.ts";
import { readWire, wireIds } from "./pipeline-wires.ts";
import { frameBefore, testFrame } from "./test-frame.ts";
import { middleOf, orthogonalPath } from "./wire-path.ts";

const layout = layoutPipeline("L", { width: 852, height: 474 }, ["a"]);
const view: View = {
  frame: testFrame,
  before: frameBefore,
  scope: { process: "web", kind: "Pod" },
  metrics: lineMetrics("L"),
};
const wire = (id: string, given: Partial<View> = {}) => readWire({ ...view, ...given }, layout, id);

function withStream(change: Partial<StreamFrame>): Frame {
  return {
    ...testFrame,
    servers: testFrame.servers.map((server) => ({
      ...server,
      streams: server.streams.map((stream) => (stream.id === 7 ? { ...stream, ...change } : stream)),
    })),
  };
}

test("a watch that was closed is drawn broken", () => {
  expect(wire("watch/a")).toMatchObject({ line: "broken", tone: "failed", packet: undefined });
});

test("an open watch carries a packet while the server has sent more than the reflector has taken", () => {
  const open = withStream({ state: "open", rv: 950 });
  expect(wire("watch/a", { frame: open })).toMatchObject({ line: "solid", tone: "active" });
  expect(wire("watch/a", { frame: open })?.packet).toBeDefined();
  expect(wire("watch/a", { frame: withStream({ state: "open", rv: 612 }), before: undefined })).toMatchObject({
    tone: "idle",
    packet: undefined,
  });
});

test("a held stream is broken by a fault, not by a failure", () => {
  expect(wire("watch/a", { frame: withStream({ state: "held" }) })).toMatchObject({ line: "broken", tone: "fault" });
});

test("an answered list travelled towards the reflector, a write in flight stands half-way to the server", () => {
  expect(wire("list/a")).toMatchObject({ travelled: "forward", tone: "active" });
  expect(wire("write/a")).toMatchObject({ travelled: "no", tone: "active" });
  expect(wire("write/a")?.packet).toBeDefined();
});

test("a list that was answered in an earlier step is no longer drawn", () => {
  expect(wire("list/a", { before: testFrame })).toBeUndefined();
});

test("what went into the FIFO in this step lights the way from the reflector, and nothing else in the process", () => {
  expect(wire("enqueue")).toMatchObject({ travelled: "forward", tone: "active" });
  for (const id of ["apply", "notify", "add", "get"])
    expect(wire(id), id).toMatchObject({ travelled: "no", tone: "idle" });
});

test("a reconcile that reads from a store behind the truth is joined to it by a dotted stale line", () => {
  expect(wire("read")).toMatchObject({ line: "dotted", tone: "stale" });
  expect(wire("read", { scope: { process: "web", kind: "ReplicaSet" } })).toBeUndefined();
});

test("a watch leaves from its own row: another row, another path", () => {
  const pods = wire("watch/a")?.path;
  const sets = wire("watch/a", { scope: { process: "web", kind: "ReplicaSet" } })?.path;
  expect(pods).toMatch(/^M(22\d) /);
  expect(sets).toMatch(/^M(22\d) /);
  expect(wire("list/a")?.path.split("L")[0]).not.toBe(pods?.split("L")[0]);
});

test("every wire of a layout joins two of its nodes", () => {
  const ids = new Set(layout.places.map(({ id }) => id));
  for (const { from, to } of wireIds(["a"])) expect([ids.has(from), ids.has(to)]).toEqual([true, true]);
});

test("corners are rounded by six pixels, and less where a stretch is short", () => {
  expect(
    orthogonalPath([
      { x: 0, y: 0 },
      { x: 50, y: 0 },
      { x: 50, y: 40 },
    ]),
  ).toBe("M0 0L44 0Q50 0 50 6L50 40");
  expect(
    orthogonalPath([
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 40 },
    ]),
  ).toBe("M0 0L2 0Q4 0 4 2L4 40");
});

test("the middle of a way lies half its length along it", () => {
  expect(
    middleOf([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 30 },
    ]),
  ).toEqual({ x: 10, y: 10 });
});
