import { type Micros, milliseconds } from "../../base/time.ts";
import type { JsonObject } from "../kubernetes/object.ts";

/** An option of a system: its type with bounds, and what it is when not set. Names of spans end in `Ms`. */
export type Option =
  | { readonly type: "count"; readonly absent: number; readonly least: number; readonly most: number }
  | { readonly type: "span"; readonly absent: Micros }
  | { readonly type: "word"; readonly of: readonly string[] }
  | { readonly type: "text"; readonly absent: string }
  | { readonly type: "counts"; readonly absent: readonly number[] };

/** A whole number within bounds. */
export const count = (absent: number, least: number, most: number) => ({ type: "count", absent, least, most }) as const;
/** A time in milliseconds. */
export const span = (absentMs: number) => ({ type: "span", absent: milliseconds(absentMs) }) as const;
/** One of some words; the first when not set. */
export const word = <const Words extends readonly [string, ...string[]]>(...of: Words) =>
  ({ type: "word", of }) as const;
/** Any text. */
export const text = (absent: string) => ({ type: "text", absent }) as const;
/** Whole numbers. */
export const counts = (...absent: readonly number[]) => ({ type: "counts", absent }) as const;

type Options = Readonly<Record<string, Option>>;

/** The value of an option: microseconds for a span. */
type ValueOf<O extends Option> = O extends { readonly type: "span" }
  ? Micros
  : O extends { readonly type: "count" }
    ? number
    : O extends { readonly type: "word"; readonly of: readonly (infer Word)[] }
      ? Word
      : O extends { readonly type: "counts" }
        ? readonly number[]
        : string;

/** Every option by its name. */
export type Values<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

/** The options of a system, with what is not set as it is by itself. What is wrong with them `optionProblems` says. */
export function readOptions<O extends Options>(known: O, given: JsonObject): Values<O> {
  const values = Object.entries(known).map(([name, option]) => [name, chosen(option, given[name])]);
  return Object.fromEntries(values) as Values<O>; // chosen gives each option a value of its type
}

/** What is wrong with options, as sentences. */
export function optionProblems(known: Options, given: JsonObject): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const option = known[name];
    if (option === undefined) return [`There is no option "${name}"; there are ${Object.keys(known).join(", ")}.`];
    return fits(option, value) ? [] : [`The option "${name}" should be ${expected(option)}.`];
  });
}

function chosen(option: Option, given: unknown): unknown {
  if (given === undefined || !fits(option, given)) return option.type === "word" ? option.of[0] : option.absent;
  return option.type === "span" ? milliseconds(Number(given)) : given;
}

function fits(option: Option, value: unknown): boolean {
  switch (option.type) {
    case "count":
      return isWhole(value) && value >= option.least && value <= option.most;
    case "span":
      return typeof value === "number" && value >= 0 && value <= 86_400_000;
    case "word":
      return typeof value === "string" && option.of.includes(value);
    case "text":
      return typeof value === "string" && value.length <= 400;
    case "counts":
      return Array.isArray(value) && value.length <= 64 && value.every(isWhole);
  }
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function expected(option: Option): string {
  switch (option.type) {
    case "count":
      return `a whole number from ${option.least} to ${option.most}`;
    case "span":
      return "a time in milliseconds";
    case "word":
      return `one of ${option.of.join(", ")}`;
    case "text":
      return "text";
    case "counts":
      return "a list of at most 64 whole numbers";
  }
}
