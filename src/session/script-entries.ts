import type { Alignable } from "./align-entries.ts";
import { entriesOf, mayMatter, meaningOf } from "./part-content.ts";
import type { EventRow } from "./protocol.ts";
import type { HeldEntry, ScriptCause, ScriptFocus } from "./script-place.ts";
import type { TraceLog } from "./trace-log.ts";

/** A step of a run in which something came from outside, or the part took or gave something. */
export type ScriptEntry = Alignable & {
  readonly seq: number;
  readonly step: number;
  readonly gave: readonly HeldEntry[];
  readonly ignored: readonly HeldEntry[];
};

/** Most rows that one run can make: beyond that nobody reads them, and each costs a replay up to it. */
const MOST = 400;

/** What a run has to say about the part, a step at a time, oldest first. */
export function scriptEntries(log: TraceLog, focus: ScriptFocus): readonly ScriptEntry[] {
  const entries: ScriptEntry[] = [];
  let [step, found]: [number, Read[]] = [-1, []];
  const close = () => {
    const entry = entryOf(found);
    if (entry !== undefined) entries.push(entry);
    found = [];
  };
  for (let seq = 0; seq < log.length; seq++) {
    if (!mayMatter(log.type(seq), focus)) continue;
    const row = log.row(seq);
    const meaning = meaningOf(row, focus);
    if (meaning === undefined) continue;
    if (row.step !== step) close();
    step = row.step;
    found.push({ row, meaning });
  }
  close();
  return entries;
}

/** The runs with as many entries as can be shown: if there are too many, those of what was given out join the next one that stays, and so on. */
export function boundedEntries(runs: readonly (readonly ScriptEntry[])[]): {
  readonly runs: readonly (readonly ScriptEntry[])[];
  readonly left: "nothing" | "given" | "taken";
} {
  const fits = (each: readonly (readonly ScriptEntry[])[]) => each.every(({ length }) => length <= MOST);
  if (fits(runs)) return { runs, left: "nothing" };
  const taken = runs.map((run) => joined(run, (cause) => cause !== "given"));
  if (fits(taken)) return { runs: taken, left: "given" };
  return { runs: runs.map((run) => joined(run, (cause) => cause === "outside").slice(0, MOST)), left: "taken" };
}

type Read = { readonly row: EventRow; readonly meaning: ScriptCause | "ignored" };

/** What came in gives a step its name; what went out does so only where nothing came in. */
function entryOf(found: readonly Read[]): ScriptEntry | undefined {
  const cause = (["outside", "taken", "given"] as const).find((each) => found.some(({ meaning }) => meaning === each));
  if (cause === undefined) return undefined;
  const causes = found.filter(({ meaning }) => meaning === cause).map(({ row }) => row);
  const [first] = causes;
  if (first === undefined) return undefined;
  const entriesFor = (what: Read["meaning"]) =>
    found.flatMap((each) => (each.meaning === what ? entriesOf(each.row) : []));
  const gave = entriesFor("given");
  const { seq, step, at } = first;
  const isGiven = cause === "given";
  return {
    cause,
    name: isGiven ? "" : causes.map(nameOf).join("\n"),
    exact: isGiven ? JSON.stringify(gave) : causes.map(exactOf).join("\n"),
    seq,
    step,
    at,
    gave,
    ignored: entriesFor("ignored"),
  };
}

/** What an event has in common with its like in another run, whatever came between. */
function nameOf({ actor, fact }: EventRow): string {
  if (!/^(user|fault)\./.test(fact.type)) {
    return [actor, fact.type, fact["event"], fact["key"], fact["what"]].join(" ");
  }
  // What an edit changes, and what is left of a fault, depends on what the run has made of the script so far.
  return JSON.stringify({ ...fact, change: undefined, detail: undefined });
}

/** Numbers that count what a run has done so far say nothing of the event itself. */
function exactOf({ fact }: EventRow): string {
  return JSON.stringify({ ...fact, n: undefined, watch: undefined });
}

/** The entries that stay, each with what was given out since the one before. */
function joined(run: readonly ScriptEntry[], stays: (cause: ScriptCause) => boolean): readonly ScriptEntry[] {
  const kept: ScriptEntry[] = [];
  let gave: readonly HeldEntry[] = [];
  let ignored: readonly HeldEntry[] = [];
  for (const entry of run) {
    gave = [...gave, ...entry.gave];
    ignored = [...ignored, ...entry.ignored];
    if (!stays(entry.cause)) continue;
    kept.push({ ...entry, gave, ignored });
    gave = [];
    ignored = [];
  }
  return kept;
}
