import { type Micros, micros, milliseconds } from "../../base/time.ts";
import { isDnsLabel, isDnsSubdomain } from "../kubernetes/label-syntax.ts";
import { isJsonList, type Json, type JsonObject } from "../kubernetes/object.ts";

/** An option of a reconciler or a system: its type with bounds, and what it is when not set. Names of spans end in `Ms`. */
export type Option =
  | { readonly type: "count"; readonly absent: number | undefined; readonly least: number; readonly most: number }
  | { readonly type: "span"; readonly absent: Micros; readonly least: Micros; readonly most: Micros }
  | { readonly type: "flag"; readonly absent: boolean }
  | { readonly type: "word"; readonly of: readonly string[] }
  | { readonly type: "name"; readonly absent: string; readonly of: "object" | "namespace" }
  | { readonly type: "words"; readonly absent: readonly string[]; readonly form: WordForm }
  | { readonly type: "counts"; readonly absent: readonly number[]; readonly bounds: CountsBounds };

/** What the words of a text look like, in a pattern and in words, and how many there can be. */
export type WordForm = {
  readonly pattern: RegExp;
  readonly called: string;
  readonly least: number;
  readonly most: number;
  /** No word can stand there twice. */
  readonly distinct: boolean;
};

/** How many numbers a list can hold, how large each can be, and their sum. */
export type CountsBounds = { readonly items: number; readonly each: number; readonly sum: number };

/** No span is longer than a day, as no time in a scenario is. */
const DAY_MS = 86_400_000;

/** A whole number within bounds. */
export const count = <const Absent extends number | undefined>(absent: Absent, least: number, most: number) =>
  ({ type: "count", absent, least, most }) as const;
/** A time in milliseconds, at least `leastMs`: what happens again and again by itself needs more than 0, else a run would never go on. */
export const span = (absentMs: number, leastMs: number) =>
  ({
    type: "span",
    absent: milliseconds(absentMs),
    least: milliseconds(leastMs),
    most: milliseconds(DAY_MS),
  }) as const;
/** Yes or no. */
export const flag = (absent: boolean) => ({ type: "flag", absent }) as const;
/** One of some words; the first when not set. */
export const word = <const Words extends readonly [string, ...string[]]>(...of: Words) =>
  ({ type: "word", of }) as const;
/** The name of an object. */
export const objectName = (absent: string) => ({ type: "name", absent, of: "object" }) as const;
/** The name of a namespace. */
export const namespaceName = (absent: string) => ({ type: "name", absent, of: "namespace" }) as const;
/** Words of one form in one text, with blanks between them. */
export const words = (absent: readonly string[], form: WordForm) => ({ type: "words", absent, form }) as const;
/** Whole numbers from 1. */
export const counts = (absent: readonly number[], bounds: CountsBounds) =>
  ({ type: "counts", absent, bounds }) as const;

/** The options that a reconciler or a system knows, by name. */
export type Options = Readonly<Record<string, Option>>;

/** The value of an option: microseconds for a span, a list for words. */
type ValueOf<O extends Option> = O extends { readonly type: "span" }
  ? Micros
  : O extends { readonly type: "count"; readonly absent: infer Absent }
    ? number | (Absent extends undefined ? undefined : never)
    : O extends { readonly type: "flag" }
      ? boolean
      : O extends { readonly type: "word"; readonly of: readonly (infer Word)[] }
        ? Word
        : O extends { readonly type: "counts" }
          ? readonly number[]
          : O extends { readonly type: "words" }
            ? readonly string[]
            : string;

/** Every option by its name. */
export type Values<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

/** The values of options, with what is not set as it is by itself. What is wrong with one `optionProblem` says. */
export function readOptions<O extends Options>(known: O, given: JsonObject): Values<O> {
  const values = Object.entries(known).map(([name, option]) => [name, chosen(option, given[name])]);
  return Object.fromEntries(values) as Values<O>; // chosen gives each option a value of its type
}

/** What is wrong with the value of an option, as a sentence, or undefined. */
export function optionProblem(option: Option, value: Json): string | undefined {
  return fits(option, value) ? undefined : `This should be ${expected(option)}.`;
}

function chosen(option: Option, given: Json | undefined): unknown {
  if (given === undefined || !fits(option, given)) return option.type === "word" ? option.of[0] : option.absent;
  if (option.type === "span") return milliseconds(Number(given));
  return option.type === "words" ? wordsIn(String(given)) : given;
}

function fits(option: Option, value: Json): boolean {
  switch (option.type) {
    case "count":
      return isWhole(value) && value >= option.least && value <= option.most;
    case "span":
      return typeof value === "number" && micros(value * 1_000) >= option.least && value * 1_000 <= option.most;
    case "flag":
      return typeof value === "boolean";
    case "word":
      return typeof value === "string" && option.of.includes(value);
    case "name":
      return typeof value === "string" && (option.of === "object" ? isDnsSubdomain(value) : isDnsLabel(value));
    case "words":
      return typeof value === "string" && areWords(wordsIn(value), option.form);
    case "counts":
      return isJsonList(value) && areCounts(value, option.bounds);
  }
}

function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((each) => each !== "");
}

function areWords(list: readonly string[], { pattern, least, most, distinct }: WordForm): boolean {
  if (distinct && new Set(list).size < list.length) return false;
  return list.length >= least && list.length <= most && list.every((each) => pattern.test(each));
}

function areCounts(list: readonly Json[], { items, each, sum }: CountsBounds): boolean {
  const whole = list.filter((value) => isWhole(value) && value >= 1 && value <= each).map(Number);
  if (list.length < 1 || list.length > items || whole.length < list.length) return false;
  return whole.reduce((total, value) => total + value, 0) <= sum;
}

function isWhole(value: Json): value is number {
  return typeof value === "number" && Number.isInteger(value);
}

function expected(option: Option): string {
  switch (option.type) {
    case "count":
      return `a whole number from ${option.least} to ${option.most}`;
    case "span":
      return `a time in milliseconds, from ${option.least / 1_000} to ${option.most / 1_000}`;
    case "flag":
      return "true or false";
    case "word":
      return `one of ${option.of.join(", ")}`;
    case "name":
      return `the name of ${option.of === "object" ? "an object: a-z, 0-9, - and dots" : "a namespace: a-z, 0-9 and -"}`;
    case "words": {
      const { called, least, most, distinct } = option.form;
      const many = `a text of ${least === 0 ? "at most" : `${least} to`} ${most} words with blanks between them`;
      return `${many}, each ${distinct ? "another one and " : ""}${called}`;
    }
    case "counts": {
      const { items, each, sum } = option.bounds;
      return `a list of 1 to ${items} whole numbers from 1 to ${each}, together at most ${sum}`;
    }
  }
}
