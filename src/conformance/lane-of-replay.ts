import { workerActor } from "../simulation/cluster/actors/names.ts";
import { readLane } from "../simulation/cluster/lane-of.ts";
import type { LaneReading } from "../simulation/cluster/lanes.ts";
import type { TraceEvent } from "../simulation/kernel/world.ts";
import { PROCESS } from "./process-picture.ts";
import type { ReplayTraceFact } from "./replay-fact.ts";

type Reading = Partial<LaneReading>;

/** How an event of a replay shows on the timeline: as in the cluster, and what only a replay has in a way of its own. */
export function readReplayLane(event: TraceEvent): LaneReading {
  const fact = event.fact as ReplayTraceFact; // a replay's trace holds nothing else
  const own = readScript(fact) ?? readQueue(fact) ?? readElection(fact) ?? readRetry(fact);
  if (own === undefined) return readLane(event);
  const { lane = event.actor, mark = "none", band = "same", tone = "idle", label = "" } = own;
  return { lane, mark, band, tone, label };
}

function readScript(fact: ReplayTraceFact): Reading | undefined {
  switch (fact.type) {
    case "script.step":
      return fact.doing === "advance"
        ? { mark: "tick" }
        : { mark: "pencil", tone: "active", label: `${fact.doing} ${fact.about}`.trim() };
    case "script.read":
      return {};
    case "script.answered":
      return { mark: "tick", label: fact.answer };
    case "http.request":
      return { mark: "tick", tone: "active", label: fact.kind.toUpperCase() };
    case "http.done":
      return fact.how === "close" || fact.how === "reset"
        ? { mark: "cross", tone: "failed", label: fact.how }
        : { mark: "tick" };
    default:
      return undefined;
  }
}

/** Keys have lanes of their own; here are the callers, and the queue as a whole. */
function readQueue(fact: ReplayTraceFact): Reading | undefined {
  switch (fact.type) {
    case "queue.get":
      return {
        lane: workerActor(PROCESS, fact.worker),
        mark: "square",
        band: "end",
        tone: "active",
        label: fact.key.slice(fact.key.indexOf("/") + 1),
      };
    case "queue.getBlocked":
      return { band: "start", tone: "waiting", label: "Get" };
    case "queue.getRefused":
      return { mark: "cross", band: "end", label: "shutdown" };
    case "queue.shutDown":
      return { mark: "flag", tone: "stale", label: fact.drain ? "drain" : "shutdown" };
    case "queue.drainBlocked":
      return { mark: "flag", tone: "waiting", label: fact.caller };
    case "queue.drainReturned":
      return { mark: "tick", tone: "ok", label: fact.caller };
    case "queue.panicked":
      return { mark: "cross", tone: "failed", label: "panic" };
    case "queue.limited":
      return { mark: "tick", tone: "waiting", label: `${fact.delay / 1_000} ms` };
    case "queue.measured":
    case "limiter.tokens":
      return { mark: "tick" };
    case "reconcile.contextEnded":
      return { mark: "cross", tone: "stale", label: fact.reason };
    default:
      return undefined;
  }
}

/** There is no lease before the first one. */
const EXPECTED: ReadonlySet<string> = new Set(["ok", "notFound"]);

function readElection(fact: ReplayTraceFact): Reading | undefined {
  switch (fact.type) {
    case "lease.called":
      return EXPECTED.has(fact.outcome) ? { mark: "tick" } : { mark: "cross", tone: "failed", label: fact.outcome };
    case "lease.stored":
      return { band: "start", tone: fact.holder === "" ? "idle" : "ok", label: fact.holder };
    case "leader.started":
      return { band: "start", tone: "ok", label: "leading" };
    case "leader.stopped":
      return { mark: "flag", band: "end", tone: "stale" };
    case "leader.returned":
    case "leader.observed":
      return { mark: "tick" };
    default:
      return undefined;
  }
}

function readRetry(fact: ReplayTraceFact): Reading | undefined {
  switch (fact.type) {
    case "retry.attemptStarted":
      return { band: "start", tone: "active", label: `#${fact.attempt}` };
    case "retry.attemptEnded":
      return fact.result === "ok"
        ? { mark: "tick", band: "end", tone: "ok" }
        : { mark: "cross", band: "start", tone: "waiting", label: fact.result };
    case "retry.returned":
      return { mark: "flag", band: "end", tone: fact.error === "none" ? "ok" : "failed", label: fact.error };
    default:
      return undefined;
  }
}
