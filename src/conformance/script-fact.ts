import type { ReplayFact } from "./replay-fact.ts";

/** The actor of what a recording's script does. */
export const SCRIPT = "script";

const OWN_FIELDS: ReadonlySet<string> = new Set(["at", "t", "i", "do", "op"]);

type Step = { readonly do: string } | { readonly op: string };

/** How the trace tells step `step` of a script. */
export function stepFact(step: number, script: Step): Extract<ReplayFact, { readonly type: "script.step" }> {
  const rest = Object.fromEntries(Object.entries(script).filter(([name]) => !OWN_FIELDS.has(name)));
  return { type: "script.step", step, doing: "do" in script ? script.do : script.op, about: fieldsText(rest) };
}

/** Names and values in one line: `handler h1 · store a@5 b@6`. A single value is written without its name. */
export function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(fields).filter(([, value]) => value !== undefined);
  const [only] = told;
  if (told.length === 1 && only !== undefined && typeof only[1] !== "boolean") return valueText(only[1]);
  return told.map(([name, value]) => `${name} ${valueText(value)}`).join(" · ");
}

/** A type comes first, the rest by name: the order of fields in a file means nothing. */
function rankOf(name: string): number {
  return name === "type" ? 0 : 1;
}

/** A value of a recording in one line. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(valueText).join(" ");
  if (typeof value !== "object" || value === null) return String(value);
  const inOrder = Object.entries(value).sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  const fields = inOrder.map(([name, inner]) => `${name}=${valueText(inner)}`);
  return fields.length === 0 ? "–" : fields.join(" ");
}
