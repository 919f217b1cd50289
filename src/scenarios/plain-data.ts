import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
} from "yaml";
import { ok, type Problem, problem, problems, type Result } from "../base/result.ts";
import type { Json } from "../simulation/kubernetes/object.ts";
import { type PathStep, textOfPath } from "./problem-path.ts";

/** Plain data with the places in the text that it was written at. */
export type PlainData = {
  readonly value: Json;
  /** The 1-based line of the value at `path`, or of the nearest thing around it that is there. */
  readonly lineOf: (path: readonly PathStep[]) => number;
};

/** Largest text that is read, in UTF-16 units. */
export const LONGEST_TEXT = 1_000_000;
/** Lines, brackets, commas, colons and the like: what the time to read a text grows with. */
const MOST_MARKS = 30_000;
/** Values in the whole file, aliases written out. */
const MOST_VALUES = 20_000;
/** Items of one list, or fields of one group. */
const MOST_ITEMS = 500;
/** Lists and groups inside each other. */
export const DEEPEST = 40;

/**
 * Reads YAML, of which JSON is a part: one document of plain data. Tags, duplicate fields, fields that are not text, endless aliases and
 * texts that are too large are problems. Takes well under a second for any text.
 */
export function readPlainData(text: string): Result<PlainData> {
  if (text.length > LONGEST_TEXT) {
    const megabytes = (text.length / 1_000_000).toFixed(1);
    return problem("", `The text has ${megabytes} million characters; a scenario has at most 1 million.`);
  }
  const size = outline(text);
  if (size.marks > MOST_MARKS) {
    return problem(
      "",
      `The text has more than ${MOST_MARKS} lines and marks; a scenario has a few thousand.`,
      size.line,
    );
  }
  if (size.depth > DEEPEST) {
    return problem("", `Brackets are nested more than ${DEEPEST} deep.`, size.line);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: "core",
    merge: false,
    uniqueKeys: false,
    strict: true,
    prettyErrors: false,
    logLevel: "error",
    lineCounter: lines,
  });
  const complaints = [...document.errors, ...document.warnings].slice(0, MOST_COMPLAINTS);
  if (complaints.length > 0) {
    return problems(
      complaints.map((found) => ({ path: "", line: lines.linePos(found.pos[0]).line, message: plainMessage(found) })),
    );
  }
  return convert(document, lines);
}

const MOST_COMPLAINTS = 10;

function plainMessage(found: { readonly code: string; readonly message: string }): string {
  if (found.code === "TAG_RESOLVE_FAILED")
    return `Tags such as ${found.message.split(": ").at(-1)} are not allowed: a scenario is plain data.`;
  if (found.code === "MULTIPLE_DOCS") return "The file holds more than one document; a scenario is one.";
  if (found.message.startsWith("Maximum call stack")) return "Lists and groups are nested too deep.";
  return `This is not YAML or JSON: ${found.message.replaceAll(/\s+/g, " ")}${/[.?!]$/.test(found.message) ? "" : "."}`;
}

/** Counts what makes a text slow to read, without reading it. `line` is where a bound was passed, or the last line. */
function outline(text: string): { readonly marks: number; readonly depth: number; readonly line: number } {
  let marks = 0;
  let depth = 0;
  let line = 1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === NEW_LINE) line++;
    if (OPENING.has(unit)) depth++;
    else if (CLOSING.has(unit)) depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return { marks, depth, line };
    if (MARKS.has(unit)) marks++;
    if (marks > MOST_MARKS) return { marks, depth, line };
  }
  return { marks, depth: 0, line };
}

const NEW_LINE = 10;
const OPENING = unitsOf("[{");
const CLOSING = unitsOf("]}");
const MARKS = unitsOf("\n\r[]{},:-?&*!%\"'#|>@`");

function unitsOf(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}

type Conversion = {
  readonly line: (node: Node | null) => number;
  readonly problems: Problem[];
  readonly open: Set<Node>;
  /** What each anchor names so far: an alias means the last one before it. */
  readonly anchors: Map<string, Node>;
  left: number;
};

