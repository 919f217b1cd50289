import { type Micros, micros, seconds } from "../../../base/time.ts";
import { earliest } from "./earliest.ts";
import type { LeaseAnswer, LeaseCallOutcome, LeaseRecord, LeaseRequest } from "./lease-request.ts";

/** How a candidate takes part. Times in microseconds; upstream defaults of controller-runtime in `ELECTOR_DEFAULTS`. */
export type ElectorOptions = {
  readonly identity: string;
  readonly leaseDurationUs: Micros;
  readonly renewDeadlineUs: Micros;
  readonly retryPeriodUs: Micros;
  readonly jitterFactor: number;
  readonly releaseOnCancel: boolean;
  /** The client's own limit for one request; undefined: none. */
  readonly requestTimeoutUs: Micros | undefined;
};

/** 15 s / 10 s / 2 s, requests limited to 5 s, no release (`cr:pkg/manager/internal.go, pkg/leaderelection @86a0d40e`). */
export const ELECTOR_DEFAULTS: Omit<ElectorOptions, "identity"> = {
  leaseDurationUs: seconds(15),
  renewDeadlineUs: seconds(10),
  retryPeriodUs: seconds(2),
  jitterFactor: 1.2,
  releaseOnCancel: false,
  requestTimeoutUs: seconds(5),
};

/** One renewal with its retries. The retry ticker keeps its beat however long an attempt takes, and holds one tick. */
export type Poll = { readonly startedAt: Micros; readonly deadlineAt: Micros; readonly tickedUntil: Micros };

/** Where an elector stands. In `acquiring`, `renewing` and `releasing` a request is under way. */
export type ElectorPhase =
  | { readonly type: "notStarted" }
  | { readonly type: "acquiring" }
  | { readonly type: "acquirePause"; readonly until: Micros }
  | { readonly type: "renewing"; readonly poll: Poll }
  | { readonly type: "renewRetryPause"; readonly poll: Poll; readonly until: Micros }
  | { readonly type: "renewPause"; readonly until: Micros }
  | { readonly type: "releasing"; readonly deadlineAt: Micros }
  | { readonly type: "stopped" };

/** What the elector does with the answer to its request. */
export type Step = "fastUpdate" | "get" | "create" | "update" | "releaseGet" | "releaseUpdate";

/** One try to hold or release the lease, over several requests. */
export type Attempt = {
  /** When it began: the validity of a lease is judged at that moment. */
  readonly at: Micros;
  /** What its write makes of the lease. */
  readonly record: LeaseRecord;
};

/** The request under way. */
export type PendingRequest = {
  readonly id: number;
  readonly verb: LeaseRequest["verb"];
  readonly step: Step;
  readonly sentAt: Micros;
  readonly timeoutAt: Micros | undefined;
  readonly attempt: Attempt;
};

/** A leader elector: data, changed by `stepElector` only (`cg:tools/leaderelection/leaderelection.go:LeaderElector @32ce75a7`). */
export type Elector = {
  readonly options: ElectorOptions;
  readonly phase: ElectorPhase;
  readonly isCancelled: boolean;
  /** The context given to OnStartedLeading is alive. */
  readonly isLeadingContextAlive: boolean;
  readonly pending: PendingRequest | undefined;
  readonly requests: number;
  readonly observed: LeaseRecord | undefined;
  /** When, by this elector's own clock, the observed record changed. Times inside the record are never compared. */
  readonly observedAt: Micros;
  /** The record last read, as it is compared. Own writes do not change it. */
  readonly comparedRecord: string | undefined;
  /** The version of the lease that the lock has; undefined when it has none. */
  readonly lockVersion: string | undefined;
  readonly reportedLeader: string;
};

/** What can be told to an elector. */
export type ElectorInput =
  | { readonly type: "start" }
  | { readonly type: "cancel" }
  | { readonly type: "answer"; readonly id: number; readonly answer: LeaseAnswer }
  | { readonly type: "wake" };

