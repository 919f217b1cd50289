import { expect, test } from "vitest";
import type { Json } from "../kubernetes/object.ts";
import {
  count,
  counts,
  flag,
  namespaceName,
  objectName,
  optionProblem,
  readOptions,
  span,
  word,
  words,
} from "./options.ts";

const OPTIONS = {
  shards: count(16, 1, 64),
  priority: count(undefined, -10, 10),
  workMs: span(300, 0.5),
  guard: flag(true),
  mode: word("serial", "sharded"),
  object: objectName("store"),
  namespace: namespaceName("system"),
  clouds: words(["one"], { pattern: /^[a-z]+$/, called: "a name", least: 1, most: 3, distinct: true }),
  sizes: counts([3, 2], { items: 3, each: 10, sum: 15 }),
};

test("what is not set is as the kind says; spans are microseconds, words a list", () => {
  expect(readOptions(OPTIONS, { shards: 4 })).toEqual({
    shards: 4,
    priority: undefined,
    workMs: 300_000,
    guard: true,
    mode: "serial",
    object: "store",
    namespace: "system",
    clouds: ["one"],
    sizes: [3, 2],
  });
  expect(readOptions(OPTIONS, { workMs: 1.5, guard: false, mode: "sharded", clouds: "two  three" })).toMatchObject({
    workMs: 1_500,
    guard: false,
    mode: "sharded",
    clouds: ["two", "three"],
  });
});

const day = "a time in milliseconds, from 0.5 to 86400000";
const sizes = "a list of 1 to 3 whole numbers from 1 to 10, together at most 15";
const clouds = "a text of 1 to 3 words with blanks between them, each another one and a name";

test.each<readonly [keyof typeof OPTIONS, Json, string]>([
  ["shards", 65, "a whole number from 1 to 64"],
  ["shards", 1.5, "a whole number from 1 to 64"],
  ["shards", "4", "a whole number from 1 to 64"],
  ["priority", -11, "a whole number from -10 to 10"],
  ["workMs", 0, day],
  ["workMs", -1, day],
  ["workMs", 86_400_001, day],
  ["workMs", "1s", day],
  ["guard", "yes", "true or false"],
  ["guard", 1, "true or false"],
  ["mode", "both", "one of serial, sharded"],
  ["object", "Store_1", "the name of an object: a-z, 0-9, - and dots"],
  ["object", 1, "the name of an object: a-z, 0-9, - and dots"],
  ["namespace", "a.b", "the name of a namespace: a-z, 0-9 and -"],
  ["clouds", "", clouds],
  ["clouds", "a b c d", clouds],
  ["clouds", "a a", clouds],
  ["clouds", "a 1", clouds],
  ["sizes", [], sizes],
  ["sizes", [0], sizes],
  ["sizes", [11], sizes],
  ["sizes", [9, 9], sizes],
  ["sizes", [1, 1, 1, 1], sizes],
  ["sizes", { 0: 1 }, sizes],
])("the option %s can't be %j", (name, value, expected) => {
  expect(optionProblem(OPTIONS[name], value)).toBe(`This should be ${expected}.`);
});

test("values within the bounds have no problem", () => {
  const given = { shards: 64, priority: -10, workMs: 0.5, guard: false, mode: "sharded", object: "a.b", clouds: "a b" };
  for (const [name, value] of Object.entries(given))
    expect(optionProblem(OPTIONS[name as keyof typeof OPTIONS], value)).toBeUndefined();
  expect(optionProblem(OPTIONS.sizes, [10, 5])).toBeUndefined();
});
