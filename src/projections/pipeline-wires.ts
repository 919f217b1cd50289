import type {
  Frame,
  InformerFrame,
  ProcessFrame,
  RequestFrame,
  ServerFrame,
  StreamFrame,
} from "../simulation/cluster/frame.ts";
import type { Tone } from "../simulation/cluster/lanes.ts";
import { informerOf, lineMiddle, processOf } from "./node-lines.ts";
import type { PipelineLayout, Place, Rect } from "./pipeline-layout.ts";
import { readNode, type View } from "./pipeline-reading.ts";
import { requestRow, watcherRow } from "./read-server.ts";
import { streamOf } from "./revision-scale.ts";
import { middleOf, orthogonalPath, type Point } from "./wire-path.ts";

/** What kind of way a wire is. */
export type WireRole =
  | "commit"
  | "watch"
  | "list"
  | "write"
  | "enqueue"
  | "apply"
  | "notify"
  | "add"
  | "get"
  | "read"
  | "call";

/** A way between two nodes, and what is on it. */
export type Wire = {
  readonly id: string;
  readonly role: WireRole;
  /** Nodes at its ends. */
  readonly from: string;
  readonly to: string;
  readonly path: string;
  /** `idle` is a way at rest. */
  readonly tone: Tone;
  readonly line: "solid" | "broken" | "dotted";
  /** Where the strokes of a broken wire and its word stand. */
  readonly mark: Point | undefined;
  readonly label: Point | undefined;
  /** The word there. */
  readonly word: "watch" | "list" | "open" | undefined;
  /** A message that is on its way now. */
  readonly packet: Point | undefined;
  /** Whether something went along it in this step, and in which direction. */
  readonly travelled: "no" | "forward" | "backward";
};

/** The wire ids of a layout: one of each role, and per server where they differ. */
export function wireIds(
  servers: readonly string[],
): readonly { readonly id: string; readonly from: string; readonly to: string }[] {
  const perServer = servers.flatMap((server) => [
    { id: `commit/${server}`, from: "etcd", to: `server/${server}` },
    { id: `watch/${server}`, from: `server/${server}`, to: "reflector" },
    { id: `list/${server}`, from: `server/${server}`, to: "reflector" },
    { id: `write/${server}`, from: "client", to: `server/${server}` },
  ]);
  return [
    ...perServer,
    { id: "enqueue", from: "reflector", to: "fifo" },
    { id: "apply", from: "fifo", to: "store" },
    { id: "notify", from: "store", to: "handlers" },
    { id: "add", from: "handlers", to: "queue" },
    { id: "get", from: "queue", to: "workers" },
    { id: "read", from: "store", to: "workers" },
    { id: "call", from: "workers", to: "client" },
  ];
}

/** One wire as it is now, or undefined when there is nothing between its nodes. */
export function readWire(view: View, layout: PipelineLayout, id: string): Wire | undefined {
  const [role, server] = id.split("/");
  switch (role) {
    case "commit":
      return commitWire(view, layout, server ?? "");
    case "watch":
      return watchWire(view, layout, server ?? "");
    case "list":
      return listWire(view, layout, server ?? "");
    case "write":
      return writeWire(view, layout, server ?? "");
    case "read":
      return readFromStore(view, layout);
    default:
      return insideWire(view, layout, id);
  }
}

const HEADER_SIDE = 40;

function commitWire({ frame, before }: View, layout: PipelineLayout, id: string): Wire | undefined {
  const [etcd, server] = [rectOf(layout, "etcd"), rectOf(layout, `server/${id}`)];
  if (etcd === undefined || server === undefined) return undefined;
  const first = layout.places.find(({ part }) => part === "server")?.id === `server/${id}`;
  const x = Math.round(etcd.x + etcd.width / 2);
  // A further server gets its commits along the left edge, past the first one.
  const points = first
    ? [at(x, etcd.y + etcd.height), at(x, server.y - 2)]
    : [
        at(etcd.x + 12, etcd.y + etcd.height),
        at(etcd.x - 6, etcd.y + etcd.height + 6),
        at(etcd.x - 6, server.y + 12),
        at(server.x - 1, server.y + 12),
      ];
  const applied = (each: Frame) =>
    each.servers
      .find((one) => one.id === id)
      ?.caches.map(({ rv }) => rv)
      .join();
  const moved = before !== undefined && applied(frame) !== applied(before);
  return wire({ id: `commit/${id}`, role: "commit", from: "etcd", to: `server/${id}`, points, moved });
}

