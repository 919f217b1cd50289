// Goal: runs of one script stand beside each other by what happened to them, whatever they made of it. Method: short runs by hand as texts, `!`
// for what came from outside, `<` for what the part took in, `>` for what it gave out; a name may end in a detail behind a colon.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Alignable, alignEntries } from "./align-entries.ts";

type Entry = Alignable & { readonly text: string };

function entry(text: string, at: number): Entry {
  const cause = text.startsWith("!") ? "outside" : text.startsWith("<") ? "taken" : "given";
  // What is given out has no name: any two can stand in one row, like ones rather.
  return { text, cause, at, name: cause === "given" ? "" : (text.split(":")[0] ?? ""), exact: text };
}

function run(...texts: readonly string[]): readonly Entry[] {
  return texts.map(entry);
}

function rows(...runs: readonly (readonly Entry[])[]): readonly string[] {
  return alignEntries(runs).map((row) => row.map((each) => each?.text ?? "–").join(" | "));
}

test("what each run makes of a step stands between that step and the next, in as many rows as the longest needs", () => {
  expect(rows(run("!edit", "<a", ">all", "!end"), run("!edit", "<a", ">1", ">2", ">3", "!end"))).toEqual([
    "!edit | !edit",
    "<a | <a",
    ">all | >1",
    "– | >2",
    "– | >3",
    "!end | !end",
  ]);
});

test("a step that one run does not have has a row of its own, where it happened", () => {
  expect(rows(run("!1", "!2", "!3"), run("!1", "!3"), run("!1", "!2", "!3"))).toEqual([
    "!1 | !1 | !1",
    "!2 | – | !2",
    "!3 | !3 | !3",
  ]);
});

test("of several changes of one object each stands beside itself, also when one run has lost the first", () => {
  expect(rows(run("<a:593", "<a:595"), run("<a:595"))).toEqual(["<a:593 | –", "<a:595 | <a:595"]);
});

test("the same thing with another detail stands in one row when there is nothing that is more like it", () => {
  expect(rows(run("<a:593", "<b:594"), run("<a:603", "<b:604"))).toEqual(["<a:593 | <a:603", "<b:594 | <b:604"]);
});

test("what was given out in another order stands beside itself but for what was moved", () => {
  expect(rows(run(">a", ">a2", ">a3", ">b"), run(">a", ">b", ">a2", ">a3"))).toEqual([
    ">a | >a",
    "– | >b",
    ">a2 | >a2",
    ">a3 | >a3",
    ">b | –",
  ]);
});

test("steps of the script hold the runs together, even where it costs everything else", () => {
  const many = Array.from({ length: 30 }, (_, index) => `<${index}`);
  const aligned = rows(run("!edit", ...many), run(...many, "!edit"));
  expect(aligned).toContain("!edit | !edit");
  expect(aligned).toHaveLength(61);
});

test("every run's entries come once and in their own order, whatever the runs are", () => {
  const text = fc.constantFrom("!1", "!2", "<a:1", "<a:2", "<b", ">x", ">y");
  const texts = fc.array(text, { maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, texts, (...all) => {
      const runs = all.map((each) => run(...each));
      const aligned = alignEntries(runs);
      runs.forEach((each, index) => {
        expect(aligned.flatMap((row) => row[index] ?? [])).toEqual(each);
      });
      for (const row of aligned) {
        const names = new Set(row.flatMap((each) => (each === undefined ? [] : `${each.cause} ${each.name}`)));
        expect(names.size).toBe(1);
      }
    }),
  );
});
