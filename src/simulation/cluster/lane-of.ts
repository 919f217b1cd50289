import type { TraceEvent } from "../kernel/world.ts";
import type { ClusterFact } from "./facts.ts";
import type { Band, LaneReading, Mark, Tone } from "./lanes.ts";
import { toneOfSystemState } from "./system-tones.ts";

/** How an event shows on the timeline: on which lane, as which mark, and what it does to the band of its lane. */
export function readLane(event: TraceEvent): LaneReading {
  const { actor } = event;
  const fact = event.fact as ClusterFact; // the cluster's trace holds nothing else
  const { lane = actor, mark = "none", band = "same", tone = "idle", label = "" } = readFact(actor, fact) ?? NOTHING;
  return { lane, mark, band, tone, label };
}

type Reading = Partial<LaneReading>;

/** Most events show as nothing at all. */
const NOTHING: Reading = {};

function readFact(actor: string, fact: ClusterFact): Reading | undefined {
  const family = fact.type.slice(0, fact.type.indexOf("."));
  switch (family) {
    case "user":
    case "fault":
      return readUser(fact);
    case "etcd":
      return readEtcd(fact);
    case "api":
    case "server":
      return readApi(fact);
    case "stream":
      return readStream(fact);
    case "machine":
      return readChart(actor, fact);
    case "queue":
      return readQueue(actor, fact);
    case "reconcile":
      return readReconcile(actor, fact);
    case "process":
    case "invariant":
      return readProcess(fact);
    case "system":
      return readSystem(fact);
    default:
      return readInformer(actor, fact);
  }
}

function readUser(fact: ClusterFact): Reading | undefined {
  switch (fact.type) {
    case "user.edit":
      return {
        mark: "pencil",
        tone: "active",
        label: fact.change === "" ? `${fact.verb} ${nameIn(fact.key)}` : fact.change,
      };
    case "user.tell":
      return { mark: "pencil", tone: "active", label: `${fact.event} ${fact.about}` };
    case "fault.start":
      return { mark: "flag", tone: "fault", label: fact.detail === "" ? fact.fault : `${fact.fault} ${fact.detail}` };
    case "fault.missed":
      return { mark: "cross", tone: "idle", label: fact.reason };
    case "fault.end":
      return { mark: "tick", tone: "fault", label: "" };
    case "fault.hit":
      return { mark: "flag", tone: "fault", label: "" };
    default:
      return undefined;
  }
}

function readEtcd(fact: ClusterFact): Reading | undefined {
  switch (fact.type) {
    case "etcd.commit":
      return {
        mark: fact.verb === "delete" ? "cross" : "tick",
        tone: fact.verb === "delete" ? "failed" : "ok",
        label: String(fact.revision),
      };
    case "etcd.compact":
      return fact.compacted === 0 ? undefined : { mark: "tick", tone: "idle", label: `compacted ${fact.compacted}` };
    default:
      return undefined;
  }
}

function readApi(fact: ClusterFact): Reading | undefined {
  switch (fact.type) {
    case "api.request":
      return fact.verb === "watch"
        ? { mark: "tick", tone: "active" }
        : band("start", "active", `${fact.verb.toUpperCase()} ${fact.kind}`);
    case "api.response":
      return fact.code >= 400
        ? { mark: "cross", band: "end", tone: "failed", label: String(fact.code) }
        : band("end", "idle", "");
    case "api.queued":
      return band("start", "waiting", `queued, ${fact.level}`);
    case "api.seated":
      return band("start", "active", `${fact.verb.toUpperCase()} ${fact.kind}`);
    case "api.emptied":
      return { mark: "tick", tone: "active", label: `empties ${fact.kind}` };
    case "api.unserved":
      return { mark: "cross", tone: "failed", label: `${fact.kind} 404` };
    case "api.waiting":
      return band("start", "waiting", `waits for ${fact.revision}`);
    case "server.down":
      return band("start", "failed", "down");
    case "server.up":
      return band("end", "idle", "");
    default:
      return undefined;
  }
}

/** Ends of streams that break something; the others are routine. */
const BROKEN: ReadonlySet<string> = new Set([
  "cut",
  "error",
  "fault",
  "restart",
  "slow",
  "cacheTerminated",
  "replayOverwritten",
]);

function readStream(fact: ClusterFact): Reading | undefined {
  switch (fact.type) {
    case "stream.open":
      return band("start", "ok", fact.from === "" || fact.from === "0" ? "open" : `open from ${fact.from}`);
    case "stream.send":
      return { mark: "tick", tone: "ok" };
    case "stream.bookmark":
      return { mark: "tick", tone: "idle", label: String(fact.rv) };
    case "stream.error":
      return { mark: "cross", tone: "failed", label: String(fact.code) };
    case "stream.lost":
      return { mark: "cross", tone: "fault", label: "lost" };
    case "stream.close":
      return BROKEN.has(fact.reason)
        ? band("start", "failed", `closed ${fact.reason}`)
        : { ...band("end", "idle", ""), mark: "tick" };
    default:
      return undefined;
  }
}