function watchWire(view: View, layout: PipelineLayout, id: string): Wire | undefined {
  const { frame, before, scope } = view;
  const stream = streamOf(frame, id, scope);
  const informer = informerOf(frame, scope);
  if (stream === undefined || informer === undefined || isElsewhere(frame, stream, view)) return undefined;
  const points = acrossNetwork(view, layout, id, watcherRow(stream.client, stream.kind), "watch");
  if (points === undefined) return undefined;
  const old = before === undefined ? undefined : streamOf(before, id, scope);
  const sent =
    before !== undefined &&
    old !== undefined &&
    (old.id !== stream.id || old.rv !== stream.rv || old.state !== stream.state);
  const closed = stream.state === "closed";
  const travelling = !closed && Number(informer.lastSyncRv) > 0 && stream.rv > Number(informer.lastSyncRv);
  const held = stream.state === "held" || stream.state === "silent" || isCut(frame, scope.process, id);
  const tone = closed ? "failed" : held ? "fault" : travelling || sent ? "active" : "idle";
  return {
    ...wire({
      id: `watch/${id}`,
      role: "watch",
      from: `server/${id}`,
      to: "reflector",
      points,
      moved: sent && !closed,
    }),
    tone,
    line: closed || held ? "broken" : "solid",
    mark: closed || held ? at(points[1]?.x ?? 0, (points[2]?.y ?? 0) + 24) : undefined,
    label: at((points.at(-1)?.x ?? 0) - 5, (points.at(-1)?.y ?? 0) - 5),
    word: "watch",
    packet: travelling ? middleOf(points) : undefined,
  };
}

/** A closed stream is not worth showing when the informer has a newer one on another server. */
function isElsewhere(frame: Frame, stream: StreamFrame, { scope }: View): boolean {
  return frame.servers.some((server) => (streamOf(frame, server.id, scope)?.id ?? -1) > stream.id);
}

function isCut(frame: Frame, process: string, server: string): boolean {
  return frame.links.some((link) => link.process === process && link.server === server && link.state === "cut");
}

function listWire(view: View, layout: PipelineLayout, id: string): Wire | undefined {
  const { scope } = view;
  const isOurs = ({ client, kind, verb }: RequestFrame) =>
    client === scope.process && kind === scope.kind && (verb === "list" || verb === "watch");
  return requestWire(view, layout, id, { role: "list", isOurs });
}

function writeWire(view: View, layout: PipelineLayout, id: string): Wire | undefined {
  const { scope } = view;
  const isOurs = ({ client, verb }: RequestFrame) => client === scope.process && verb !== "list" && verb !== "watch";
  return requestWire(view, layout, id, { role: "write", isOurs });
}

type RequestWire = { readonly role: "list" | "write"; readonly isOurs: (request: RequestFrame) => boolean };

function requestWire(view: View, layout: PipelineLayout, id: string, { role, isOurs }: RequestWire): Wire | undefined {
  const { frame, before } = view;
  const server = serverOf(frame, id);
  const request = newestRequest(server, isOurs);
  if (request === undefined) return undefined;
  const old = serverOf(before, id)?.requests.find((each) => each.id === request.id);
  const under = request.state !== "done";
  const moved = before !== undefined && old?.state !== request.state;
  if (!under && !moved) return undefined;
  const points = acrossNetwork(view, layout, id, requestRow(request.id), role);
  if (points === undefined) return undefined;
  const [from, to] = role === "list" ? [`server/${id}`, "reflector"] : ["client", `server/${id}`];
  const homeward = request.state === "returning" || request.state === "done";
  // The way of a list is drawn towards the reflector, the way of a write towards the server.
  const forward = role === "list" ? homeward : !homeward;
  const onItsWay = request.state === "travelling" || request.state === "returning";
  const failed = request.state === "done" && request.code >= 400;
  return {
    ...wire({ id: `${role}/${id}`, role, from, to, points, moved }),
    tone: failed ? "failed" : "active",
    travelled: moved ? (forward ? "forward" : "backward") : "no",
    label: role === "list" ? at((points.at(-1)?.x ?? 0) - 5, (points.at(-1)?.y ?? 0) - 6) : undefined,
    word: role === "list" ? (request.verb === "list" ? "list" : "open") : undefined,
    packet: onItsWay ? middleOf(points) : undefined,
  };
}

