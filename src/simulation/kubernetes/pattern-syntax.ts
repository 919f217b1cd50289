import { ok, problems, type Result } from "../../base/result.ts";
import { type CodePoints, everyCodePoint, without } from "./code-points.ts";
import { foldedAsAsked, lengthOf, type Read, readClass, readEscape, readPerlClass, refused } from "./pattern-class.ts";

/** A place between two code points, which takes none of them. */
export type Assertion = "textStart" | "textEnd" | "lineStart" | "lineEnd" | "wordBoundary" | "noWordBoundary";

/** A regular expression. Groups only group: nobody asks a schema what matched, so captures, names and laziness are read and dropped. */
export type PatternNode =
  | { readonly type: "class"; readonly codePoints: CodePoints }
  | { readonly type: "assertion"; readonly assertion: Assertion }
  | { readonly type: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly type: "either"; readonly options: readonly PatternNode[] }
  | { readonly type: "repeat"; readonly body: PatternNode; readonly least: number; readonly most: number | undefined };

type Flags = { readonly folded: boolean; readonly multiline: boolean; readonly dotAll: boolean };

/** A group whose end has not been read. `outside` are the flags that hold again after it. */
type OpenGroup = {
  readonly outside: Flags;
  readonly before: readonly PatternNode[];
  readonly parts: readonly PatternNode[];
};

/** How far the text was read. `repeatedAt` is where the repetition begins that ends just here. */
type Progress = {
  readonly text: string;
  readonly at: number;
  readonly flags: Flags;
  readonly open: readonly OpenGroup[];
  readonly group: OpenGroup;
  readonly repeatedAt?: number;
};

type Step = Result<Progress, string>;

const PLAIN: Flags = { folded: false, multiline: false, dotAll: false };

/**
 * Reads a regular expression in the syntax of Go (`regexp/syntax/parse.go:parse @go1.26`), which `pattern` in a CRD's schema is written in. Backreferences, lookaround and
 * the like are refused in Go's words. Unicode classes (`\p{Greek}`) and case folding beyond ASCII are not modelled, and refused too.
 * A problem is a clause that goes on after the pattern in quotes.
 */
export function parsePattern(text: string): Result<PatternNode, string> {
  let progress: Progress = { text, at: 0, flags: PLAIN, open: [], group: { outside: PLAIN, before: [], parts: [] } };
  while (progress.at < text.length) {
    const step = readNext(progress);
    if (step.type === "problems") return step;
    progress = step.value;
  }
  return progress.open.length > 0 ? refused("missing closing )", text) : ok(nodeOf(progress.group));
}

function readNext(progress: Progress): Step {
  const { text, at, flags } = progress;
  switch (text[at]) {
    case "(":
      return text[at + 1] === "?" ? readPerlGroup(progress) : ok(opened(progress, at + 1, flags));
    case "|":
      return ok({ ...moved(progress, at + 1), group: nextOption(progress.group) });
    case ")":
      return closed(progress);
    case "^":
      return ok(asserted(progress, at + 1, flags.multiline ? "lineStart" : "textStart"));
    case "$":
      return ok(asserted(progress, at + 1, flags.multiline ? "lineEnd" : "textEnd"));
    case ".":
      return ok(added(progress, at + 1, classNode(flags.dotAll ? everyCodePoint : without([[0xa, 0xa]]))));
    case "[":
      return addedClass(progress, readClass({ text, folded: flags.folded }, at));
    case "*":
      return repeated(progress, { least: 0, most: undefined, next: at + 1 });
    case "+":
      return repeated(progress, { least: 1, most: undefined, next: at + 1 });
    case "?":
      return repeated(progress, { least: 0, most: 1, next: at + 1 });
    case "{":
      return readCount(progress);
    case "\\":
      return readBackslash(progress);
    default:
      return readLiteral(progress);
  }
}

function moved({ text, flags, open, group }: Progress, at: number): Progress {
  return { text, at, flags, open, group };
}

function classNode(codePoints: CodePoints): PatternNode {
  return { type: "class", codePoints };
}

function added(progress: Progress, at: number, node: PatternNode): Progress {
  const { group } = progress;
  return { ...moved(progress, at), group: { ...group, parts: [...group.parts, node] } };
}

function addedClass(progress: Progress, read: Read<CodePoints>): Step {
  return read.type === "problems" ? read : ok(added(progress, read.value.next, classNode(read.value.value)));
}

function asserted(progress: Progress, at: number, assertion: Assertion): Progress {
  return added(progress, at, { type: "assertion", assertion });
}

function nextOption({ outside, before, parts }: OpenGroup): OpenGroup {
  return { outside, before: [...before, sequenceOf(parts)], parts: [] };
}

function nodeOf({ before, parts }: OpenGroup): PatternNode {
  return before.length === 0 ? sequenceOf(parts) : { type: "either", options: [...before, sequenceOf(parts)] };
}

function sequenceOf(parts: readonly PatternNode[]): PatternNode {
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 ? only : { type: "sequence", parts };
}

function opened(progress: Progress, at: number, flags: Flags): Progress {
  const { text, open, group } = progress;
  return { text, at, flags, open: [...open, group], group: { outside: progress.flags, before: [], parts: [] } };
}

function closed({ text, at, open, group }: Progress): Step {
  const outer = open.at(-1);
  if (outer === undefined) return refused("unexpected )", text);
  const back = { text, at, flags: group.outside, open: open.slice(0, -1), group: outer };
  return ok(added(back, at + 1, nodeOf(group)));
}

