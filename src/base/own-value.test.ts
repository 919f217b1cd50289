import { expect, test } from "vitest";
import { ownValue } from "./own-value.ts";

test("only a record's own fields have values", () => {
  expect(ownValue({ a: 1 }, "a")).toBe(1);
  for (const name of ["constructor", "toString", "__proto__", "b"]) expect(ownValue({ a: 1 }, name)).toBeUndefined();
});
