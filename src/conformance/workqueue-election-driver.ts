import { assert, defined } from "../base/assert.ts";
import { type Micros, micros } from "../base/time.ts";
import { earliest } from "../simulation/cluster/queue/earliest.ts";
import {
  createElector,
  type Elector,
  type ElectorFact,
  type ElectorInput,
  type ElectorOutcome,
  isLeader,
} from "../simulation/cluster/queue/elector.ts";
import { stepElector } from "../simulation/cluster/queue/leader-election.ts";
import type { WorkqueueDriver } from "./workqueue-driver.ts";
import { createLeaseStore, type LeaseStore } from "./workqueue-lease-store.ts";
import type { ElectionVectorOptions, LinkMode, Operation, Sighting, WorkqueueVector } from "./workqueue-vector.ts";

/** A candidate and its connection to the store. */
type Candidate = {
  readonly id: string;
  outcome: ElectorOutcome;
  mode: LinkMode;
  requestUs: number;
  responseUs: number;
  readonly draws: readonly number[];
  drawn: number;
  /** A fresh elector for a candidate that starts again. */
  readonly restarted: () => ElectorOutcome;
};

type RecordedCandidate = ElectionVectorOptions["candidates"][number];

/** Replays electors against one lease store with the latencies and outages of the script. */
export function electionDriver(options: ElectionVectorOptions, draws: WorkqueueVector["draws"]): WorkqueueDriver {
  const store = createLeaseStore();
  const candidates = options.candidates.map((candidate) => candidateOf(candidate, options.jitterFactor, draws));
  const named = (id: string | undefined) =>
    defined(
      candidates.find((each) => each.id === id),
      `candidate ${id}`,
    );
  const take = (candidate: Candidate, input: ElectorInput, now: Micros): readonly Sighting[] => {
    const jitterValue = candidate.draws[candidate.drawn] ?? 0;
    candidate.outcome = stepElector(candidate.outcome.elector, input, jitterValue, now);
    if (candidate.outcome.isJitterUsed) candidate.drawn++;
    return candidate.outcome.facts.flatMap((fact) => electorSightingsOf(fact, candidate, store, now));
  };
  return {
    perform: (operation, now) => performOn(operation, now, { named, take, store }),
    wakeAt: () => earliest([store.wakeAt(), ...candidates.map(({ outcome }) => outcome.wakeAt)]),
    wake: (now) => {
      const storeAt = store.wakeAt();
      if (storeAt !== undefined && storeAt <= now) {
        const { sightings, answer } = store.wake(now);
        if (answer === undefined) return sightings;
        return take(named(answer.candidate), { type: "answer", id: answer.id, answer: answer.answer }, now);
      }
      const due = candidates.find(({ outcome }) => outcome.wakeAt !== undefined && outcome.wakeAt <= now);
      return take(defined(due, "elector that is due"), { type: "wake" }, now);
    },
    state: () => {
      const lease = store.lease();
      const leading = candidates.map(({ id, outcome }) => [id, isLeader(outcome.elector)] as const);
      return { ...(lease === undefined ? {} : { lease }), isLeader: Object.fromEntries(leading) };
    },
  };
}

function candidateOf(candidate: RecordedCandidate, jitterFactor: number, draws: WorkqueueVector["draws"]): Candidate {
  const elector = electorOf(candidate, jitterFactor);
  return {
    id: candidate.id,
    outcome: { elector, facts: [], wakeAt: undefined, isJitterUsed: false },
    mode: "ok",
    requestUs: 0,
    responseUs: 0,
    draws: draws.filter((draw) => draw.candidate === candidate.id).map((draw) => draw.value),
    drawn: 0,
    restarted: () => ({
      elector: electorOf(candidate, jitterFactor),
      facts: [],
      wakeAt: undefined,
      isJitterUsed: false,
    }),
  };
}

function electorOf(candidate: RecordedCandidate, jitterFactor: number): Elector {
  return createElector({
    identity: candidate.id,
    leaseDurationUs: micros(candidate.leaseDurationUs),
    renewDeadlineUs: micros(candidate.renewDeadlineUs),
    retryPeriodUs: micros(candidate.retryPeriodUs),
    jitterFactor,
    releaseOnCancel: candidate.releaseOnCancel,
    requestTimeoutUs: candidate.requestTimeoutUs > 0 ? micros(candidate.requestTimeoutUs) : undefined,
  });
}

function performOn(
  operation: Operation,
  now: Micros,
  run: {
    readonly named: (id: string | undefined) => Candidate;
    readonly take: (candidate: Candidate, input: ElectorInput, now: Micros) => readonly Sighting[];
    readonly store: LeaseStore;
  },
): readonly Sighting[] {
  switch (operation.op) {
    case "startCandidate": {
      const candidate = run.named(operation.candidate);
      if (candidate.outcome.elector.phase.type !== "notStarted") candidate.outcome = candidate.restarted();
      return run.take(candidate, { type: "start" }, now);
    }
    case "cancelCandidate":
      return run.take(run.named(operation.candidate), { type: "cancel" }, now);
    case "link": {
      const candidate = run.named(operation.candidate);
      candidate.mode = operation.mode ?? candidate.mode;
      candidate.requestUs = operation.requestUs ?? candidate.requestUs;
      candidate.responseUs = operation.responseUs ?? candidate.responseUs;
      return [];
    }
    case "deleteLease":
      run.store.remove();
      return [];
    case "touchLease":
      run.store.touch();
      return [];
    case "setHolder":
      run.store.setHolder(operation.holder ?? "", now);
      return [];
    default:
      assert(operation.op === "advance", () => `no such operation here: ${operation.op}`);
      return [];
  }
}

function electorSightingsOf(
  fact: ElectorFact,
  candidate: Candidate,
  store: LeaseStore,
  now: Micros,
): readonly Sighting[] {
  const { id } = candidate;
  switch (fact.type) {
    case "requestSent":
      store.send(fact.request, candidate, now);
      return [];
    case "requestEnded": {
      const wasApplied = store.end(id, fact.id);
      const applied = fact.verb === "get" ? {} : { applied: wasApplied };
      const sentAt = fact.sentAt === now ? {} : { sentAt: fact.sentAt };
      return [{ type: "lease.call", candidate: id, verb: fact.verb, ...sentAt, outcome: fact.outcome, ...applied }];
    }
    case "eventRecorded":
      return [{ type: "leader.event", candidate: id, message: fact.message }];
    case "startedLeading":
      return [{ type: "leader.startedLeading", candidate: id }];
    case "leadingContextEnded":
      return [{ type: "leader.contextDone", candidate: id }];
    case "stoppedLeading":
      return [{ type: "leader.stoppedLeading", candidate: id }];
    case "newLeader":
      return [{ type: "leader.newLeader", candidate: id, leader: fact.leader }];
    case "returned":
      return [{ type: "elector.returned", candidate: id }];
    default:
      return [];
  }
}