/** What a queue does with a key shows on the lane of that key, beside the state that it leads to. */
function readQueue(actor: string, fact: ClusterFact): Reading | undefined {
  return "key" in fact && actor.endsWith("/queue")
    ? { lane: `${actor.slice(0, -"/queue".length)}/key/${fact.key}` }
    : undefined;
}

function readReconcile(actor: string, fact: ClusterFact): Reading | undefined {
  switch (fact.type) {
    case "reconcile.start":
      return band("start", "active", `#${fact.reconcile} ${nameIn(fact.key)}`);
    case "reconcile.read":
      return fact.behind > 0 ? { mark: "tick", tone: "stale", label: `${fact.kind} @${fact.rv}` } : undefined;
    case "reconcile.end":
      if (fact.outcome === "ok") return { lane: actor, ...band("end", "idle", "") };
      return { mark: "cross", band: "end", tone: "failed", label: nameIn(fact.key) };
    default:
      return undefined;
  }
}

function readProcess(fact: ClusterFact): Reading | undefined {
  switch (fact.type) {
    case "process.done":
      return band("end", "idle", "");
    case "process.start":
      return band("start", "active", "starting");
    case "process.workersStart":
      return band("start", "ok", "running");
    case "process.syncTimedOut":
      return { mark: "cross", tone: "failed", label: fact.kind };
    case "process.stopTimedOut":
      return { mark: "cross", tone: "failed", label: "grace period" };
    case "lease.held":
      return band("start", "idle", "standby");
    case "leader.started":
      return band("start", "active", "leading, starting");
    case "lease.lost":
      return { mark: "cross", tone: "failed", label: fact.lease };
    case "process.stop":
      return band("start", "waiting", "stopping");
    case "process.stopped":
      return band("start", "idle", "stopped");
    case "process.crash":
      return { ...band("start", "failed", "crashed"), mark: "cross" };
    case "invariant.broken":
      return { mark: "cross", tone: "failed", label: fact.invariant };
    default:
      return undefined;
  }
}

function readSystem(fact: ClusterFact): Reading | undefined {
  switch (fact.type) {
    case "system.started":
      return band("start", "ok", "running");
    case "system.crashed":
      return { ...band("start", "failed", "crashed"), mark: "cross" };
    case "system.lost":
      return { mark: "cross", tone: "failed", label: `${fact.what} lost` };
    case "system.repeated":
      return { mark: "cross", tone: "failed", label: `${fact.what} again` };
    case "system.conflict":
      return { mark: "cross", tone: "failed", label: `${fact.based} ≠ ${fact.stored}` };
    case "system.held":
      return { mark: "square", tone: "waiting", label: fact.what };
    case "system.signed":
      return { mark: "square", tone: "active", label: `signature ${fact.signature}` };
    case "system.reused":
      return { mark: "tick", tone: "ok", label: `signature ${fact.signature}` };
    case "system.saved":
    case "system.recovered":
      return { mark: "tick", tone: "ok", label: fact.what };
    case "system.alert":
      return { mark: "flag", tone: "failed", label: fact.what };
    case "system.measured":
    case "system.looked":
      return { mark: "tick", tone: "idle", label: fact.what };
    default:
      return undefined;
  }
}

function readInformer(actor: string, fact: ClusterFact): Reading | undefined {
  switch (fact.type) {
    case "backoff":
      return band("start", "waiting", `back-off ${(fact.delay / 1_000_000).toFixed(3)} s`);
    // Labels without a mark are not drawn on a lane; the history axis reads them.
    case "reflector.rv":
      return { label: fact.rv };
    case "cache.apply":
      return { label: String(fact.oldest) };
    case "cache.list":
      return { label: String(fact.revision) };
    case "fifo.enqueue":
      return {
        lane: `${informerOf(actor)}/fifo`,
        mark: "square",
        tone: "active",
        label: fact.key === "" ? fact.delta : fact.rv,
      };
    case "store.write":
      return { lane: `${informerOf(actor)}/store`, ...band("start", "ok", fact.rv) };
    case "handler.call":
      return band("start", "active", `${fact.method} ${nameIn(fact.key)}`);
    case "handler.return":
      return band("end", "idle", "");
    // The goroutine that decodes lives as long as its stream.
    case "watch.response":
      return { lane: `${informerOf(actor)}/decoder`, ...band("start", "ok", `watch ${fact.n}`) };
    case "watch.closed":
    case "watch.stop":
      return { lane: `${informerOf(actor)}/decoder`, ...band("end", "idle", ""), mark: "tick" };
    case "watch.decoded":
      return fact.event === "ERROR"
        ? { mark: "cross", tone: "failed" }
        : { mark: "tick", tone: fact.event === "BOOKMARK" ? "idle" : "ok", label: fact.rv };
    case "fifo.pop":
      return band(
        "start",
        "active",
        fact.deltas.length === 1 ? (fact.deltas[0] ?? "") : `${fact.deltas.length} deltas`,
      );
    case "list.failed":
    case "watch.refused":
      return { mark: "cross", tone: "failed", label: fact.code === 0 ? fact.reason : String(fact.code) };
    case "pop.kept":
    case "pop.handedOver":
      return fact.pending === 0 ? band("end", "idle", "") : band("start", "waiting", `${fact.pending} kept`);
    case "notifications.dropped":
      return { mark: "cross", band: "end", tone: "stale", label: `${fact.count} dropped` };
    default:
      return undefined;
  }
}