function convert(document: Document.Parsed, lines: LineCounter): Result<PlainData> {
  const line = (node: Node | null): number => lines.linePos(node?.range?.[0] ?? 0).line;
  const run: Conversion = { line, problems: [], open: new Set(), anchors: new Map(), left: MOST_VALUES };
  const value = jsonOf(document.contents, [], run);
  if (run.problems.length > 0) return problems(run.problems.slice(0, MOST_COMPLAINTS));
  return ok({ value, lineOf: (path) => line(nodeAt(document, path)) });
}

function jsonOf(node: Node | null, path: readonly PathStep[], run: Conversion): Json {
  if (node === null) return null;
  run.left--;
  if (run.left === 0)
    refuse(node, path, run, `There are more than ${MOST_VALUES} values in the file, aliases written out.`);
  if (run.left <= 0) return null;
  if (path.length > DEEPEST) return refuse(node, path, run, `Lists and groups are nested more than ${DEEPEST} deep.`);
  if (isAlias(node)) return aliased(node, path, run);
  if ("anchor" in node && node.anchor !== undefined) run.anchors.set(node.anchor, node);
  if (isScalar(node)) return scalar(node, node.value, path, run);
  if ((isSeq(node) || isMap(node)) && node.items.length > MOST_ITEMS) {
    return refuse(
      node,
      path,
      run,
      `There are ${node.items.length} items here; no list or group has more than ${MOST_ITEMS}.`,
    );
  }
  run.open.add(node);
  const value = isSeq<Node | null>(node)
    ? node.items.map((item, index) => jsonOf(item, [...path, index], run))
    : group(node, path, run);
  run.open.delete(node);
  return value;
}

function aliased(node: Alias, path: readonly PathStep[], run: Conversion): Json {
  const target = run.anchors.get(node.source);
  if (target === undefined) return refuse(node, path, run, `There is no anchor &${node.source} before this alias.`);
  if (run.open.has(target))
    return refuse(node, path, run, `The alias *${node.source} stands inside its own anchor: that has no end.`);
  return jsonOf(target, path, run);
}

function scalar(node: Node, value: unknown, path: readonly PathStep[], run: Conversion): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return refuse(node, path, run, `${String(value)} is not a finite number.`);
}

function group(node: Node, path: readonly PathStep[], run: Conversion): Json {
  const fields: Record<string, Json> = {};
  if (!isMap<Node, Node | null>(node))
    return refuse(node, path, run, "This is neither a list, a group of fields nor a value.");
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? (key.value ?? "") : undefined;
    if (typeof name === "object" || name === undefined) refuse(key, path, run, "The name of a field must be text.");
    else if (Object.hasOwn(fields, String(name)))
      refuse(key, [...path, String(name)], run, `The field "${String(name)}" is there twice; keep one.`);
    else if (name === "__proto__") refuse(key, path, run, "A field can't be called __proto__.");
    else fields[String(name)] = jsonOf(value, [...path, String(name)], run);
  }
  return fields;
}

function refuse(node: Node, path: readonly PathStep[], run: Conversion, message: string): null {
  run.problems.push({ path: textOfPath(path), line: run.line(node), message });
  return null;
}

/** The node of the last field or item of `path` that is there: for a field its name, for an item its value. */
function nodeAt(document: Document.Parsed, path: readonly PathStep[]): Node | null {
  let place: Node | null = document.contents;
  let inside: Node | null = document.contents;
  for (const step of path) {
    if (isAlias(inside)) inside = inside.resolve(document) ?? null;
    if (isMap<Node, Node | null>(inside)) {
      const pair = inside.items.find(({ key }) => isScalar(key) && String(key.value ?? "") === String(step));
      if (pair === undefined) return place;
      place = pair.key;
      inside = pair.value;
    } else if (isSeq<ParsedNode>(inside) && typeof step === "number") {
      const item = inside.items[step];
      if (item === undefined) return place;
      place = item;
      inside = item;
    } else return place;
  }
  return place;
}
