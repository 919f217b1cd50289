import type { TraceEvent } from "../simulation/kernel/world.ts";

/**
 * One event as one line: `seq step time actor type fields <-cause`. Time is in seconds with all six digits of its microseconds. Fields are
 * `name=value`; texts with blanks, empty texts and lists are written as JSON. The golden traces and `loopscope run` use it.
 */
export function traceLine({ seq, step, at, actor, cause, fact }: TraceEvent): string {
  const { type, ...fields } = fact;
  const parts = [`e${seq}`, `s${step}`, timeText(at), actor, type];
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) parts.push(`${name}=${valueText(value)}`);
  }
  if (cause !== undefined) parts.push(`<-e${cause}`);
  return parts.join(" ");
}

/** One event as one line of JSON with the same content. */
export function traceJson({ seq, step, at, actor, cause, fact }: TraceEvent): string {
  const { type, ...fields } = fact;
  return JSON.stringify({ seq, step, at, actor, type, ...(cause === undefined ? {} : { cause }), ...fields });
}

/** Microseconds as seconds: `12.842000`. */
function timeText(at: number): string {
  return (at / 1_000_000).toFixed(6);
}

function valueText(value: unknown): string {
  if (typeof value === "string" && /^[^\s"[\]{}]+$/.test(value)) return value;
  return JSON.stringify(value);
}
