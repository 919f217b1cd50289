import { AREAS } from "../../projections/modelled/areas.ts";
import type { Claim } from "../../projections/modelled/claim.ts";
import type { Constant } from "../../projections/modelled/constant.ts";
import type { Entry, Upstream } from "../../projections/modelled/entry.ts";
import { entryById } from "../../projections/modelled/find-entry.ts";
import type { NotModelled } from "../../projections/modelled/not-modelled.ts";
import type { RecordedRun } from "../../projections/modelled/recorded-runs.ts";
import type { ModelledPlace } from "../../store/app-state.ts";

export const TABS = ["behaviours", "constants", "claims", "limits", "runs"] as const;
export type ModelledTab = (typeof TABS)[number];

/** What the page shows: a tab, one group of it or all, what is searched for, and the entry or the run somebody came for. */
export type ModelledView = {
  readonly tab: ModelledTab;
  readonly group: string | undefined;
  readonly search: string;
  readonly entry: string | undefined;
};

/** Where the page opens: at an entry, at a recorded run, or at everything. */
export function openingView(at: ModelledPlace | undefined): ModelledView {
  const everything = { tab: "behaviours", group: undefined, search: "", entry: undefined } as const;
  if (at === undefined) return everything;
  return at.type === "run" ? runView(at.name) : (entryView(at.id) ?? everything);
}

/** The view of one entry among those of its part; undefined when there is no such entry. */
export function entryView(id: string): ModelledView | undefined {
  const entry = entryById(id);
  return entry && { tab: "behaviours", group: entry.area, search: "", entry: entry.id };
}

/** One recorded run among all. */
function runView(name: string): ModelledView {
  return { tab: "runs", group: undefined, search: "", entry: name };
}

/** Whether each word of the search stands in one of the texts. */
export function contains(search: string, texts: readonly string[]): boolean {
  const all = texts.join("\n").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Everything by which a behaviour is found. */
export function wordsOfEntry({ id, area, statement, upstream, evidence, shownBy, leftOut }: Entry): readonly string[] {
  const { title } = AREAS.find((one) => one.id === area) ?? { title: { en: "", zh: "" } };
  return [
    id,
    title.en,
    title.zh,
    statement.en,
    statement.zh,
    leftOut?.en ?? "",
    leftOut?.zh ?? "",
    ...upstream.map(wordsOfUpstream),
    ...evidence.runs,
    ...evidence.tests.map((test) => test.title),
    ...shownBy.facts.map((pattern) => pattern.type),
    ...shownBy.states,
  ];
}

export function wordsOfConstant({ id, name, value, unit, upstream }: Constant): readonly string[] {
  return [id, name.en, name.zh, value, unit, wordsOfUpstream(upstream)];
}

export function wordsOfClaim({ id, sentence, answer, upstream }: Claim): readonly string[] {
  return [id, sentence.en, sentence.zh, answer.en, answer.zh, ...upstream.map(wordsOfUpstream)];
}

export function wordsOfLimit({ id, what }: NotModelled): readonly string[] {
  return [id, what.en, what.zh];
}

export function wordsOfRun({ name, title, subject }: RecordedRun): readonly string[] {
  return [name, title, subject];
}

function wordsOfUpstream({ ref, version }: Upstream): string {
  return `${ref} ${version}`;
}
