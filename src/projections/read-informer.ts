import type { BackoffFrame, DeltaFrame, Frame, HandlerFrame, InformerFrame } from "../simulation/cluster/frame.ts";
import type { Tone } from "../simulation/cluster/lanes.ts";
import { matchesLabels, parseLabelSelector } from "../simulation/kubernetes/label-selector.ts";
import { labelsOf } from "../simulation/kubernetes/object.ts";
import { fitting, type Line, type LineMetrics, line, RULE_HEIGHT } from "./node-lines.ts";

/** The seven bases of a reflector's waits, µs (fidelity: 0.8 s doubled, capped at 30 s). */
export const BACKOFF_BASES = [800_000, 1_600_000, 3_200_000, 6_400_000, 12_800_000, 25_600_000, 30_000_000] as const;

export type ReflectorLine =
  | {
      readonly type: "field";
      readonly name: "lastSyncRV" | "unavailable";
      readonly value: string;
      readonly before: string;
    }
  | { readonly type: "rule" }
  | { readonly type: "calm"; readonly steps: number }
  | { readonly type: "wait"; readonly since: number; readonly until: number }
  | { readonly type: "stairs"; readonly used: number; readonly running: number | undefined; readonly height: number }
  | {
      readonly type: "waited";
      readonly steps: number;
      readonly nextBase: number;
      readonly running: boolean;
      readonly after: string;
    };

export type ReflectorReading = {
  readonly tone: Tone;
  readonly state: string;
  readonly lines: readonly Line<ReflectorLine>[];
};

/** What the reflector's node shows: where it stands, and the staircase of its waits. `streams`: it begins with a streaming list. */
export function readReflector(
  informer: InformerFrame,
  { before, streams }: { readonly before: InformerFrame | undefined; readonly streams: boolean },
  room: number,
  metrics: LineMetrics,
): ReflectorReading {
  const { backoff, connection } = informer;
  const field = (name: "lastSyncRV" | "unavailable", value: string, old: string | undefined) =>
    line<ReflectorLine>(
      name,
      { type: "field", name, value, before: old === undefined || old === value ? "" : old },
      metrics.row,
    );
  const lines = [
    field("lastSyncRV", informer.lastSyncRv, before?.lastSyncRv),
    field("unavailable", String(informer.unavailable), before === undefined ? undefined : String(before.unavailable)),
    line<ReflectorLine>("rule", { type: "rule" }, RULE_HEIGHT),
  ];
  const wait = backoff.waiting;
  if (wait === undefined) lines.push(line("timer", { type: "calm", steps: backoff.step }, metrics.row));
  else lines.push(line("timer", { type: "wait", since: wait.since, until: wait.until }, metrics.row));
  const taken = lines.reduce((sum, { height }) => sum + height, 0);
  const withWords = room - taken >= 2 * metrics.row + 8;
  const stairs = Math.min(38, Math.max(16, room - taken - (withWords ? metrics.row : 0)));
  lines.push(line("stairs", { type: "stairs", ...stairsOf(backoff), height: stairs - 4 }, stairs));
  const after = wait === undefined ? "" : afterWait(informer, streams);
  if (withWords) {
    const { step: steps, nextBase } = backoff;
    lines.push(line("waited", { type: "waited", steps, nextBase, running: wait !== undefined, after }, metrics.row));
  }
  return { tone: connectionTone(connection), state: lastSegment(connection), lines };
}

/** The request that ends the wait: the same watch again after a failed connect, else a list (fidelity: informer §2.5, §2.2). */
function afterWait({ connection, unavailable, lastSyncRv }: InformerFrame, streams: boolean): string {
  if (connection.startsWith("watching")) return `WATCH ${lastSyncRv}`;
  const version = unavailable ? '""' : lastSyncRv;
  return streams ? `WATCH ${version || '""'}` : `LIST ${version || "0"}`;
}

function stairsOf({ step, waiting }: BackoffFrame): { readonly used: number; readonly running: number | undefined } {
  const used = Math.min(step, BACKOFF_BASES.length);
  return waiting === undefined
    ? { used, running: undefined }
    : { used: Math.max(0, used - 1), running: Math.max(0, used - 1) };
}

/** `a.b.c` → `c`. */
function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

/** The class of a reflector's state, by its name. */
export function connectionTone(connection: string): Tone {
  const state = lastSegment(connection);
  if (/^(stopped|idle|notStarted)/i.test(state)) return "idle";
  if (/backing|backoff|waiting/i.test(state)) return "waiting";
  if (/expired|failed|gone/i.test(state)) return "failed";
  return /^(watching|streaming)/i.test(state) ? "ok" : "active";
}

export type FifoLine =
  | { readonly type: "delta"; readonly delta: DeltaFrame; readonly next: boolean }
  | { readonly type: "batch"; readonly count: number }
  | { readonly type: "member"; readonly sign: "=" | "≠" | "+"; readonly key: string; readonly rv: string }
  | { readonly type: "more"; readonly count: number }
  | { readonly type: "empty" };

