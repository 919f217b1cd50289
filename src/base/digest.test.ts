import { expect, test } from "vitest";
import { DigestBuilder, digestText, EMPTY_DIGEST, foldData, hashText } from "./digest.ts";

const fresh = () => new DigestBuilder(EMPTY_DIGEST);

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
  const ab = fresh().text("a").text("b").digest();
  const ba = fresh().text("b").text("a").digest();
  expect(digestText(ab)).not.toBe(digestText(ba));
});

test("a hundred thousand consecutive numbers give as many digests", () => {
  const seen = new Set<string>();
  for (let index = 0; index < 100_000; index++) seen.add(digestText(fresh().number(index).digest()));
  expect(seen.size).toBe(100_000);
});

test("a digest's text has 14 hexadecimal digits", () => {
  expect(digestText(fresh().text("x").digest())).toMatch(/^[0-9a-f]{14}$/);
  expect(hashText("")).not.toBe(hashText("\0"));
});
