import fc from "fast-check";
import { expect, test } from "vitest";
import { generatedName, nameSuffix, uidFrom } from "./generate-name.ts";

const draw = fc.double({ min: 0, max: 0.999_999, noNaN: true });

test("a suffix has five characters without vowels and look-alikes", () => {
  fc.assert(
    fc.property(draw, (value) => {
      expect(nameSuffix(value)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    }),
  );
});

test("a generated name has at most 63 characters", () => {
  expect(generatedName("web-", "abcde")).toBe("web-abcde");
  expect(generatedName("x".repeat(80), "abcde")).toBe(`${"x".repeat(58)}abcde`);
});

test("four draws make a version 4 uuid", () => {
  fc.assert(
    fc.property(fc.array(draw, { minLength: 4, maxLength: 4 }), (draws) => {
      expect(uidFrom(draws)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }),
  );
});