export type FifoReading = {
  readonly tone: Tone;
  readonly kind: string;
  readonly count: number;
  readonly lines: readonly Line<FifoLine>[];
};

/** What the FIFO's node shows: head on top, a replacement opened into its objects with a sign against the store. */
export function readFifo(informer: InformerFrame, room: number, metrics: LineMetrics): FifoReading {
  const { deltas, more, kind } = informer.fifo;
  const all: Line<FifoLine>[] = [];
  deltas.forEach((delta, index) => {
    all.push(
      line(
        `delta/${delta.type}/${delta.key}/${delta.rv}/${index}`,
        { type: "delta", delta, next: index === 0 },
        metrics.row,
      ),
    );
    if (delta.objects.length > 0 && index === 0) all.push(...members(delta, informer, metrics));
  });
  if (all.length === 0) all.push(line("empty", { type: "empty" }, metrics.row));
  const count = deltas.length + more;
  return { tone: count > 0 ? "active" : "idle", kind, count, lines: cut(all, more, room, metrics) };
}

function members(delta: DeltaFrame, informer: InformerFrame, metrics: LineMetrics): readonly Line<FifoLine>[] {
  const store = new Map(informer.store.objects.map(({ key, rv }) => [key, String(rv)]));
  const rows = delta.objects.map(({ key, rv }) => {
    const held = store.get(key);
    const sign = held === undefined ? "+" : held === rv ? "=" : "≠";
    return line<FifoLine>(`member/${key}`, { type: "member", sign, key, rv }, metrics.row);
  });
  const batch = line<FifoLine>("batch", { type: "batch", count: delta.objects.length }, metrics.row);
  return metrics.dense ? rows : [batch, ...rows];
}

function cut(
  all: readonly Line<FifoLine>[],
  hidden: number,
  room: number,
  metrics: LineMetrics,
): readonly Line<FifoLine>[] {
  const shown = fitting(all.length + (hidden > 0 ? 1 : 0), room, metrics.row);
  if (shown >= all.length && hidden === 0) return all;
  const kept = all.slice(0, shown);
  const count = all.slice(shown).filter(({ content }) => content.type !== "batch").length + hidden;
  return [...kept, line("more", { type: "more", count }, metrics.row)];
}

/** `unlisted`: a replacement does not have it, so its handlers get a tombstone. `deleted`: a Deleted delta is queued. */
export type Leaving = "unlisted" | "deleted";

export type StoreLine =
  | {
      readonly type: "object";
      readonly key: string;
      readonly rv: number;
      /** Newest revision in etcd; undefined when the object is gone there. */
      readonly truth: number | undefined;
      /** How something in the FIFO will take it out, if it will. */
      readonly leaving: Leaving | undefined;
    }
  | { readonly type: "leaving"; readonly key: string; readonly how: Leaving }
  | { readonly type: "ghost"; readonly key: string }
  | { readonly type: "more"; readonly count: number }
  | { readonly type: "empty" };

export type StoreReading = {
  readonly tone: Tone;
  readonly rv: string;
  /** Revisions between the store's and etcd's newest; undefined when every object equals the truth. */
  readonly behind: number | undefined;
  readonly lines: readonly Line<StoreLine>[];
};

/** What the store's node shows: its objects, each held against etcd, and what it does not have yet. */
export function readStore(frame: Frame, informer: InformerFrame, room: number, metrics: LineMetrics): StoreReading {
  const truth = truthFor(frame, informer);
  const { rv, objects, more } = informer.store;
  const held = new Set(objects.map(({ key }) => key));
  const ghosts = [...truth.keys()].filter((key) => !held.has(key));
  const leaving = leavingKeys(informer);
  const rows: Line<StoreLine>[] = [];
  for (const key of [...held, ...ghosts].sort()) {
    const object = objects.find((each) => each.key === key);
    const how = leaving.get(key);
    if (object === undefined) rows.push(line(`object/${key}`, { type: "ghost", key }, metrics.row));
    else {
      const content = { type: "object", key, rv: object.rv, truth: truth.get(key), leaving: how } as const;
      rows.push(line(`object/${key}`, content, metrics.row));
    }
    if (how !== undefined && !metrics.dense) {
      rows.push(line(`leaving/${key}`, { type: "leaving", key, how }, metrics.row));
    }
  }
  if (rows.length === 0) rows.push(line("empty", { type: "empty" }, metrics.row));
  const wrong = rows.filter(({ content }) => isBehind(content)).length;
  const distance = frame.etcd.revision - Number(rv);
  const behind = wrong === 0 ? undefined : Number.isFinite(distance) && distance > 0 && rv !== "" ? distance : wrong;
  const shown = fitting(rows.length + (more > 0 ? 1 : 0), room, metrics.row);
  const hidden = rows.slice(shown).filter(({ content }) => content.type !== "leaving").length + more;
  const lines =
    hidden === 0
      ? rows
      : [...rows.slice(0, shown), line<StoreLine>("more", { type: "more", count: hidden }, metrics.row)];
  return { tone: wrong > 0 ? "stale" : held.size === 0 ? "idle" : "ok", rv, behind, lines };
}

