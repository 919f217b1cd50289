import type { FactRow } from "./fact-row.ts";

/** How a language tells where two runs part. */
export type ChangeTexts = {
  readonly changeText: (now: string, before: string) => string;
  readonly changeField: (clause: string, field: string, now: string, before: string) => string;
  readonly runEnded: string;
};

/** The first event that differs, in either run; undefined where that run had ended. */
export type Parting = { readonly was: FactRow | undefined; readonly is: FactRow | undefined };

/** One sentence on where two runs part. When both events are told alike, it names the field that differs, or their time. */
export function changeSentence(texts: ChangeTexts, tell: (row: FactRow) => string, { was, is }: Parting): string {
  const now = is === undefined ? texts.runEnded : tell(is);
  const before = was === undefined ? texts.runEnded : tell(was);
  if (now !== before || is === undefined || was === undefined) return texts.changeText(now, before);
  const other = Object.keys(is.fact).find((name) => textOf(is.fact[name]) !== textOf(was.fact[name]));
  return other === undefined
    ? texts.changeField(now, "at", textOf(is.at), textOf(was.at))
    : texts.changeField(now, other, textOf(is.fact[other]), textOf(was.fact[other]));
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? "–";
}