/** `(?:…)`, `(?i)`, `(?s:…)`, `(?P<name>…)` (`parse.go:parser.parsePerlFlags`). Lookahead ends here, and so does lookbehind, which Go takes for a name. */
function readPerlGroup(progress: Progress): Step {
  const { text, at } = progress;
  const rest = text.slice(at);
  if (/^\(\?P?<./s.test(rest)) {
    const [named] = /^\(\?P?<\w+>/.exec(rest) ?? [];
    if (named !== undefined) return ok(opened(progress, at + named.length, progress.flags));
    const end = rest.indexOf(">");
    return refused("invalid named capture", end < 0 ? rest : rest.slice(0, end + 1));
  }
  const [flagged, on, off, end] = /^\(\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(rest) ?? [];
  if (flagged === undefined) {
    const [broken = rest] = /^\(\?[imsU]*(?:-[imsU]*)?.?/su.exec(rest) ?? [];
    return refused("invalid or unsupported Perl syntax", broken);
  }
  const flags = flagsWith(flagsWith(progress.flags, on, true), off, false);
  return ok(
    end === ":" ? opened(progress, at + flagged.length, flags) : { ...moved(progress, at + flagged.length), flags },
  );
}

function flagsWith(flags: Flags, letters = "", value: boolean): Flags {
  return {
    folded: letters.includes("i") ? value : flags.folded,
    multiline: letters.includes("m") ? value : flags.multiline,
    dotAll: letters.includes("s") ? value : flags.dotAll,
  };
}

type Count = { readonly least: number; readonly most: number | undefined; readonly next: number };

/** No repetition, nor those within one another together, may ask for more copies (`parse.go:repeatIsValid`). */
const MOST_COPIES = 1000;

/** `{2}`, `{2,}`, `{2,5}`; a brace that begins none of these is itself. */
function readCount(progress: Progress): Step {
  const { text, at } = progress;
  const found = /^\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/.exec(text.slice(at));
  if (found === null) return readLiteral(progress);
  const least = Number(found[1]);
  const most = found[3] === undefined ? (found[2] === undefined ? least : undefined) : Number(found[3]);
  const next = at + found[0].length;
  if (least > MOST_COPIES || (most !== undefined && (most > MOST_COPIES || least > most)))
    return refused("invalid repeat count", found[0]);
  return repeated(progress, { least, most, next });
}

function repeated(progress: Progress, { least, most, next }: Count): Step {
  const { text, at, group, repeatedAt } = progress;
  const end = text[next] === "?" ? next + 1 : next;
  if (repeatedAt !== undefined) return refused("invalid nested repetition operator", text.slice(repeatedAt, end));
  const body = group.parts.at(-1);
  if (body === undefined) return refused("missing argument to repetition operator", text.slice(at, end));
  const node: PatternNode = { type: "repeat", body, least, most };
  if (!copiesFit(node, MOST_COPIES)) return refused("invalid repeat count", text.slice(at, end));
  const parts = [...group.parts.slice(0, -1), node];
  return ok({ ...moved(progress, end), group: { ...group, parts }, repeatedAt: at });
}

function copiesFit(node: PatternNode, copies: number): boolean {
  switch (node.type) {
    case "class":
    case "assertion":
      return true;
    case "sequence":
      return node.parts.every((part) => copiesFit(part, copies));
    case "either":
      return node.options.every((option) => copiesFit(option, copies));
    case "repeat": {
      const own = node.most ?? node.least;
      if (node.most === 0) return true;
      return own <= copies && copiesFit(node.body, own === 0 ? copies : Math.floor(copies / own));
    }
  }
}

const BACKSLASHED_ASSERTIONS: ReadonlyMap<string | undefined, Assertion> = new Map([
  ["A", "textStart"],
  ["z", "textEnd"],
  ["b", "wordBoundary"],
  ["B", "noWordBoundary"],
]);

function readBackslash(progress: Progress): Step {
  const { text, at, flags } = progress;
  const assertion = BACKSLASHED_ASSERTIONS.get(text[at + 1]);
  if (assertion !== undefined) return ok(asserted(progress, at + 2, assertion));
  if (text[at + 1] === "Q") return readQuoted(progress);
  const perl = readPerlClass({ text, folded: flags.folded }, at);
  if (perl !== undefined) return addedClass(progress, perl);
  const escaped = readEscape(text, at);
  return escaped.type === "problems" ? escaped : addedLiteral(progress, escaped.value.next, escaped.value.value);
}

/** `\Q…\E`: all of it is literal, to the end of the text where there is no `\E`. */
function readQuoted(progress: Progress): Step {
  const { text, at } = progress;
  const end = text.indexOf("\\E", at + 2);
  const quoted = text.slice(at + 2, end < 0 ? text.length : end);
  let step: Step = ok(moved(progress, at + 2));
  for (const character of quoted) {
    if (step.type === "problems") return step;
    step = readLiteralOf(step.value, character);
  }
  if (step.type === "problems") return step;
  return ok(moved(step.value, end < 0 ? text.length : end + 2));
}

function readLiteralOf(progress: Progress, character: string): Step {
  return addedLiteral(progress, progress.at + character.length, character.codePointAt(0) ?? 0);
}

function readLiteral(progress: Progress): Step {
  const codePoint = progress.text.codePointAt(progress.at) ?? 0;
  return addedLiteral(progress, progress.at + lengthOf(codePoint), codePoint);
}

function addedLiteral(progress: Progress, at: number, codePoint: number): Step {
  const folded = foldedAsAsked([[codePoint, codePoint]], progress.flags.folded);
  return folded.type === "problems" ? problems(folded.problems) : ok(added(progress, at, classNode(folded.value)));
}
