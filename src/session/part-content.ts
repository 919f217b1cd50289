import { USER } from "../simulation/cluster/actors/names.ts";
import type { DeltaFrame, Frame, InformerFrame, QueueFrame } from "../simulation/cluster/frame.ts";
import type { SystemFrame } from "../simulation/cluster/system-frame.ts";
import type { EventRow } from "./protocol.ts";
import type { HeldEntry, ScriptCause, ScriptFocus } from "./script-place.ts";

/** Types of events that can make a row of the part, or go into one: a cheap first look. */
const TYPES: Readonly<Record<ScriptFocus["part"], RegExp>> = {
  fifo: /^(list\.response|watch\.event|resync\.tick|fifo\.pop|delta\.ignored)$/,
  store: /^(list\.response|watch\.event|resync\.tick|distribute)$/,
  handlers: /^(list\.response|watch\.event|resync\.tick|handler\.call)$/,
  queue: /^queue\.(add|addAfter|addRateLimited|get|coalesced|addIgnored)$/,
  systems: /^system\.(?!measured|looked)/,
};

/** Whether events of the type can matter for the part. */
export function mayMatter(type: string, { part }: ScriptFocus): boolean {
  return /^(user|fault)\./.test(type) || TYPES[part].test(type);
}

/** What an event is for the part: what makes a row, or what only goes into one. Undefined when it is nothing to it. */
export function meaningOf(
  { actor, fact }: EventRow,
  { part, about }: ScriptFocus,
): ScriptCause | "ignored" | undefined {
  if (/^(user|fault)\./.test(fact.type)) return actor === USER ? "outside" : undefined;
  if (!TYPES[part].test(fact.type)) return undefined;
  if (part === "systems") return "taken";
  if (!actor.startsWith(`${about}/`)) return undefined;
  switch (fact.type) {
    case "list.response":
      return fact["continue"] === "" ? "taken" : undefined;
    case "watch.event":
      return fact["event"] === "ERROR" ? undefined : "taken";
    case "resync.tick":
      return fact["resync"] === true ? "taken" : undefined;
    case "fifo.pop":
    case "distribute":
    case "handler.call":
    case "queue.get":
      return "given";
    case "delta.ignored":
    case "queue.coalesced":
    case "queue.addIgnored":
      return "ignored";
    default:
      return "taken";
  }
}

/** What the part gave out, or ignored, by an event that means that. */
export function entriesOf({ fact }: EventRow): readonly HeldEntry[] {
  const text = (name: string) => String(fact[name] ?? "");
  switch (fact.type) {
    case "fifo.pop":
      return joinedByHead((fact["deltas"] as readonly string[]).map(entryOfDeltaText)); // as the fact declares them
    case "distribute":
      return [{ head: text("key"), items: [named(text("kind"), text("rv"), fact["tombstone"] === true)] }];
    case "handler.call":
      return [{ head: text("key"), items: [named(text("method"), text("rv"), fact["tombstone"] === true)] }];
    case "queue.get":
      return [{ head: text("key"), items: [`worker ${text("worker")}`] }];
    default:
      return [{ head: text("key"), items: [text("reason") || fact.type.replace(/^queue\./, "")] }];
  }
}

/** All that the part holds, and how much the frame has cut off. */
export function contentOf(
  { processes, systems }: Frame,
  { part, about }: ScriptFocus,
): { readonly entries: readonly HeldEntry[]; readonly more: number } {
  if (part === "systems") return { entries: systems.map(systemEntry), more: 0 };
  if (part === "queue") {
    const queue = processes.find(({ name }) => name === about)?.queue;
    return { entries: queue === undefined ? [] : queueEntries(queue), more: 0 };
  }
  const informer = processes.flatMap(({ informers }) => informers).find(({ id }) => id === about);
  if (informer === undefined) return { entries: [], more: 0 };
  switch (part) {
    case "fifo":
      return { entries: fifoEntries(informer.fifo), more: informer.fifo.more };
    case "store":
      return {
        entries: informer.store.objects.map(({ key, rv }) => ({ head: key, items: [`@${rv}`] })),
        more: informer.store.more,
      };
    case "handlers":
      return { entries: informer.handlers.flatMap(handlerEntries), more: 0 };
  }
}

