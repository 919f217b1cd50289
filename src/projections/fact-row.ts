/** An event with all its fields, as far as readings of the trace need it. */
export type FactRow = {
  readonly seq: number;
  readonly at: number;
  readonly actor: string;
  readonly cause: number | undefined;
  readonly fact: { readonly type: string } & Readonly<Record<string, unknown>>;
};

/** A field that holds text; empty when it does not. */
export function textIn({ fact }: FactRow, field: string): string {
  const value = fact[field];
  return typeof value === "string" ? value : "";
}

/** A field that holds a number; 0 when it does not. */
export function numberIn({ fact }: FactRow, field: string): number {
  const value = fact[field];
  return typeof value === "number" ? value : 0;
}

/** The process of an actor: `web` of `web/worker/1`. */
export function processIn({ actor }: FactRow): string {
  const end = actor.indexOf("/");
  return end < 0 ? actor : actor.slice(0, end);
}
