import fc from "fast-check";
import { expect, test } from "vitest";
import { sharedEqual } from "./shared-equal.ts";

test("equal data comes back as what was known", () => {
  const before = { charts: [{ actor: "web/Pod", value: ["listing"] }], at: 3 };
  expect(sharedEqual(before, structuredClone(before))).toBe(before);
});

test("parts that did not change keep their identity beside one that did", () => {
  const before = { charts: [{ actor: "a" }, { actor: "b" }], nodes: [{ name: "n" }] };
  const next = sharedEqual(before, { charts: [{ actor: "a" }, { actor: "c" }], nodes: [{ name: "n" }] });
  expect(next.nodes).toBe(before.nodes);
  expect(next.charts[0]).toBe(before.charts[0]);
  expect(next).toEqual({ charts: [{ actor: "a" }, { actor: "c" }], nodes: [{ name: "n" }] });
});

test("a field that is missing is not one that is undefined", () => {
  const before = { a: undefined };
  const next = { b: undefined };
  expect(Object.keys(sharedEqual<object>(before, next))).toEqual(["b"]);
});

test("bytes are one part, which stays what it is", () => {
  const before = { grids: [{ cells: Uint8Array.from([0, 1]) }] };
  expect(sharedEqual(before, structuredClone(before))).toBe(before);
  const next = sharedEqual(before, { grids: [{ cells: Uint8Array.from([0, 2]) }] });
  expect(next.grids[0]?.cells).toEqual(Uint8Array.from([0, 2]));
  expect(sharedEqual<unknown>({ cells: [0, 1] }, { cells: Uint8Array.from([0, 1]) })).toEqual({
    cells: Uint8Array.from([0, 1]),
  });
  expect(sharedEqual<unknown>({ cells: Uint8Array.from([0]) }, { cells: {} })).toEqual({ cells: {} });
});

test("whatever was known, the answer equals the new data, and neither is written to", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, next) => {
      const [knownBefore, knownNext] = [structuredClone(before), structuredClone(next)];
      expect(sharedEqual(before, next)).toEqual(knownNext);
      expect([before, next]).toEqual([knownBefore, knownNext]);
    }),
  );
});