function serverOf(frame: Frame | undefined, id: string): ServerFrame | undefined {
  return frame?.servers.find((server) => server.id === id);
}

function newestRequest(
  server: ServerFrame | undefined,
  isOurs: (request: RequestFrame) => boolean,
): RequestFrame | undefined {
  return server?.requests
    .filter(isOurs)
    .reduce<RequestFrame | undefined>(
      (best, each) => (best === undefined || each.id > best.id ? each : best),
      undefined,
    );
}

/** The way through the network column, from a server's row to a node of the process or back. */
function acrossNetwork(
  view: View,
  layout: PipelineLayout,
  id: string,
  row: string,
  role: "watch" | "list" | "write",
): readonly Point[] | undefined {
  const place = placeOf(layout, `server/${id}`);
  const target = rectOf(layout, role === "write" ? "client" : "reflector");
  if (place === undefined || target === undefined) return undefined;
  const reading = readNode(view, { part: "server", name: id, height: place.rect.height });
  const y = lineMiddle(reading?.lines ?? [], row, place.rect, view.metrics);
  const right = place.rect.x + place.rect.width;
  const middle = Math.round((right + target.x) / 2);
  if (role === "write") {
    const own = y > target.y + 12 && y < target.y + target.height - 12 ? y : target.y + target.height - 16;
    return [at(target.x, own), at(middle, own), at(middle, y), at(right + 3, y)];
  }
  const small = layout.size === "S";
  const drop = role === "watch" ? (small ? 18 : 34) : small ? 56 : 92;
  const end = target.y + Math.min(drop, target.height - 14);
  const x = role === "watch" ? middle - 12 : middle + 8;
  return [at(right + 1, y), at(x, y), at(x, end), at(target.x - 3, end)];
}

function readFromStore(view: View, layout: PipelineLayout): Wire | undefined {
  const { frame, scope } = view;
  const process = processOf(frame, scope);
  const reads = (process?.workers ?? []).some(
    ({ phase, reads: list }) => phase !== "" && list.some(({ kind }) => kind === scope.kind),
  );
  if (!reads) return undefined;
  const [store, workers, truth, handlers] = ["store", "workers", "truth", "handlers"].map((id) => rectOf(layout, id));
  if (store === undefined || workers === undefined || handlers === undefined) return undefined;
  const x = workers.x + workers.width - 24;
  const y = store.y + store.height - 10;
  const above = workers.y - 10;
  const gap = truth === undefined ? Math.round(store.x - 9) : Math.round((truth.x + truth.width + handlers.x) / 2);
  const points = [at(store.x - 1, y), at(gap, y), at(gap, above), at(x, above), at(x, workers.y - 2)];
  const behind = readNode(view, { part: "store", name: "", height: store.height })?.behind !== undefined;
  return {
    ...wire({ id: "read", role: "read", from: "store", to: "workers", points, moved: false }),
    tone: behind ? "stale" : "idle",
    line: "dotted",
  };
}

function insideWire(view: View, layout: PipelineLayout, id: string): Wire | undefined {
  const spec = wireIds([]).find((each) => each.id === id);
  const [from, to] = [rectOf(layout, spec?.from ?? ""), rectOf(layout, spec?.to ?? "")];
  if (spec === undefined || from === undefined || to === undefined) return undefined;
  const role = INSIDE[id];
  if (role === undefined) return undefined;
  const moved = view.before !== undefined && wentAlong(role, view, view.before);
  const under = role === "call" && (processOf(view.frame, view.scope)?.client.inFlight.length ?? 0) > 0;
  const drawn = wire({ id, role, from: spec.from, to: spec.to, points: between(from, to), moved });
  return under && !moved ? { ...drawn, tone: "active" } : drawn;
}