/** What etcd holds of the objects that the informer asks for: its namespace and its labels. */
function truthFor(frame: Frame, { kind, namespace, selector }: InformerFrame): ReadonlyMap<string, number> {
  const parsed = parseLabelSelector(selector);
  const objects = frame.truth.find((each) => each.kind === kind)?.objects ?? [];
  const wanted = objects.filter(
    ({ key, object }) =>
      (namespace === "" || key.startsWith(`${namespace}/`)) &&
      (parsed.type === "problems" || matchesLabels(parsed.value, labelsOf(object))),
  );
  return new Map(wanted.map(({ key, rv }) => [key, rv]));
}

function isBehind(content: StoreLine): boolean {
  return content.type === "ghost" || (content.type === "object" && content.rv !== content.truth);
}

/** Objects of the store that a delta in the FIFO will remove. */
function leavingKeys(informer: InformerFrame): ReadonlyMap<string, Leaving> {
  const leaving = new Map<string, Leaving>();
  for (const delta of informer.fifo.deltas) {
    if (delta.type === "Deleted") leaving.set(delta.key, "deleted");
    if (delta.type !== "ReplacedAll") continue;
    const listed = new Set(delta.objects.map(({ key }) => key));
    for (const { key } of informer.store.objects) if (!listed.has(key)) leaving.set(key, "unlisted");
  }
  return leaving;
}

export type HandlerLine =
  | { readonly type: "handler"; readonly handler: HandlerFrame; readonly tone: Tone }
  | { readonly type: "call"; readonly since: number; readonly until: number; readonly tone: Tone }
  | { readonly type: "pending"; readonly pending: number; readonly synced: boolean }
  | { readonly type: "more"; readonly count: number }
  | { readonly type: "empty" };

export type HandlersReading = {
  readonly tone: Tone;
  readonly busy: number;
  readonly total: number;
  readonly lines: readonly Line<HandlerLine>[];
};

/** A handler with more notifications waiting than this is falling behind: its ring (1,024 slots) has grown. */
const RING_SLOTS = 1_024;

/** What the handlers' node shows: one line each, and as far as there is room the running call as a bar and what its pump has. */
export function readHandlers(informer: InformerFrame, room: number, metrics: LineMetrics): HandlersReading {
  const { handlers } = informer;
  const shown = handlers.slice(0, Math.max(0, Math.floor(room / metrics.row)));
  const lines = withDetails(shown, room - shown.length * metrics.row, metrics);
  const hidden = handlers.length - shown.length;
  if (hidden > 0) lines.splice(-1, 1, line("more", { type: "more", count: hidden + 1 }, metrics.row));
  if (lines.length === 0) lines.push(line("empty", { type: "empty" }, metrics.row));
  const busy = handlers.filter(({ call }) => call !== undefined).length;
  const behind = handlers.some(({ pending }) => pending > RING_SLOTS);
  return { tone: behind ? "stale" : busy > 0 ? "active" : "idle", busy, total: handlers.length, lines };
}

/** The lines of handlers in their order; of what is left of the room those in a call get theirs first. */
function withDetails(handlers: readonly HandlerFrame[], room: number, metrics: LineMetrics): Line<HandlerLine>[] {
  const groups = handlers.map((handler) => ({ handler, lines: handlerLines(handler, metrics) }));
  const detailed = new Set<HandlerFrame>();
  let left = room;
  const isBusy = ({ handler }: (typeof groups)[number]) => handler.call !== undefined;
  for (const { handler, lines } of [...groups.filter(isBusy), ...groups.filter((group) => !isBusy(group))]) {
    const height = lines.slice(1).reduce((sum, each) => sum + each.height, 0);
    if (height > left) continue;
    detailed.add(handler);
    left -= height;
  }
  return groups.flatMap(({ handler, lines }) => (detailed.has(handler) ? lines : lines.slice(0, 1)));
}

function handlerLines(handler: HandlerFrame, metrics: LineMetrics): readonly Line<HandlerLine>[] {
  const { id, call, pending, synced } = handler;
  const tone = pending > RING_SLOTS ? "stale" : call === undefined ? "idle" : "active";
  const lines: Line<HandlerLine>[] = [line(`handler/${id}`, { type: "handler", handler, tone }, metrics.row)];
  if (call !== undefined)
    lines.push(line(`call/${id}`, { type: "call", since: call.since, until: call.until, tone }, 4));
  if (pending > 0 || !synced) lines.push(line(`pending/${id}`, { type: "pending", pending, synced }, metrics.row));
  return lines;
}
