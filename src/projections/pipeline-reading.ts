import type { Frame } from "../simulation/cluster/frame.ts";
import { bodyRoom, informerOf, type Line, type LineMetrics, processOf, type Scope, withChanges } from "./node-lines.ts";
import type { Part } from "./pipeline-layout.ts";
import {
  type ClientReading,
  type QueueReading,
  readClient,
  readQueue,
  readWorkers,
  type WorkersReading,
} from "./read-controller.ts";
import { type EtcdReading, readEtcd } from "./read-etcd.ts";
import {
  type FifoReading,
  type HandlersReading,
  type ReflectorReading,
  readFifo,
  readHandlers,
  readReflector,
  readStore,
  type StoreReading,
} from "./read-informer.ts";
import { readServer, type ServerReading } from "./read-server.ts";

/** What each kind of node shows. */
export type Readings = {
  readonly etcd: EtcdReading;
  readonly server: ServerReading;
  readonly reflector: ReflectorReading;
  readonly fifo: FifoReading;
  readonly store: StoreReading;
  readonly handlers: HandlersReading;
  readonly queue: QueueReading;
  readonly workers: WorkersReading;
  readonly client: ClientReading;
};

/** The parts that are read from a frame alone. */
export type ReadPart = keyof Readings;

/** One node: which part, of which server, and how high it is. */
export type NodeSpec<P extends Part = Part> = { readonly part: P; readonly name: string; readonly height: number };

/** Two frames and what to look at in them. `before` is absent when nothing is to be marked as changed. */
export type View = {
  readonly frame: Frame;
  readonly before: Frame | undefined;
  readonly scope: Scope;
  readonly metrics: LineMetrics;
};

/** What a node shows, with the lines marked that this step changed; undefined when the frame has no such thing. */
export function readNode<P extends ReadPart>(view: View, node: NodeSpec<P>): Readings[P] | undefined {
  const now = readPart(view, view.frame, node);
  if (now === undefined || view.before === undefined) return now;
  const old = readPart(view, view.before, node);
  return old === undefined ? now : marked<P>(now, old);
}

/** Whether this step changed anything that the node shows. */
export function isLive(reading: { readonly lines: readonly Line<unknown>[] }): boolean {
  return reading.lines.some(({ changed }) => changed);
}

function marked<P extends ReadPart>(now: Readings[P], old: Readings[P]): Readings[P] {
  const lines: readonly Line<unknown>[] = withChanges<unknown>(now.lines, old.lines);
  return { ...now, lines };
}

const READERS: {
  readonly [P in ReadPart]: (view: View, frame: Frame, node: NodeSpec<P>, room: number) => Readings[P] | undefined;
} = {
  etcd: ({ scope, metrics }, frame, _, room) => readEtcd(frame, scope, room, metrics),
  server: ({ scope, metrics }, frame, { name }, room) => {
    const server = frame.servers.find(({ id }) => id === name);
    return server === undefined ? undefined : readServer(frame, server, scope, room, metrics);
  },
  reflector: ({ scope, metrics, before }, frame, _, room) => {
    const informer = informerOf(frame, scope);
    const old = before === undefined || frame === before ? undefined : informerOf(before, scope);
    return informer === undefined
      ? undefined
      : readReflector(informer, { before: old, streams: streamsFirst(frame, informer.id) }, room, metrics);
  },
  fifo: ({ scope, metrics }, frame, _, room) => {
    const informer = informerOf(frame, scope);
    return informer === undefined ? undefined : readFifo(informer, room, metrics);
  },
  store: ({ scope, metrics }, frame, _, room) => {
    const informer = informerOf(frame, scope);
    return informer === undefined ? undefined : readStore(frame, informer, room, metrics);
  },
  handlers: ({ scope, metrics }, frame, _, room) => {
    const informer = informerOf(frame, scope);
    return informer === undefined ? undefined : readHandlers(informer, room, metrics);
  },
  queue: ({ scope, metrics }, frame, _, room) => {
    const process = processOf(frame, scope);
    return process === undefined ? undefined : readQueue(process.queue, room, metrics);
  },
  workers: ({ scope, metrics }, frame, _, room) => {
    const process = processOf(frame, scope);
    return process === undefined ? undefined : readWorkers(frame, process, room, metrics);
  },
  client: ({ scope, metrics }, frame, _, room) => {
    const process = processOf(frame, scope);
    return process === undefined ? undefined : readClient(process.client, room, metrics);
  },
};

/** Whether an informer's chart begins with a streaming list. */
function streamsFirst({ charts }: Frame, informer: string): boolean {
  return charts.find(({ actor }) => actor === `${informer}/reflector`)?.context["watchList"] === true;
}

function readPart<P extends ReadPart>(view: View, frame: Frame, node: NodeSpec<P>): Readings[P] | undefined {
  return READERS[node.part](view, frame, node, bodyRoom(node.height, view.metrics));
}
