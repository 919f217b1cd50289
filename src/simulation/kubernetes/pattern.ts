import { defined } from "../../base/assert.ts";
import { ok, problems, type Result } from "../../base/result.ts";
import { type CodePoints, holds } from "./code-points.ts";
import { wordCodePoints } from "./pattern-class.ts";
import { type Assertion, type PatternNode, parsePattern } from "./pattern-syntax.ts";

/** A regular expression as a nondeterministic automaton; states are named by their place in the list. */
export type Pattern = { readonly states: readonly State[]; readonly start: number };

type State =
  | { readonly type: "class"; readonly codePoints: CodePoints; readonly next: number }
  | { readonly type: "assertion"; readonly assertion: Assertion; readonly next: number }
  | { readonly type: "split"; readonly next: readonly number[] }
  | { readonly type: "match" };

/** Room for the most copies of one class that a repetition may ask for, and something around it. Our own bound: Go takes some millions. */
const MOST_STATES = 4_000;

/** Makes a regular expression ready for matching. A problem is a clause that goes on after the pattern in quotes. */
export function compilePattern(text: string): Result<Pattern, string> {
  const parsed = parsePattern(text);
  if (parsed.type === "problems") return parsed;
  const size = statesOf(parsed.value) + 1;
  if (size > MOST_STATES)
    return problems(`is too large: it takes ${size} states, and at most ${MOST_STATES} are modelled`);
  const states: State[] = [{ type: "match" }];
  const start = build(states, parsed.value, 0);
  return ok({ states, start });
}

/** How many states `build` makes; counted before, since repetitions multiply. */
function statesOf(node: PatternNode): number {
  switch (node.type) {
    case "class":
    case "assertion":
      return 1;
    case "sequence":
      return sum(node.parts.map(statesOf));
    case "either":
      return 1 + sum(node.options.map(statesOf));
    case "repeat": {
      const body = statesOf(node.body);
      if (node.most === undefined) return Math.max(1, node.least) * body + 1;
      return node.most * body + (node.most - node.least);
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Adds the states of `node`, which go on to `next`, and returns the first of them. */
function build(states: State[], node: PatternNode, next: number): number {
  switch (node.type) {
    case "class":
      return states.push({ type: "class", codePoints: node.codePoints, next }) - 1;
    case "assertion":
      return states.push({ type: "assertion", assertion: node.assertion, next }) - 1;
    case "sequence":
      return node.parts.reduceRight((after, part) => build(states, part, after), next);
    case "either":
      return states.push({ type: "split", next: node.options.map((option) => build(states, option, next)) }) - 1;
    case "repeat":
      return buildRepeat(states, node, next);
  }
}

function buildRepeat(states: State[], node: Extract<PatternNode, { type: "repeat" }>, next: number): number {
  let after = next;
  let copies = node.least;
  if (node.most === undefined) {
    const loop = states.push({ type: "split", next: [] }) - 1;
    const body = build(states, node.body, loop);
    states[loop] = { type: "split", next: [body, next] };
    after = copies === 0 ? loop : body;
    copies -= 1;
  } else {
    for (let copy = node.least; copy < node.most; copy++) {
      const body = build(states, node.body, after);
      after = states.push({ type: "split", next: [body, next] }) - 1;
    }
  }
  for (let copy = 0; copy < copies; copy++) after = build(states, node.body, after);
  return after;
}

/** The code points beside a place in a text; undefined at its ends. */
type Place = { readonly before: number | undefined; readonly after: number | undefined };

/**
 * Whether the pattern matches anywhere in the text (`regexp.MatchString`, as kube-openapi asks `pkg/validation/validate/values.go:Pattern`). All states are followed
 * at once, so the time is at most the length of the text times the number of states, whatever the pattern.
 */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0));
  let waiting: readonly number[] = [];
  for (let at = 0; at <= points.length; at++) {
    const after = points[at];
    const reached = reachedFrom(pattern, [...waiting, pattern.start], { before: points[at - 1], after });
    if (reached === "match") return true;
    waiting =
      after === undefined ? [] : reached.flatMap(({ codePoints, next }) => (holds(codePoints, after) ? [next] : []));
  }
  return false;
}

type ClassState = Extract<State, { type: "class" }>;

/** The states that wait for a code point at this place, or that the pattern has matched. */
function reachedFrom({ states }: Pattern, from: readonly number[], place: Place): readonly ClassState[] | "match" {
  const seen = new Set<number>();
  const open = [...from];
  const waiting: ClassState[] = [];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const state = defined(states[at], `state ${at} of a pattern`);
    if (state.type === "match") return "match";
    if (state.type === "class") waiting.push(state);
    else if (state.type === "split") open.push(...state.next);
    else if (isTrueAt(state.assertion, place)) open.push(state.next);
  }
  return waiting;
}

const NEW_LINE = 0xa;

function isTrueAt(assertion: Assertion, { before, after }: Place): boolean {
  switch (assertion) {
    case "textStart":
      return before === undefined;
    case "textEnd":
      return after === undefined;
    case "lineStart":
      return before === undefined || before === NEW_LINE;
    case "lineEnd":
      return after === undefined || after === NEW_LINE;
    case "wordBoundary":
      return isWord(before) !== isWord(after);
    case "noWordBoundary":
      return isWord(before) === isWord(after);
  }
}

function isWord(codePoint: number | undefined): boolean {
  return codePoint !== undefined && holds(wordCodePoints, codePoint);
}
