import { ownValue } from "../../base/own-value.ts";
import { emptyMap, entriesOf, sortedKeys, sortedValues, valueAt } from "../../base/persistent-map.ts";
import type { Entry } from "../kernel/agenda.ts";
import { pending } from "../kernel/step.ts";
import { timerKey } from "../kernel/turn.ts";
import { CRD } from "../kubernetes/custom-resource-definition.ts";
import { isTerminating, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../kubernetes/object-key.ts";
import { changeText } from "./actors/change-text.ts";
import { processOf } from "./actors/names.ts";
import { choices } from "./choices.ts";
import type { Call, Cluster, ClusterWorld, Stream } from "./cluster.ts";
import { type Etcd, type StoredValue, wasWritten } from "./etcd.ts";
import type {
  CacheFrame,
  EtcdFrame,
  Frame,
  KindFrame,
  LevelFrame,
  NextFrame,
  NodeFrame,
  RequestFrame,
  ServerFrame,
  StreamFrame,
  WebhookFrame,
} from "./frame.ts";
import { chartFrames } from "./frame-of-charts.ts";
import { processFrame } from "./frame-of-process.ts";
import { systemFrames } from "./frame-of-systems.ts";
import { detailOf } from "./message-detail.ts";
import type { ClusterMessage } from "./messages.ts";
import { objectStatus } from "./object-status.ts";
import { type FlowControl, requestsWaiting, seatsInUse } from "./server/flow-control.ts";
import { oldestStart } from "./server/ring.ts";
import type { WatchCache } from "./server/watch-cache.ts";
import { logAt, logSize } from "./sliding-log.ts";

/** Longest lists of a frame. What is cut off is counted. */
const LIMITS = { commits: 12, objects: 200, requests: 12, streams: 24, next: 6, ring: 400, systemCharts: 240 } as const;

type Entries = readonly Entry<ClusterMessage>[];

/** The world as plain data for the page. Linear in what is shown. */
export function frameOf(world: ClusterWorld): Frame {
  const { shared: cluster } = world;
  const entries = pending(world);
  return {
    step: world.step,
    at: world.now,
    events: world.nextEvent,
    etcd: etcdFrame(world, entries),
    servers: Object.keys(cluster.servers).map((id) => serverFrame(cluster, id)),
    links: Object.entries(cluster.links).map(([key, link]) => {
      const [process = "", server = ""] = key.split("|");
      return { process, server, state: link.state, until: link.until };
    }),
    processes: Object.values(cluster.processes).map((process) => processFrame(world, process, entries)),
    truth: truthOf(cluster),
    nodes: nodesOf(cluster),
    systems: systemFrames(world),
    charts: chartFrames(world.machines, chartsShown(world), entries),
    webhooks: webhooksOf(cluster),
    definitions: definitionsOf(cluster),
    faults: cluster.faults.map(({ id, fault, target, since, until }) => ({ id, fault, target, since, until })),
    next: nextOf(world),
    denied: cluster.denied,
    revokedTokens: cluster.revokedTokens,
    violations: cluster.violations,
  };
}

function definitionsOf({ etcd }: Cluster): readonly string[] {
  const { values } = ownValue(etcd.kinds, CRD) ?? { values: emptyMap<ObjectKey, StoredValue>() };
  const stored = sortedValues(values).map(({ object }) => object);
  return stored.filter((each) => !isTerminating(each)).map(({ metadata }) => metadata.name);
}

/** Mutating ones first, each type in the order of names. */
function webhooksOf({ plan, webhookCalls }: Cluster): readonly WebhookFrame[] {
  return plan.cluster.webhooks
    .toSorted((a, b) => (a.type === b.type ? (a.name < b.name ? -1 : 1) : a.type === "mutating" ? -1 : 1))
    .map(({ name, type, kinds }) => ({
      name,
      type,
      kinds,
      ...(ownValue(webhookCalls, name) ?? { calls: 0, refused: 0 }),
    }));
}

function etcdFrame(world: ClusterWorld, entries: Entries): EtcdFrame {
  const { etcd, servers } = world.shared;
  const names = new Set(Object.keys(servers).map((id) => timerKey(`server/${id}`, "compaction")));
  return {
    revision: etcd.revision,
    compacted: etcd.compactRevision,
    commits: newestCommits(etcd),
    nextCompaction: entries.find((entry) => entry.timer !== undefined && names.has(entry.timer))?.at,
  };
}

/** The newest writes of all kinds, newest first. */
function newestCommits(etcd: Etcd): EtcdFrame["commits"] {
  const newest = Object.entries(etcd.kinds).flatMap(([kind, { log }]) => {
    const size = logSize(log);
    const events = [];
    for (let index = Math.max(0, size - LIMITS.commits); index < size; index++) {
      const event = logAt(log, index);
      if (event !== undefined) events.push({ kind, event });
    }
    return events;
  });
  return newest
    .sort((a, b) => b.event.revision - a.event.revision)
    .slice(0, LIMITS.commits)
    .map(({ kind, event }) => ({
      revision: event.revision,
      verb: event.value === undefined ? "delete" : event.previous === undefined ? "create" : "update",
      kind,
      key: event.key,
      change: changeText(event.previous?.object, event.value?.object),
    }));
}

function levelsOf(flowControl: FlowControl): readonly LevelFrame[] {
  return Object.values(flowControl)
    .filter(({ arrivals }) => arrivals > 0)
    .map((level) => {
      const { name, seats, refused } = level;
      return { name, seats, inUse: seatsInUse(level), waiting: requestsWaiting(level), refused };
    });
}

function serverFrame(cluster: Cluster, id: string): ServerFrame {
  const api = cluster.servers[id]?.api;
  const streams = sortedStreams(cluster).filter((stream) => stream.server === id);
  const calls = cluster.callOrder.toReversed().map((call) => valueAt(cluster.calls, String(call)));
  return {
    id,
    state: api?.state === "stopped" ? "down" : "up",
    caches: cachesShown(cluster, id).map(cacheFrame),
    streams: streams.slice(0, LIMITS.streams).map((stream) => streamFrame(cluster, stream)),
    requests: calls
      .filter((call) => call !== undefined)
      .filter((call) => call.server === id && call.state !== "delayed")
      .slice(0, LIMITS.requests)
      .map(requestFrame),
    levels: api?.flowControl === undefined ? [] : levelsOf(api.flowControl),
    audit: cluster.audit.filter((entry) => entry.server === id),
    etcdLatency: cluster.etcdLatency,
  };
}

/** Caches of kinds that exist or are watched. */
function cachesShown(cluster: Cluster, server: string): readonly WatchCache[] {
  const caches = cluster.servers[server]?.api.caches ?? {};
  return Object.values(caches).filter(
    (cache) => cache.store.size > 0 || cache.watchers.length > 0 || logSize(cache.ring.entries) > 0,
  );
}

function cacheFrame(cache: WatchCache): CacheFrame {
  const ring: number[] = [];
  const size = logSize(cache.ring.entries);
  for (let index = Math.max(0, size - LIMITS.ring); index < size; index++)
    ring.push(logAt(cache.ring.entries, index)?.revision ?? 0);
  return {
    kind: cache.info.id,
    rv: cache.revision,
    listRv: cache.listRevision,
    ring,
    capacity: cache.ring.capacity,
    oldest: oldestStart(cache.ring, cache.listRevision),
    objects: sortedValues(cache.store)
      .slice(0, LIMITS.objects)
      .map((object) => ({ key: keyOf(object), rv: versionOf(object) })),
  };
}

/** The newest stream of each client and kind; older ones only while they are open. */
function sortedStreams(cluster: Cluster): readonly Stream[] {
  const streams = [...entriesOf(cluster.streams)].map(([, stream]) => stream).sort((a, b) => a.id - b.id);
  const newest = new Map(streams.map((stream) => [`${stream.server} ${stream.client} ${stream.kind}`, stream.id]));
  return streams.filter(
    (stream) =>
      stream.state !== "closed" || newest.get(`${stream.server} ${stream.client} ${stream.kind}`) === stream.id,
  );
}

function streamFrame(cluster: Cluster, stream: Stream): StreamFrame {
  const { id, client, kind, state, revision, from, closedBy, deadline, server, watch, sent, taken } = stream;
  const watcher = cluster.servers[server]?.api.caches[kind]?.watchers.find((each) => each.id === watch);
  const queued = watcher?.buffer.length ?? 0;
  return { id, client, kind, state, rv: revision, from, closedBy, deadline, queued, sent, taken };
}

function requestFrame(call: Call): RequestFrame {
  const { id, client, request, result, fault, sentAt } = call;
  const state = call.state === "delayed" ? "travelling" : call.state;
  const rv = "resourceVersion" in request.options ? (request.options.resourceVersion ?? "") : "";
  const name =
    "name" in request
      ? request.name
      : request.verb === "create"
        ? (request.body.metadata.name ?? request.body.metadata.generateName ?? "")
        : "";
  return { id, client, verb: request.verb, kind: request.kind, name, rv, state, ...answerOf(result), fault, sentAt };
}

function answerOf(result: Call["result"]): { readonly code: number; readonly answer: string } {
  if (result === undefined) return { code: 0, answer: "" };
  if (result.type === "network") return { code: 0, answer: result.reason };
  if (result.type === "stream") return { code: 200, answer: "stream" };
  const { response } = result;
  switch (response.type) {
    case "object":
      return { code: response.code, answer: `rv ${response.object.metadata.resourceVersion}` };
    case "list":
      return { code: 200, answer: `rv ${response.resourceVersion}` };
    case "status":
      return { code: response.status.code, answer: response.status.reason ?? "" };
  }
}

function truthOf(cluster: Cluster): readonly KindFrame[] {
  const { etcd } = cluster;
  // Definitions that nobody touches say nothing.
  const kinds = Object.entries(etcd.kinds).filter(([kind]) => kind !== CRD || wasWritten(etcd, CRD));
  return kinds.map(([kind, { values }]) => {
    const objects = sortedValues(values).map(({ object }) => object);
    const shown = objects.slice(0, LIMITS.objects).map((object) => ({
      key: keyOf(object),
      rv: versionOf(object),
      uid: object.metadata.uid,
      status: objectStatus(object),
      object,
    }));
    return { kind, objects: shown, more: objects.length - shown.length };
  });
}

function nodesOf(cluster: Cluster): readonly NodeFrame[] {
  return Object.values(cluster.agents).flatMap(({ role, pods }) => {
    if (role.type !== "kubelet") return [];
    const shown = sortedValues(pods).map((pod) => ({
      key: keyOf(pod),
      phase: String(jsonAt(pod.status, "phase") ?? "Pending"),
    }));
    return [{ name: role.node, ready: true, pods: shown }];
  });
}

/** All charts of the cluster; of systems those that moved last. */
function chartsShown({ machines, shared }: ClusterWorld): readonly string[] {
  const actors = sortedKeys(machines);
  const ofSystems = actors.filter((actor) => shared.systems[processOf(actor)] !== undefined);
  if (ofSystems.length <= LIMITS.systemCharts) return actors;
  const lastOf = (actor: string) => valueAt(machines, actor)?.lastSeq ?? 0;
  const hidden = new Set(ofSystems.sort((a, b) => lastOf(b) - lastOf(a)).slice(LIMITS.systemCharts));
  return actors.filter((actor) => !hidden.has(actor));
}

function nextOf(world: ClusterWorld): readonly NextFrame[] {
  const first = choices(world).slice(0, LIMITS.next);
  return first.map(({ at, to, message }, choice) => ({
    choice,
    at,
    to,
    message: message.type,
    detail: detailOf(world.shared, to, message),
  }));
}

function versionOf(object: KubeObject): number {
  return Number(object.metadata.resourceVersion);
}
