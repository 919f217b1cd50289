import { expect, test } from "vitest";
import { count, counts, optionProblems, readOptions, span, text, word } from "./options.ts";

const OPTIONS = {
  shards: count(16, 1, 64),
  workMs: span(300),
  mode: word("serial", "sharded"),
  name: text("store"),
  sizes: counts(3, 2),
};

test("what is not set is as the kind says, and spans are microseconds", () => {
  expect(readOptions(OPTIONS, { shards: 4 })).toEqual({
    shards: 4,
    workMs: 300_000,
    mode: "serial",
    name: "store",
    sizes: [3, 2],
  });
  expect(readOptions(OPTIONS, { workMs: 1.5, mode: "sharded", sizes: [1] })).toMatchObject({
    workMs: 1_500,
    mode: "sharded",
    sizes: [1],
  });
});

test("each wrong option is a sentence that says what is right", () => {
  expect(optionProblems(OPTIONS, { shards: 65, workMs: -1, mode: "both", name: 1, sizes: [0.5], more: 1 })).toEqual([
    'The option "shards" should be a whole number from 1 to 64.',
    'The option "workMs" should be a time in milliseconds.',
    'The option "mode" should be one of serial, sharded.',
    'The option "name" should be text.',
    'The option "sizes" should be a list of at most 64 whole numbers.',
    'There is no option "more"; there are shards, workMs, mode, name, sizes.',
  ]);
  expect(optionProblems(OPTIONS, { shards: 1, sizes: [] })).toEqual([]);
});
