import * as v from "valibot";
import { ok, problem, type Result } from "../base/result.ts";
import type { Micros } from "../base/time.ts";
import { duration } from "./schema-parts.ts";

/** A time as scenario files write it (`300us`, `2ms`, `1.5s`, `10m`, `1h`), in microseconds. */
export function parseDuration(text: string): Result<Micros> {
  const parsed = v.safeParse(duration, text);
  return parsed.success ? ok(parsed.output) : problem("", parsed.issues[0].message);
}
