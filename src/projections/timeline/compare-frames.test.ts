import { expect, test } from "vitest";
import { testFrame } from "../test-frame.ts";
import { compareFrames } from "./compare-frames.ts";

test("a world does not differ from itself", () => {
  expect(compareFrames([testFrame, testFrame, testFrame])).toEqual([]);
});

test("differences come with both values, and an empty one where something is missing", () => {
  const [process] = testFrame.processes;
  if (process === undefined) throw new Error("the frame has no process");
  const other = {
    ...testFrame,
    etcd: { ...testFrame.etcd, revision: 901 },
    processes: [{ ...process, informers: process.informers.slice(1) }],
  };
  const differences = compareFrames([testFrame, other]);
  expect(differences[0]).toEqual({ type: "revision", subject: "etcd", values: ["900", "901"] });
  expect(
    differences
      .filter(({ subject }) => subject === process.informers[0]?.id)
      .map(({ type, values }) => [type, values[1]]),
  ).toEqual([
    ["storeVersion", ""],
    ["storeObjects", ""],
  ]);
  expect(differences).toHaveLength(3);
});
