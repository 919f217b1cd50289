import { assert, defined } from "../base/assert.ts";
import { micros } from "../base/time.ts";
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
import type { ReplayTraceFact } from "./replay-fact.ts";
import type { WorkqueueDriver } from "./workqueue-driver.ts";
import { electionPicture, LEASE } from "./workqueue-election-picture.ts";
import { createLeaseStore, type LeaseStore, type LeaseWritten } from "./workqueue-lease-store.ts";
import { type Stage, tellFact } from "./workqueue-stage.ts";
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
  /** The newest event that it had a part in. */
  last: number | undefined;
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
  const take = (stage: Stage, candidate: Candidate, input: ElectorInput): void => {
    const jitterValue = candidate.draws[candidate.drawn] ?? 0;
    candidate.outcome = stepElector(candidate.outcome.elector, input, jitterValue, stage.now);
    if (candidate.outcome.isJitterUsed) candidate.drawn++;
    // What a candidate does by itself follows from what it did last.
    stage.turn.cause ??= candidate.last;
    for (const fact of candidate.outcome.facts) tellElector(stage, fact, candidate, store);
    candidate.last = stage.turn.cause;
  };
  return {
    perform: (stage, operation) => performOn(stage, operation, { named, take, store }),
    wakeAt: () => earliest([store.wakeAt(), ...candidates.map(({ outcome }) => outcome.wakeAt)]),
    wake: (stage) => {
      const storeAt = store.wakeAt();
      if (storeAt === undefined || storeAt > stage.now) {
        const due = candidates.find(({ outcome }) => outcome.wakeAt !== undefined && outcome.wakeAt <= stage.now);
        return take(stage, defined(due, "elector that is due"), { type: "wake" });
      }
      const { written, answer } = store.wake(stage.now);
      if (written !== undefined) tellWritten(stage, written, named(written.by));
      if (answer !== undefined)
        take(stage, named(answer.candidate), { type: "answer", id: answer.id, answer: answer.answer });
    },
    state: () => {
      const lease = store.lease();
      const leading = candidates.map(({ id, outcome }) => [id, isLeader(outcome.elector)] as const);
      return { ...(lease === undefined ? {} : { lease }), isLeader: Object.fromEntries(leading) };
    },
    picture: () => electionPicture(candidates.map(({ id, outcome }) => ({ id, elector: outcome.elector }))),
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
    last: undefined,
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

type Run = {
  readonly named: (id: string | undefined) => Candidate;
  readonly take: (stage: Stage, candidate: Candidate, input: ElectorInput) => void;
  readonly store: LeaseStore;
};

function performOn(stage: Stage, operation: Operation, run: Run): void {
  switch (operation.op) {
    case "startCandidate": {
      const candidate = run.named(operation.candidate);
      if (candidate.outcome.elector.phase.type !== "notStarted") candidate.outcome = candidate.restarted();
      return run.take(stage, candidate, { type: "start" });
    }
    case "cancelCandidate":
      return run.take(stage, run.named(operation.candidate), { type: "cancel" });
    case "link": {
      const candidate = run.named(operation.candidate);
      candidate.mode = operation.mode ?? candidate.mode;
      candidate.requestUs = operation.requestUs ?? candidate.requestUs;
      candidate.responseUs = operation.responseUs ?? candidate.responseUs;
      return;
    }
    case "deleteLease":
      run.store.remove();
      return;
    case "touchLease":
      run.store.touch();
      return;
    case "setHolder":
      run.store.setHolder(operation.holder ?? "", stage.now);
      return;
    default:
      assert(operation.op === "advance", () => `no such operation here: ${operation.op}`);
  }
}

/** A write that the store has taken: it comes from what the candidate did last. */
function tellWritten(stage: Stage, written: LeaseWritten, candidate: Candidate): void {
  const { by, rv: version, holder, transitions } = written;
  stage.turn.cause = candidate.last;
  const fact = { type: "lease.stored", by, version, holder, transitions } as const;
  candidate.last = tellFact(stage, LEASE, fact, [{ type: "lease.write", ...written }]);
}

/** Tells what an elector did; its actor is the candidate. */
function tellElector(stage: Stage, fact: ElectorFact, { id, ...link }: Candidate, store: LeaseStore): void {
  const say = (told: ReplayTraceFact, sighting?: Sighting) =>
    tellFact(stage, id, told, sighting === undefined ? [] : [{ candidate: id, ...sighting }]);
  const named = { process: id, lease: LEASE };
  switch (fact.type) {
    case "requestSent":
      return store.send(fact.request, { id, ...link }, stage.now);
    case "requestEnded": {
      const { verb, outcome } = fact;
      const applied = store.end(id, fact.id);
      const sentAt = fact.sentAt === stage.now ? {} : { sentAt: fact.sentAt };
      const sighting = { type: "lease.call", verb, ...sentAt, outcome, ...(verb === "get" ? {} : { applied }) };
      say({ type: "lease.called", verb, outcome, applied }, sighting);
      return;
    }
    case "leaseHeldByOther":
      say({ type: "lease.held", ...named, holder: fact.holder, validUntil: fact.validUntil });
      return;
    case "attemptEnded":
      if (fact.isSuccess) say({ type: "lease.written", ...named, purpose: fact.purpose });
      return;
    case "leaseLost":
      say({ type: "lease.lost", ...named });
      return;
    case "startedLeading":
    case "stoppedLeading":
      say(
        { type: fact.type === "startedLeading" ? "leader.started" : "leader.stopped", ...named },
        { type: `leader.${fact.type}` },
      );
      return;
    case "eventRecorded":
      say({ type: "leader.event", message: fact.message }, { type: "leader.event", message: fact.message });
      return;
    case "leadingContextEnded":
      say({ type: "leader.contextEnded" }, { type: "leader.contextDone" });
      return;
    case "newLeader":
      say({ type: "leader.observed", leader: fact.leader }, { type: "leader.newLeader", leader: fact.leader });
      return;
    case "returned":
      say({ type: "leader.returned" }, { type: "elector.returned" });
      return;
    case "leaseChangeObserved":
    case "retryScheduled":
      return;
  }
}
