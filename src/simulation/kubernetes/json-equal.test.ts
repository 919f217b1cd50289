import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonEqual } from "./json-equal.ts";
import type { Json } from "./object.ts";

test("key order does not matter, list order does", () => {
  expect(jsonEqual({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(jsonEqual([1, 2], [2, 1])).toBe(false);
  expect(jsonEqual({ a: null }, {})).toBe(false);
  expect(jsonEqual({}, [])).toBe(false);
  expect(jsonEqual(undefined, null)).toBe(false);
});

test("a value equals its copy and differs from a value that is one deeper", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (generated) => {
      const value: Json = JSON.parse(JSON.stringify(generated));
      expect(jsonEqual(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      expect(jsonEqual(value, [value])).toBe(false);
    }),
  );
});
