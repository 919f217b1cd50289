import fc from "fast-check";
import { expect, test } from "vitest";
import { compareResourceVersions, parseResourceVersion } from "./resource-version.ts";

test("unset, zero, a number and anything else are four different requests", () => {
  expect(parseResourceVersion(undefined)).toEqual({ type: "unset" });
  expect(parseResourceVersion("")).toEqual({ type: "unset" });
  expect(parseResourceVersion("0")).toEqual({ type: "any" });
  expect(parseResourceVersion("42")).toEqual({ type: "at", revision: 42 });
  expect(parseResourceVersion("abc")).toEqual({ type: "invalid", text: "abc" });
  expect(parseResourceVersion("-1")).toEqual({ type: "invalid", text: "-1" });
});

test("resource versions of one kind are ordered as numbers, not as text", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (a, b) => {
      expect(Math.sign(compareResourceVersions(String(a), String(b)))).toBe(Math.sign(a - b));
    }),
  );
});