function readChart(actor: string, fact: ClusterFact): Reading | undefined {
  if (fact.type === "machine.ignored" && CROWDS.has(fact.machine)) return { lane: crowdLane(actor) };
  if (fact.type !== "machine.transition") return undefined;
  const { to } = fact;
  switch (fact.machine) {
    case "reflector":
      return readReflector(to);
    case "reconcile":
      return readKey(to);
    case "pod":
      return readPod(to);
    case "retry":
      return readRetry(to);
    case "informer":
      return readLifecycle(to);
    default:
      return readSystemChart(actor, fact);
  }
}

/** Charts that run by the thousand share one lane; the grid tells them apart. */
const CROWDS: ReadonlySet<string> = new Set(["edge-node", "edge-phase"]);

function crowdLane(actor: string): string {
  return `${actor.slice(0, actor.indexOf("/"))}/nodes`;
}

/** Charts of systems: a state that their table does not know shows as nothing. */
function readSystemChart(
  actor: string,
  { machine, to, event }: Extract<ClusterFact, { type: "machine.transition" }>,
): Reading | undefined {
  const name = lastOf(to);
  const tone = toneOfSystemState(name);
  if (CROWDS.has(machine)) {
    const lane = crowdLane(actor);
    return event === "start" ? { lane } : { lane, mark: "tick", tone: tone ?? "idle", label: event };
  }
  return tone === undefined ? undefined : band("start", tone, name);
}

function readReflector(state: string): Reading {
  if (state.startsWith("watching.streaming")) return band("start", "ok", "watching");
  if (state.startsWith("backingOff")) return band("start", "waiting", "back-off");
  if (state.startsWith("stopped")) return band("start", "idle", "stopped");
  return band("start", "active", lastOf(state));
}

function readKey(state: string): Reading {
  const isDirty = state.includes("meanwhile.dirty");
  if (isDirty) return band("start", "waiting", "dirty");
  if (state.includes("place.processing")) return band("start", "active", "processing");
  if (state.includes("place.queued")) return band("start", "idle", "ready");
  if (state.includes("delay.backingOff")) return band("start", "waiting", "back-off");
  if (state.includes("delay.waiting")) return band("start", "waiting", "waiting");
  return band("end", "idle", "");
}

function readRetry(state: string): Reading {
  const tones: Readonly<Record<string, Tone>> = {
    RETRY_PENDING: "waiting",
    SUCCEEDED: "ok",
    FAILED_PERMANENT: "failed",
  };
  return band("start", tones[state] ?? "active", state);
}

function readPod(state: string): Reading {
  if (state.startsWith("pending")) return band("start", "waiting", lastOf(state));
  if (state === "running.ready") return band("start", "ok", "ready");
  if (state.startsWith("running")) return band("start", "active", lastOf(state));
  if (state.startsWith("terminating")) return band("start", "stale", "terminating");
  if (state === "failed") return band("start", "failed", "failed");
  return band("end", "idle", "");
}

function readLifecycle(state: string): Reading {
  const active = /lifecycle\.([A-Za-z]+)/.exec(state)?.[1] ?? lastOf(state);
  const tones: Readonly<Record<string, Tone>> = {
    Starting: "active",
    Synced: "active",
    Running: "ok",
    Stopping: "waiting",
    Stopped: "idle",
  };
  return band("start", tones[active] ?? "idle", active);
}

/** `web/Pod/reflector` is a part of `web/Pod`. */
function informerOf(actor: string): string {
  const end = actor.indexOf("/", actor.indexOf("/") + 1);
  return end < 0 ? actor : actor.slice(0, end);
}

function band(
  kind: Band,
  tone: Tone,
  label: string,
): { readonly band: Band; readonly tone: Tone; readonly label: string; readonly mark: Mark } {
  return { band: kind, tone, label, mark: "none" };
}

function nameIn(key: string): string {
  return key.slice(key.indexOf("/") + 1);
}

function lastOf(state: string): string {
  const end = state.indexOf(" | ");
  const first = end < 0 ? state : state.slice(0, end);
  return first.slice(first.lastIndexOf(".") + 1);
}