/** What happened in a step, in order. */
export type ElectorFact =
  | { readonly type: "requestSent"; readonly request: LeaseRequest }
  | {
      readonly type: "requestEnded";
      readonly id: number;
      readonly verb: LeaseRequest["verb"];
      readonly sentAt: Micros;
      readonly outcome: LeaseCallOutcome;
    }
  /** The lease looks different from what was seen before: its time runs anew. */
  | { readonly type: "leaseChangeObserved"; readonly record: LeaseRecord; readonly validUntil: Micros }
  /** Somebody else holds a lease that is still valid: nothing is written. */
  | { readonly type: "leaseHeldByOther"; readonly holder: string; readonly validUntil: Micros }
  | { readonly type: "attemptEnded"; readonly purpose: "acquire" | "renew"; readonly isSuccess: boolean }
  | { readonly type: "retryScheduled"; readonly at: Micros }
  | { readonly type: "leaseLost" }
  | { readonly type: "eventRecorded"; readonly message: "became leader" | "stopped leading" }
  | { readonly type: "startedLeading" }
  | { readonly type: "leadingContextEnded" }
  | { readonly type: "stoppedLeading" }
  | { readonly type: "newLeader"; readonly leader: string }
  | { readonly type: "returned" };

/** The elector after a step. A `requestSent` fact asks to send that request; late answers are ignored. */
export type ElectorOutcome = {
  readonly elector: Elector;
  readonly facts: readonly ElectorFact[];
  readonly wakeAt: Micros | undefined;
  /** Whether the step has consumed the jitter value it was given. */
  readonly isJitterUsed: boolean;
};

/** An elector that has not started. */
export function createElector(options: ElectorOptions): Elector {
  return {
    options,
    phase: { type: "notStarted" },
    isCancelled: false,
    isLeadingContextAlive: false,
    pending: undefined,
    requests: 0,
    observed: undefined,
    observedAt: micros(0),
    comparedRecord: undefined,
    lockVersion: undefined,
    reportedLeader: "",
  };
}

/** Whether the elector believes to lead. Stays true after a stop without release (`leaderelection.go:IsLeader`). */
export function isLeader(elector: Elector): boolean {
  return elector.observed?.holder === elector.options.identity;
}

/** Until when the observed lease counts as held, by this elector's own clock. */
export function validUntil(elector: Elector): Micros {
  return micros(elector.observedAt + (elector.observed?.leaseDurationSeconds ?? 0) * 1_000_000);
}

/** The first tick of the retry ticker after those already taken or dropped. */
export function nextTick(poll: Poll, periodUs: Micros): Micros {
  const beats = Math.floor((poll.tickedUntil - poll.startedAt) / periodUs) + 1;
  return micros(poll.startedAt + beats * periodUs);
}

/** Whether the context of the request under way, or of the next one, is over. */
export function isContextEnded(elector: Elector, now: Micros): boolean {
  switch (elector.phase.type) {
    case "releasing":
      return elector.phase.deadlineAt <= now;
    case "renewing":
      return elector.isCancelled || elector.phase.poll.deadlineAt <= now;
    default:
      return elector.isCancelled;
  }
}

/** When the elector has something to do by itself, or undefined. */
export function wakeTimeOf(elector: Elector): Micros | undefined {
  const { phase, pending } = elector;
  switch (phase.type) {
    case "notStarted":
    case "stopped":
      return undefined;
    case "acquiring":
      return pending?.timeoutAt;
    case "renewing":
      return earliest([pending?.timeoutAt, phase.poll.deadlineAt]);
    case "releasing":
      return earliest([pending?.timeoutAt, phase.deadlineAt]);
    case "acquirePause":
    case "renewPause":
      return phase.until;
    case "renewRetryPause":
      return earliest([phase.until, phase.poll.deadlineAt]);
  }
}