const INSIDE: Readonly<Record<string, WireRole>> = {
  enqueue: "enqueue",
  apply: "apply",
  notify: "notify",
  add: "add",
  get: "get",
  call: "call",
};

/** Straight from one node to its neighbour. */
function between(from: Rect, to: Rect): readonly Point[] {
  if (from.x + from.width <= to.x)
    return [at(from.x + from.width, from.y + HEADER_SIDE), at(to.x - 2, from.y + HEADER_SIDE)];
  if (to.x + to.width <= from.x)
    return [at(from.x, from.y + HEADER_SIDE), at(to.x + to.width + 2, from.y + HEADER_SIDE)];
  const left = Math.max(from.x, to.x);
  const right = Math.min(from.x + from.width, to.x + to.width);
  const x = Math.round((left + right) / 2);
  return [at(x, from.y + from.height), at(x, to.y - 2)];
}

/** Whether something went from one part of the process to the next between two frames. */
function wentAlong(role: WireRole, { frame, scope }: View, before: Frame): boolean {
  const [now, old] = [processOf(frame, scope), processOf(before, scope)];
  const [informer, was] = [informerOf(frame, scope), informerOf(before, scope)];
  if (now === undefined || old === undefined) return false;
  switch (role) {
    case "enqueue":
      return informer !== undefined && was !== undefined && deltaCount(informer) > deltaCount(was);
    case "apply":
      return informer !== undefined && was !== undefined && deltaCount(informer) < deltaCount(was);
    case "notify":
      return informer?.handlers.some((handler, index) => wasNotified(handler, was?.handlers[index])) ?? false;
    case "add":
      return workersText(now) === workersText(old) && queueText(now) !== queueText(old);
    case "get":
      return now.workers.some(({ key, reconcile }, index) => key !== "" && reconcile !== old.workers[index]?.reconcile);
    case "call":
      return now.client.inFlight.some(({ id }) => !old.client.inFlight.some((each) => each.id === id));
    default:
      return false;
  }
}

function deltaCount({ fifo }: InformerFrame): number {
  return fifo.deltas.length + fifo.more;
}

function wasNotified(
  now: InformerFrame["handlers"][number],
  old: InformerFrame["handlers"][number] | undefined,
): boolean {
  return (
    old !== undefined &&
    (now.pending > old.pending ||
      (now.call !== undefined && now.calls > old.calls) ||
      (now.call !== undefined && old.call === undefined))
  );
}

function workersText({ workers }: ProcessFrame): string {
  return workers.map(({ key, phase }) => `${key} ${phase}`).join();
}

function queueText({ queue }: ProcessFrame): string {
  const dirty = queue.processing.filter((each) => each.dirty).map(({ key }) => key);
  return [...queue.ready.map(({ key }) => key), "|", ...queue.waiting.map(({ key }) => key), "|", ...dirty].join();
}

type Drawn = {
  readonly id: string;
  readonly role: WireRole;
  readonly from: string;
  readonly to: string;
  readonly points: readonly Point[];
  readonly moved: boolean;
};

function wire({ points, moved, ...rest }: Drawn): Wire {
  return {
    ...rest,
    path: orthogonalPath(points),
    tone: moved ? "active" : "idle",
    line: "solid",
    mark: undefined,
    label: undefined,
    word: undefined,
    packet: undefined,
    travelled: moved ? "forward" : "no",
  };
}

function at(x: number, y: number): Point {
  return { x, y };
}

function placeOf(layout: PipelineLayout, id: string): Place | undefined {
  return layout.places.find((place) => place.id === id);
}

function rectOf(layout: PipelineLayout, id: string): Rect | undefined {
  return placeOf(layout, id)?.rect;
}
