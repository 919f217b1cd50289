import fc from "fast-check";
import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

const shown = (before: string, after: string) =>
  diffLines(before.split(" "), after.split(" ")).map(
    ({ type, text }) => ({ same: " ", added: "+", removed: "-" })[type] + text,
  );

test("a changed line is its old form and then its new one", () => {
  expect(shown("kind: Pod phase: Pending end", "kind: Pod phase: Running end")).toEqual([
    " kind:",
    " Pod",
    " phase:",
    "-Pending",
    "+Running",
    " end",
  ]);
});

test("equal texts have no difference", () => {
  expect(shown("a b c", "a b c")).toEqual([" a", " b", " c"]);
});

test("taking the added and the same lines gives the newer text, the removed and the same the older one", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before, after);
      expect(diff.filter(({ type }) => type !== "removed").map(({ text }) => text)).toEqual(after);
      expect(diff.filter(({ type }) => type !== "added").map(({ text }) => text)).toEqual(before);
    }),
  );
});

test("what stayed is kept: one new line among old ones is the only difference", () => {
  expect(shown("a b c d", "a b x c d").filter((line) => !line.startsWith(" "))).toEqual(["+x"]);
});
