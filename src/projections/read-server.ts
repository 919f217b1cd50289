import type { Frame, LevelFrame, RequestFrame, ServerFrame, StreamFrame } from "../simulation/cluster/frame.ts";
import type { Tone } from "../simulation/cluster/lanes.ts";
import { type Line, type LineMetrics, line, RULE_HEIGHT, type Scope } from "./node-lines.ts";
import { cacheOf, type ResumePoint, type RevisionScale, resumePoint, revisionScale } from "./revision-scale.ts";

/** A watch cache's window on the shared scale. */
export type Ring = {
  readonly scale: RevisionScale;
  readonly revisions: readonly number[];
  /** The first and the last of them; of an empty ring, what the list left. */
  readonly oldest: number;
  readonly newest: number;
  readonly resume: ResumePoint | undefined;
};

export type ServerLine =
  | { readonly type: "cache"; readonly kind: string; readonly kept: number; readonly capacity: number }
  | { readonly type: "ring"; readonly ring: Ring }
  | { readonly type: "rule" }
  | { readonly type: "title"; readonly of: "watchers" | "requests" }
  | { readonly type: "level"; readonly tone: Tone; readonly level: LevelFrame }
  | { readonly type: "watcher"; readonly tone: Tone; readonly stream: StreamFrame }
  | { readonly type: "request"; readonly tone: Tone; readonly request: RequestFrame; readonly ofShownKind: boolean }
  | { readonly type: "none"; readonly of: "watchers" | "requests" };

export type ServerReading = {
  readonly state: ServerFrame["state"];
  readonly inFlight: number;
  readonly tone: Tone;
  readonly lines: readonly Line<ServerLine>[];
};

/** Height of the window with its labels. */
const RING_HEIGHT = 38;

/** What an API server's node shows: the window of its watch cache, who watches, and the newest requests. */
export function readServer(
  frame: Frame,
  server: ServerFrame,
  scope: Scope,
  room: number,
  metrics: LineMetrics,
): ServerReading {
  const lines: Line<ServerLine>[] = [];
  const cache = cacheOf(server.caches, scope);
  let left = room;
  const add = (each: Line<ServerLine>) => {
    lines.push(each);
    left -= each.height;
  };
  if (cache !== undefined) {
    const { kind, ring, capacity } = cache;
    if (left >= 9 * metrics.row) add(line("cache", { type: "cache", kind, kept: ring.length, capacity }, metrics.row));
    add(line("ring", { type: "ring", ring: readRing(frame, server, scope) }, RING_HEIGHT));
    add(line("rule-watchers", { type: "rule" }, RULE_HEIGHT));
  }
  const streams = watchersOf(server, scope);
  const all = server.requests.slice().sort((a, b) => a.sentAt - b.sentAt || a.id - b.id);
  const level = fullestLevel(server);
  if (level !== undefined) left -= metrics.row;
  const titled = left >= 7 * metrics.row + RULE_HEIGHT;
  const rows = Math.max(2, Math.floor((left - (titled ? 2 * metrics.row : 0) - RULE_HEIGHT) / metrics.row));
  const watcherRows = Math.min(Math.max(1, streams.length), Math.max(1, Math.floor(rows / 2)));
  const requestRows = rows - watcherRows;
  if (titled) add(line("watchers", { type: "title", of: "watchers" }, metrics.row));
  for (const stream of streams.slice(0, watcherRows)) add(watcherLine(stream, metrics));
  if (streams.length === 0) add(line("no-watchers", { type: "none", of: "watchers" }, metrics.row));
  add(line("rule-requests", { type: "rule" }, RULE_HEIGHT));
  if (titled) add(line("requests", { type: "title", of: "requests" }, metrics.row));
  if (level !== undefined) lines.push(levelLine(level, metrics));
  const requests = requestsShown(all, scope, requestRows);
  for (const request of requests) add(requestLine(request, scope, metrics));
  if (requests.length === 0) add(line("no-requests", { type: "none", of: "requests" }, metrics.row));
  const inFlight = all.filter(({ state }) => state !== "done").length;
  return { state: server.state, inFlight, tone: serverTone(server, inFlight), lines };
}

