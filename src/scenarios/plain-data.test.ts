import { expect, test } from "vitest";
import { DEEPEST, LONGEST_TEXT, readPlainData } from "./plain-data.ts";

function problemsOf(text: string): readonly unknown[] {
  const read = readPlainData(text);
  return read.type === "problems" ? read.problems : [];
}

test("YAML and JSON give the same data", () => {
  const yaml = readPlainData("a: 1\nb: [x, 'y', true, null, 1.5]\nc: { d: '' }\n");
  const json = readPlainData('{"a": 1,\n\t"b": ["x", "y", true, null, 1.5], "c": {"d": ""}}');
  expect(yaml.type === "ok" && yaml.value.value).toEqual({ a: 1, b: ["x", "y", true, null, 1.5], c: { d: "" } });
  expect(json.type === "ok" && json.value.value).toEqual(yaml.type === "ok" && yaml.value.value);
});

test("a place is known by its line, also where a field is missing", () => {
  const read = readPlainData("a: 1\nb:\n  - c: x\n    d: y\n  - c: z\n");
  if (read.type !== "ok") throw new Error("not read");
  expect(read.value.lineOf(["b", 0, "d"])).toBe(4);
  expect(read.value.lineOf(["b", 1])).toBe(5);
  expect(read.value.lineOf(["b", 1, "missing", "x"])).toBe(5);
  expect(read.value.lineOf(["b", 7])).toBe(2);
  expect(read.value.lineOf([])).toBe(1);
});

test("an alias stands for its anchor, and its places are those of the anchor", () => {
  const read = readPlainData("a: &x\n  y: 1\nb: *x\n");
  if (read.type !== "ok") throw new Error("not read");
  expect(read.value.value).toEqual({ a: { y: 1 }, b: { y: 1 } });
  expect(read.value.lineOf(["b", "y"])).toBe(2);
});

test.each([
  [
    "a: &x [1, *x]\n",
    { path: "a[1]", line: 1, message: "The alias *x stands inside its own anchor: that has no end." },
  ],
  ["a:\n  - *y\n", { path: "a[0]", line: 2, message: "There is no anchor &y before this alias." }],
  ["a: 1\nb: 2\na: 3\n", { path: "a", line: 3, message: 'The field "a" is there twice; keep one.' }],
  ["a: !!js/function 'x'\n", { path: "", line: 1, message: expect.stringContaining("Tags such as") }],
  ["a: 1\n---\nb: 2\n", { path: "", line: 2, message: "The file holds more than one document; a scenario is one." }],
  ["a: .inf\n", { path: "a", line: 1, message: "Infinity is not a finite number." }],
  ["? [1]\n: 2\n", { path: "", line: 1, message: "The name of a field must be text." }],
  ["__proto__: 1\n", { path: "", line: 1, message: "A field can't be called __proto__." }],
  ["a: [1,\n", { path: "", line: expect.any(Number), message: expect.stringContaining("This is not YAML or JSON: ") }],
  ['{"a": 1,\n "b" 2}', { path: "", line: 2, message: expect.stringContaining("This is not YAML or JSON: ") }],
])("%j is refused with its place", (text, expected) => {
  expect(problemsOf(text)).toContainEqual(expected);
});

test("aliases of aliases can't grow without bound", () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 12; level++) {
    const before = `*a${level - 1}`;
    lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => before).join(", ")}]`);
  }
  expect(problemsOf(lines.join("\n"))).toContainEqual({
    path: expect.any(String),
    line: expect.any(Number),
    message: "There are more than 20000 values in the file, aliases written out.",
  });
});

test("a text of ten million characters is refused without being read", () => {
  expect(problemsOf("a".repeat(10_000_000))).toEqual([
    { path: "", message: "The text has 10.0 million characters; a scenario has at most 1 million." },
  ]);
});

// Goal: no text of the longest allowed length keeps the reader busy. Each of these took the YAML library seconds to minutes; that a bound
// stops it first shows in its message, without measuring time.
test.each([
  "- a\n",
  "[",
  "[],",
  "- ",
  "? ",
  "a: ",
  "{a: {",
  "\n",
  "# x\n",
  "!a ",
  "&a ",
  "\t: [\n",
  "---\n",
  "a: b: c\n",
  "%YAML 1.2\n",
  "'",
  "*a ",
])("a million characters of %j are refused by a bound", (part) => {
  const text = part.repeat(Math.floor(LONGEST_TEXT / part.length));
  expect(problemsOf(text)).toEqual([
    {
      path: "",
      line: expect.any(Number),
      message: expect.stringMatching(/more than 30000 lines and marks|nested more than 40 deep/),
    },
  ]);
});

test("what is nested deeper than the bound is refused", () => {
  const text = `${Array.from({ length: DEEPEST + 5 }, (_, depth) => `${"  ".repeat(depth)}a:`).join("\n")} 1\n`;
  expect(problemsOf(text)).toContainEqual({
    path: expect.stringContaining("a.a.a"),
    line: DEEPEST + 2,
    message: "Lists and groups are nested more than 40 deep.",
  });
});
