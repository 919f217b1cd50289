// The tables were held against Go 1.26's regexp (MatchString, Compile), which the API server runs: both columns are what it says.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern, matchesPattern } from "./pattern.ts";

function matches(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern);
  if (compiled.type === "problems") throw new Error(`${pattern} ${compiled.problems}`);
  return matchesPattern(compiled.value, text);
}

function refusalOf(pattern: string): string | undefined {
  const compiled = compilePattern(pattern);
  return compiled.type === "problems" ? compiled.problems : undefined;
}

test.each([
  ["^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$", ["a", "web-1", "a".repeat(63)], ["", "-a", "a-", "A", "a".repeat(64)]],
  ["^\\d+(\\.\\d+)?(s|m|h)$", ["1s", "1.5h"], ["s", "1.s", "1x"]],
  ["b", ["abc", "b"], ["", "ac"]],
  ["", ["", "a"], []],
  ["^$", [""], ["a", "\n"]],
  ["^.$", ["a", "é", "😀", "\r"], ["\n", "ab"]],
  ["(?s)^.$", ["\n"], [""]],
  ["^a$", ["a"], ["a\n", "b\na"]],
  ["(?m)^a$", ["a", "b\na\nc"], ["ba"]],
  ["\\Aa\\z", ["a"], ["a\n"]],
  ["\\ba\\b", ["a", "-a-", "é a"], ["ab", "_a"]],
  ["a\\Bb", ["ab"], ["a b"]],
  ["^\\s$", [" ", "\t", "\n", "\f", "\r"], ["\v", "\u00a0"]],
  ["^\\w$", ["_", "Z", "5"], ["é", "-"]],
  ["^[\\D]$", ["x"], ["5"]],
  ["^[[:alpha:][:^ascii:]]$", ["a", "é"], ["1"]],
  ["^[]a]$", ["]", "a"], ["b"]],
  ["^[a-]$", ["a", "-"], ["b"]],
  ["^[^a-c]$", ["d", "\n"], ["a", "b"]],
  ["(?i)^[h-k]ELVIN$", ["kelvin", "Kelvin", "\u212aelvin"], ["melvin"]],
  ["^(?i:s)s$", ["ſs", "Ss"], ["sS"]],
  ["(?i)a(?-i)b", ["Ab"], ["AB"]],
  ["^(?:ab|c)*?$", ["", "abc", "cc"], ["a"]],
  ["^(?P<year>\\d{4})-(?<month>0[1-9]|1[0-2])$", ["2026-12"], ["2026-13"]],
  ["^a{,2}{$", ["a{,2}{"], ["aa"]],
  ["^\\Qa.*\\E+$", ["a.*", "a.**"], ["ab"]],
  ["^\\x41\\x{1F600}\\101\\_$", ["A😀A_"], ["A😀A"]],
  ["^(|a)+$", ["", "aaa"], ["b"]],
  ["^a{2,3}$", ["aa", "aaa"], ["a", "aaaa"]],
  ["^a{2,}$", ["aa", "aaaaa"], ["a"]],
])("the pattern %j matches %j and not %j", (pattern, matching, other) => {
  expect(matching.filter((text) => !matches(pattern, text))).toEqual([]);
  expect(other.filter((text) => matches(pattern, text))).toEqual([]);
});

test.each([
  ["a(?=b)", "invalid or unsupported Perl syntax: `(?=`"],
  ["a(?!b)", "invalid or unsupported Perl syntax: `(?!`"],
  ["(?<=a)b", "invalid named capture: `(?<=a)b`"],
  ["(?<!a)b>", "invalid named capture: `(?<!a)b>`"],
  ["(?>a)", "invalid or unsupported Perl syntax: `(?>`"],
  ["(?i-)a", "invalid or unsupported Perl syntax: `(?i-)`"],
  ["(a)\\1", "invalid escape sequence: `\\1`"],
  ["\\Z", "invalid escape sequence: `\\Z`"],
  ["\\x{110000}", "invalid escape sequence: `\\x{110000`"],
  ["\\xg1", "invalid escape sequence: `\\xg1`"],
  ["a\\", "trailing backslash at end of expression: ``"],
  ["a**", "invalid nested repetition operator: `**`"],
  ["a{2}?+", "invalid nested repetition operator: `{2}?+`"],
  ["+", "missing argument to repetition operator: `+`"],
  ["a|*?", "missing argument to repetition operator: `*?`"],
  ["({2})", "missing argument to repetition operator: `{2}`"],
  ["a{1001}", "invalid repeat count: `{1001}`"],
  ["a{3,1}", "invalid repeat count: `{3,1}`"],
  ["((a{10}){10}b{2}){11}", "invalid repeat count: `{11}`"],
  ["(a", "missing closing ): `(a`"],
  ["a)", "unexpected ): `a)`"],
  ["x[a", "missing closing ]: `[a`"],
  ["[c-a]", "invalid character class range: `c-a`"],
  ["[[:letter:]]", "invalid character class range: `[:letter:]`"],
])("the pattern %j is refused in the words of Go", (pattern, words) => {
  expect(refusalOf(pattern)).toBe(`must be a valid regular expression, but isn't: error parsing regexp: ${words}`);
});

test("repetitions within one another may ask for a thousand copies together", () => {
  expect(matches("^((a{10}){10}){10}$", "a".repeat(1_000))).toBe(true);
  expect(matches("^((a{10}){10}){10}$", "a".repeat(999))).toBe(false);
});

test("what is not modelled is refused by name, and so is what takes too many states", () => {
  expect(refusalOf("\\p{Greek}")).toBe("is not modelled: Unicode classes such as \\p{Greek} are not known");
  expect(refusalOf("(?i)é")).toBe("is not modelled: case-insensitive matching (?i) is known for ASCII only");
  expect(refusalOf("[a-z]{0,1000}")).toBeUndefined();
  expect(refusalOf("([a-z]{0,1000}){1}([a-z]{0,1000})")).toBe(
    "is too large: it takes 4001 states, and at most 4000 are modelled",
  );
});

test("patterns that keep a backtracking engine busy for ages are through at once", () => {
  const text = `${"a".repeat(20_000)}!`;
  for (const pattern of ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(.*)*.*=.*$", "^(([a-z])+.)+[A-Z]([a-z])+$"])
    expect(matches(pattern, text)).toBe(false);
});

// Where both languages mean the same: no `\s`, no flags, nothing but short texts, so that backtracking ends.
const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "\\b", "^", "$", "\\.", "é");
const safePattern = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    atom,
    fc.tuple(tie("node"), tie("node")).map(([one, other]) => one + other),
    fc.tuple(tie("node"), tie("node")).map(([one, other]) => `(${one}|${other})`),
    fc
      .tuple(tie("node"), fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?"))
      .map(([body, count]) => `(?:${body})${count}`),
  ),
})).node;

test("a pattern that JavaScript and Go read alike matches the same texts in both", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "1", "_", ".", "é", "😀", " "), maxLength: 7 });
  fc.assert(
    fc.property(safePattern, fc.array(text, { minLength: 1, maxLength: 5 }), (pattern, texts) => {
      const regExp = new RegExp(pattern, "u");
      for (const each of texts) expect(matches(pattern, each)).toBe(regExp.test(each));
    }),
    { numRuns: 2_000 },
  );
});