/** Id of a stream's row: one for each client and kind, however often the stream is reopened. */
export function watcherRow(client: string, kind: string): string {
  return `watch/${client}/${kind}`;
}

/** Id of a request's row. */
export function requestRow(id: number): string {
  return `request/${id}`;
}

function readRing(frame: Frame, server: ServerFrame, scope: Scope): Ring {
  const cache = cacheOf(server.caches, scope);
  const revisions = cache?.ring ?? [];
  return {
    scale: revisionScale(frame, scope),
    revisions,
    oldest: revisions[0] ?? cache?.oldest ?? 0,
    newest: revisions.at(-1) ?? cache?.rv ?? 0,
    resume: resumePoint(frame, server.id, scope),
  };
}

/** The newest stream of each client and kind; what the scope shows comes first, then its process, then the rest. */
function watchersOf(server: ServerFrame, scope: Scope): readonly StreamFrame[] {
  const newest = new Map<string, StreamFrame>();
  for (const stream of server.streams) {
    const row = watcherRow(stream.client, stream.kind);
    if ((newest.get(row)?.id ?? -1) < stream.id) newest.set(row, stream);
  }
  const rank = ({ client, kind }: StreamFrame) => (client === scope.process ? (kind === scope.kind ? 0 : 1) : 2);
  return [...newest.values()].sort((a, b) => rank(a) - rank(b) || a.id - b.id);
}

/** The newest requests in the order in which they were sent; those of the process that is shown before those of others. */
function requestsShown(all: readonly RequestFrame[], { process }: Scope, most: number): readonly RequestFrame[] {
  const own = all.filter(({ client }) => client === process || client === "user").slice(-most);
  const others = all.filter((request) => !own.includes(request)).slice(-Math.max(0, most - own.length));
  const shown = new Set(most > own.length ? [...own, ...others] : own);
  return all.filter((request) => shown.has(request));
}

/** The priority level in which most requests wait, or else have seats. */
function fullestLevel({ levels }: ServerFrame): LevelFrame | undefined {
  return levels.toSorted((a, b) => b.waiting - a.waiting || b.inUse - a.inUse)[0];
}

function levelLine(level: LevelFrame, metrics: LineMetrics): Line<ServerLine> {
  const tone = level.waiting > 0 ? "waiting" : level.inUse > 0 ? "active" : "idle";
  return line("level", { type: "level", tone, level }, metrics.row);
}

function watcherLine(stream: StreamFrame, metrics: LineMetrics): Line<ServerLine> {
  return line(
    watcherRow(stream.client, stream.kind),
    { type: "watcher", tone: STREAM_TONES[stream.state], stream },
    metrics.row,
  );
}

function requestLine(request: RequestFrame, scope: Scope, metrics: LineMetrics): Line<ServerLine> {
  const ofShownKind = request.kind === scope.kind;
  return line(
    requestRow(request.id),
    { type: "request", tone: requestTone(request), request, ofShownKind },
    metrics.row,
  );
}

const STREAM_TONES: Readonly<Record<StreamFrame["state"], Tone>> = {
  initial: "active",
  open: "ok",
  held: "fault",
  silent: "fault",
  closed: "failed",
};

/** The class of a request's state. */
function requestTone({ state, code }: RequestFrame): Tone {
  if (state === "waiting" || state === "queued") return "waiting";
  if (state !== "done") return "active";
  return code >= 200 && code < 300 ? "ok" : "failed";
}

function serverTone({ state }: ServerFrame, inFlight: number): Tone {
  if (state === "down") return "failed";
  if (state === "starting") return "waiting";
  return inFlight > 0 ? "active" : "ok";
}
