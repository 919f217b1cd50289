import { type Micros, milliseconds } from "../../base/time.ts";
import type { JsonObject } from "../kubernetes/object.ts";

/** The number in an option, or what it is when not set. */
export function numberOption(options: JsonObject, name: string, absent: number): number {
  const value = options[name];
  return typeof value === "number" ? value : absent;
}

/** The text in an option, or what it is when not set. */
export function textOption(options: JsonObject, name: string, absent: string): string {
  const value = options[name];
  return typeof value === "string" ? value : absent;
}

/** A span that an option gives in milliseconds; its name ends in `Ms`. */
export function spanOption(options: JsonObject, name: string, absent: Micros): Micros {
  const value = options[name];
  return typeof value === "number" ? milliseconds(value) : absent;
}