/** DeltaFIFO has one entry for a key with all its deltas, RealFIFO one for each delta. */
function fifoEntries({ kind, deltas }: InformerFrame["fifo"]): readonly HeldEntry[] {
  const entries = deltas.map(deltaEntry);
  return kind === "DeltaFIFO" ? joinedByHead(entries) : entries;
}

function deltaEntry({
  type,
  key,
  rv,
  objects,
  tombstone,
}: Omit<DeltaFrame, "rv"> & { readonly rv: string }): HeldEntry {
  if (key !== "") return { head: key, items: [named(type, rv, tombstone)] };
  const items = objects.map((object) => `${object.key}@${object.rv}`);
  return { head: rv === "" ? type : named(type, rv, false), items };
}

/** `Deleted web/a@12 (tombstone)`, as traces name a delta. */
function entryOfDeltaText(text: string): HeldEntry {
  const [, type = text, key = "", rv = "", tombstone] = /^(\S+) (.*)@(\S*?)( \(tombstone\))?$/.exec(text) ?? [];
  return deltaEntry({ type, key, rv, objects: [], tombstone: tombstone !== undefined });
}

function named(word: string, rv: string, tombstone: boolean): string {
  return `${word}@${rv}${tombstone ? " (tombstone)" : ""}`;
}

/** Entries that stand beside each other under one head become one. */
function joinedByHead(entries: readonly HeldEntry[]): readonly HeldEntry[] {
  const joined: HeldEntry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    if (last?.head === entry.head) joined[joined.length - 1] = { ...last, items: [...last.items, ...entry.items] };
    else joined.push(entry);
  }
  return joined;
}

function handlerEntries({ id, call, pending }: InformerFrame["handlers"][number]): readonly HeldEntry[] {
  const items = [
    ...(call === undefined ? [] : [`${call.fn} ${call.key}`]),
    ...(pending > 0 ? [`pending ${pending}`] : []),
  ];
  return items.length === 0 ? [] : [{ head: id, items }];
}

function queueEntries({ kind, ready, processing, waiting, failures }: QueueFrame): readonly HeldEntry[] {
  const failed = (key: string) => {
    const count = failures.find((each) => each.key === key)?.count;
    return count === undefined ? [] : [`failures ${count}`];
  };
  const ranked = (priority: number) => (kind === "priority" ? [`priority ${priority}`] : []);
  return [
    ...processing.map(({ key, dirty }) => ({
      head: key,
      items: ["processing", ...(dirty ? ["dirty"] : []), ...failed(key)],
    })),
    ...ready.map(({ key, priority, locked }) => ({
      head: key,
      items: ["ready", ...(locked ? ["locked"] : []), ...ranked(priority)],
    })),
    ...waiting.map(({ key, priority, since, readyAt }) => ({
      head: key,
      items: [`waiting ${spanText(readyAt - since)}`, ...ranked(priority), ...failed(key)],
    })),
  ];
}

/** A span in µs as seconds or milliseconds. */
function spanText(span: number): string {
  return span < 1_000_000 ? `${round(span / 1_000)} ms` : `${round(span / 1_000_000)} s`;
}

function round(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** What the run has measured, and the lines of its tables. */
function systemEntry({ name, state, readings, tables }: SystemFrame): HeldEntry {
  return {
    head: name,
    items: [
      ...(state === "crashed" ? [state] : []),
      ...readings.flatMap((reading) => {
        if (reading.from === "input" || reading.value === undefined) return [];
        return [`${reading.name} ${reading.unit === "span" ? spanText(reading.value) : round(reading.value)}`];
      }),
      ...tables.flatMap(({ rows }) => rows.map((cells) => cells.join(" "))),
    ],
  };
}
