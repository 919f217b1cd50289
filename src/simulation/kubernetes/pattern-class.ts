import { ok, problems, type Result } from "../../base/result.ts";
import { type CodePoints, united, withOtherCase, without } from "./code-points.ts";

/** What was read, and where in the text the rest begins. */
export type Read<T> = Result<{ readonly value: T; readonly next: number }, string>;

/**
 * A refusal as the API server words it (`apiextensions-apiserver pkg/apiserver/schema/validation.go:validateValueValidation @v0.36.3`), with
 * Go's own reason (`regexp/syntax/parse.go:Error.Error @go1.26`).
 */
export function refused(code: string, expression: string): Result<never, string> {
  return problems(`must be a valid regular expression, but isn't: error parsing regexp: ${code}: \`${expression}\``);
}

const DIGITS: CodePoints = [[0x30, 0x39]];
const UPPER: CodePoints = [[0x41, 0x5a]];
const LOWER: CodePoints = [[0x61, 0x7a]];
const WORD: CodePoints = [...DIGITS, ...UPPER, [0x5f, 0x5f], ...LOWER];

/** `\d`, `\s` and `\w` are ASCII only, and `\s` has no vertical tab (`regexp/syntax/perl_groups.go:perlGroup`). */
const PERL_CLASSES: ReadonlyMap<string, CodePoints> = new Map([
  ["d", DIGITS],
  [
    "s",
    [
      [0x9, 0xa],
      [0xc, 0xd],
      [0x20, 0x20],
    ],
  ],
  ["w", WORD],
]);

/** `[:alpha:]` and the like (`regexp/syntax/perl_groups.go:posixGroup`). */
const NAMED_CLASSES: ReadonlyMap<string, CodePoints> = new Map<string, CodePoints>([
  ["alnum", [...DIGITS, ...UPPER, ...LOWER]],
  ["alpha", [...UPPER, ...LOWER]],
  ["ascii", [[0, 0x7f]]],
  [
    "blank",
    [
      [0x9, 0x9],
      [0x20, 0x20],
    ],
  ],
  [
    "cntrl",
    [
      [0, 0x1f],
      [0x7f, 0x7f],
    ],
  ],
  ["digit", DIGITS],
  ["graph", [[0x21, 0x7e]]],
  ["lower", LOWER],
  ["print", [[0x20, 0x7e]]],
  [
    "punct",
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
  ],
  [
    "space",
    [
      [0x9, 0xd],
      [0x20, 0x20],
    ],
  ],
  ["upper", UPPER],
  ["word", WORD],
  ["xdigit", [...DIGITS, [0x41, 0x46], [0x61, 0x66]]],
]);

/** Whether a code point is one that `\w` matches, and so makes a boundary where a neighbour is none. */
export const wordCodePoints = WORD;

/** How classes are read: `folded` for `(?i)`. */
type ClassReading = { readonly text: string; readonly folded: boolean };

/** The class with both cases where cases are the same. */
export function foldedAsAsked(ranges: CodePoints, folded: boolean): Result<CodePoints, string> {
  if (!folded) return ok(ranges);
  const both = withOtherCase(ranges);
  return both === undefined
    ? problems("is not modelled: case-insensitive matching (?i) is known for ASCII only")
    : ok(both);
}

/** Reads `\d`, `\W` and the like at a backslash; undefined where it is another escape. */
export function readPerlClass({ text, folded }: ClassReading, at: number): Read<CodePoints> | undefined {
  const letter = text[at + 1] ?? "";
  if (letter === "p" || letter === "P")
    return problems(`is not modelled: Unicode classes such as \\${letter}{Greek} are not known`);
  const ranges = PERL_CLASSES.get(letter.toLowerCase());
  if (ranges === undefined) return undefined;
  return signed({ ranges, folded, negated: letter !== letter.toLowerCase(), next: at + 2 });
}

type Signed = {
  readonly ranges: CodePoints;
  readonly folded: boolean;
  readonly negated: boolean;
  readonly next: number;
};

/** Case is folded first and the rest taken after it (`parse.go:parser.appendGroup`). */
function signed({ ranges, folded, negated, next }: Signed): Read<CodePoints> {
  const both = foldedAsAsked(ranges, folded);
  if (both.type === "problems") return both;
  return ok({ value: negated ? without(both.value) : united(both.value), next });
}

