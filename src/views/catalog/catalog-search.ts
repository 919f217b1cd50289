import { CLAIMS } from "../../projections/modelled/claims.ts";
import type { Scenario } from "../../store/run-types.ts";
import { termsOf } from "./search-words.ts";

type Field = { readonly weight: number; readonly terms: ReadonlySet<string> };

/** The scenarios, ready to be asked; made once, when the catalogue opens. */
export type CatalogIndex = {
  readonly entries: readonly { readonly scenario: Scenario; readonly fields: readonly Field[] }[];
  /** In how many scenarios a term stands. */
  readonly counts: ReadonlyMap<string, number>;
};

/** How much more a concept says than a word: it was recognised on purpose. */
const CONCEPT = 1.6;
/** Answers that fit less than this share of the best one are left out. */
const LEAST_SHARE = 0.3;

/** Titles count most, then what the scenario claims and is about, then what it says. */
export function catalogIndex(scenarios: readonly Scenario[]): CatalogIndex {
  const entries = scenarios.map((scenario) => ({ scenario, fields: fieldsOf(scenario) }));
  const counts = new Map<string, number>();
  for (const { fields } of entries) {
    const terms = new Set(fields.flatMap((field) => [...field.terms]));
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return { entries, counts };
}

function fieldsOf(scenario: Scenario): readonly Field[] {
  const { id, title, question, summary, tags, chapters, claims, sources } = scenario;
  const claimed = CLAIMS.filter((claim) => claims.includes(claim.id)).flatMap(({ sentence, answer }) => [
    sentence,
    answer,
  ]);
  const asked = chapters.flatMap(({ ask }) => (ask === undefined ? [] : [ask.question]));
  const field = (weight: number, texts: readonly (string | { readonly en: string; readonly zh: string })[]): Field => ({
    weight,
    terms: termsOf(texts.map((text) => (typeof text === "string" ? text : `${text.en} ${text.zh}`)).join(" \n ")),
  });
  return [
    field(5, [question, title, id.replaceAll("-", " ")]),
    field(3, [...tags, summary]),
    field(2.5, [...claimed, ...asked]),
    field(
      1.5,
      chapters.flatMap((chapter) => [chapter.title, chapter.say]),
    ),
    field(0.5, sources),
  ];
}

/** The scenarios that answer a question or an error message, the best first; all of them when nothing is asked. */
export function searchCatalog({ entries, counts }: CatalogIndex, asked: string): readonly Scenario[] {
  const terms = [...termsOf(asked)];
  if (asked.trim() === "") return entries.map(({ scenario }) => scenario);
  const worth = (term: string) =>
    Math.log(1 + entries.length / (counts.get(term) ?? Number.POSITIVE_INFINITY)) *
    (term.startsWith("#") ? CONCEPT : 1);
  const scored = entries.map(({ scenario, fields }) => {
    const points = terms.map((term) => {
      const found = fields.filter((field) => field.terms.has(term)).map(({ weight }) => weight);
      return found.length === 0 ? 0 : worth(term) * (Math.max(...found) + 0.3 * (found.length - 1));
    });
    return { scenario, score: points.reduce((sum, one) => sum + one, 0) };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score >= best * LEAST_SHARE)
    .sort((a, b) => b.score - a.score)
    .map(({ scenario }) => scenario);
}
