import { expect, test } from "vitest";
import { digestText, EMPTY_DIGEST, foldData, foldNumber, foldText, hashText } from "./digest.ts";

test("a digest tells apart values that look alike", () => {
  const values = [
    0,
    1,
    -1,
    2 ** 32,
    2 ** 32 + 1,
    0.5,
    "0",
    "",
    "1",
    true,
    false,
    null,
    undefined,
    [],
    {},
    [1],
    { a: 1 },
    { b: 1 },
    [[1]],
    ["a", "b"],
    ["ab"],
  ];
  const digests = values.map((value) => digestText(foldData(EMPTY_DIGEST, value)));
  expect(new Set(digests).size).toBe(values.length);
});

test("a digest depends on the order of what was folded", () => {
  const ab = foldText(foldText(EMPTY_DIGEST, "a"), "b");
  const ba = foldText(foldText(EMPTY_DIGEST, "b"), "a");
  expect(digestText(ab)).not.toBe(digestText(ba));
});

test("a hundred thousand consecutive numbers give as many digests", () => {
  const seen = new Set<string>();
  for (let index = 0; index < 100_000; index++) seen.add(digestText(foldNumber(EMPTY_DIGEST, index)));
  expect(seen.size).toBe(100_000);
});

test("a digest's text has 14 hexadecimal digits", () => {
  expect(digestText(foldText(EMPTY_DIGEST, "x"))).toMatch(/^[0-9a-f]{14}$/);
  expect(hashText("")).not.toBe(hashText("\0"));
});