/** Reads `[…]` from its bracket (`parse.go:parser.parseClass`). A `]` that comes first is itself; a `-` is one anywhere but between two ends. */
export function readClass(reading: ClassReading, at: number): Read<CodePoints> {
  const { text } = reading;
  const negated = text[at + 1] === "^";
  const ranges: (readonly [number, number])[] = [];
  let next = at + (negated ? 2 : 1);
  for (let isFirst = true; isFirst || text[next] !== "]"; isFirst = false) {
    const part = readClassPart(reading, next, at);
    if (part.type === "problems") return part;
    ranges.push(...part.value.value);
    next = part.value.next;
  }
  return ok({ value: negated ? without(ranges) : united(ranges), next: next + 1 });
}

function readClassPart(reading: ClassReading, at: number, start: number): Read<CodePoints> {
  const { text } = reading;
  if (text.startsWith("[:", at)) {
    const named = readNamedClass(reading, at);
    if (named !== undefined) return named;
  }
  const perl = text[at] === "\\" ? readPerlClass(reading, at) : undefined;
  return perl ?? readRange(reading, at, start);
}

function readNamedClass({ text, folded }: ClassReading, at: number): Read<CodePoints> | undefined {
  const end = text.indexOf(":]", at + 2);
  if (end < 0) return undefined;
  const negated = text[at + 2] === "^";
  const ranges = NAMED_CLASSES.get(text.slice(at + (negated ? 3 : 2), end));
  if (ranges === undefined) return refused("invalid character class range", text.slice(at, end + 2));
  return signed({ ranges, folded, negated, next: end + 2 });
}

function readRange({ text, folded }: ClassReading, at: number, start: number): Read<CodePoints> {
  const first = readClassCharacter(text, at, start);
  if (first.type === "problems") return first;
  const hasEnd =
    text[first.value.next] === "-" && first.value.next + 1 < text.length && text[first.value.next + 1] !== "]";
  const last = hasEnd ? readClassCharacter(text, first.value.next + 1, start) : first;
  if (last.type === "problems") return last;
  const { value, next } = last.value;
  if (value < first.value.value) return refused("invalid character class range", text.slice(at, next));
  return signed({ ranges: [[first.value.value, value]], folded, negated: false, next });
}

function readClassCharacter(text: string, at: number, start: number): Read<number> {
  const codePoint = text.codePointAt(at);
  if (codePoint === undefined) return refused("missing closing ]", text.slice(start));
  return text[at] === "\\" ? readEscape(text, at) : ok({ value: codePoint, next: at + lengthOf(codePoint) });
}

/** How many units of a text a code point takes. */
export function lengthOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

const NAMED_ESCAPES: ReadonlyMap<string, number> = new Map([
  ["a", 0x7],
  ["f", 0xc],
  ["n", 0xa],
  ["r", 0xd],
  ["t", 0x9],
  ["v", 0xb],
]);

/** Reads an escape that stands for one code point (`parse.go:parser.parseEscape`). A single digit would be a backreference, which is refused. */
export function readEscape(text: string, at: number): Read<number> {
  const codePoint = text.codePointAt(at + 1);
  if (codePoint === undefined) return refused("trailing backslash at end of expression", "");
  const character = String.fromCodePoint(codePoint);
  const named = NAMED_ESCAPES.get(character);
  if (named !== undefined) return ok({ value: named, next: at + 2 });
  if (codePoint < 0x80 && !/[0-9A-Za-z]/.test(character)) return ok({ value: codePoint, next: at + 2 });
  if (character === "x") return readHexadecimal(text, at);
  const octal = /^(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(text.slice(at + 1));
  if (octal !== null) return ok({ value: Number.parseInt(octal[0], 8), next: at + 1 + octal[0].length });
  return refused("invalid escape sequence", text.slice(at, at + 1 + lengthOf(codePoint)));
}

/** `\x7f`, or `\x{1f600}` with any number of digits. */
function readHexadecimal(text: string, at: number): Read<number> {
  if (text[at + 2] === "{") return readBracedHexadecimal(text, at);
  const [digits = ""] = /^.{0,2}/su.exec(text.slice(at + 2)) ?? [];
  const next = at + 2 + digits.length;
  if (!/^[0-9a-f]{2}$/i.test(digits)) return refused("invalid escape sequence", text.slice(at, next));
  return ok({ value: Number.parseInt(digits, 16), next });
}

/** What is refused ends with the first character that does not fit, as in Go. */
function readBracedHexadecimal(text: string, at: number): Read<number> {
  const start = at + 3;
  let value = 0;
  for (let next = start; next < text.length; next++) {
    if (text[next] === "}" && next > start) return ok({ value, next: next + 1 });
    const digit = Number.parseInt(text[next] ?? "", 16);
    value = value * 16 + digit;
    // A comparison with what is no number is false.
    if (!(value <= 0x10ffff))
      return refused("invalid escape sequence", text.slice(at, next + lengthOf(text.codePointAt(next) ?? 0)));
  }
  return refused("invalid escape sequence", text.slice(at));
}
