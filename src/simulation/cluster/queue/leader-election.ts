import { assert, defined } from "../../../base/assert.ts";
import { type Micros, micros } from "../../../base/time.ts";
import {
  type Attempt,
  type Elector,
  type ElectorFact,
  type ElectorInput,
  type ElectorOutcome,
  isContextEnded,
  isLeader,
  nextTick,
  type Poll,
  type Step,
  validUntil,
  wakeTimeOf,
} from "./elector.ts";
import {
  comparedForm,
  type LeaseAnswer,
  type LeaseCallOutcome,
  type LeaseRecord,
  type LeaseRequest,
} from "./lease-request.ts";

/** A request that brought no answer, or a refusal; `outcome` undefined: it was not sent. */
type FailedRequest = { readonly step: Step; readonly attempt: Attempt; readonly outcome: LeaseCallOutcome | undefined };

/** What a step collects besides the elector. */
type Draft = {
  readonly now: Micros;
  readonly jitterValue: number;
  readonly facts: ElectorFact[];
  isJitterUsed: boolean;
};

/** Lets one thing happen to the elector. `jitterValue` in [0, 1) is for the pause after an acquire attempt. */
export function stepElector(elector: Elector, input: ElectorInput, jitterValue: number, now: Micros): ElectorOutcome {
  const draft: Draft = { now, jitterValue, facts: [], isJitterUsed: false };
  const next = apply(elector, input, draft);
  return { elector: next, facts: draft.facts, wakeAt: wakeTimeOf(next), isJitterUsed: draft.isJitterUsed };
}

function apply(elector: Elector, input: ElectorInput, draft: Draft): Elector {
  switch (input.type) {
    case "start":
      assert(elector.phase.type === "notStarted", "an elector starts once");
      return beginAttempt({ ...elector, phase: { type: "acquiring" } }, draft);
    case "cancel":
      return cancel(elector, draft);
    case "answer":
      return elector.pending?.id === input.id ? endRequest(elector, input.answer, undefined, draft) : elector;
    case "wake":
      return wake(elector, draft);
  }
}

function wake(elector: Elector, draft: Draft): Elector {
  const { phase, pending } = elector;
  const { now } = draft;
  if (pending !== undefined) {
    const isOver = isContextEnded(elector, now) || (pending.timeoutAt !== undefined && pending.timeoutAt <= now);
    return isOver ? endRequest(elector, undefined, "timeout", draft) : elector;
  }
  switch (phase.type) {
    case "acquirePause":
      return phase.until <= now ? beginAttempt({ ...elector, phase: { type: "acquiring" } }, draft) : elector;
    case "renewPause":
      return phase.until <= now ? beginPoll(elector, draft) : elector;
    case "renewRetryPause":
      // At one instant the deadline goes before the tick; upstream this is a coin toss about one more failing attempt.
      if (phase.poll.deadlineAt <= now) return leave(elector, draft);
      return phase.until <= now ? retry(elector, phase.poll, draft) : elector;
    case "notStarted":
    case "acquiring":
    case "renewing":
    case "releasing":
    case "stopped":
      return elector;
  }
}

function cancel(elector: Elector, draft: Draft): Elector {
  const { phase } = elector;
  if (phase.type === "stopped" || elector.isCancelled) return elector;
  if (elector.isLeadingContextAlive) draft.facts.push({ type: "leadingContextEnded" });
  const cancelled: Elector = { ...elector, isCancelled: true, isLeadingContextAlive: false };
  switch (phase.type) {
    case "notStarted":
    case "releasing":
      return cancelled;
    case "acquiring":
    case "renewing":
      return endRequest(cancelled, undefined, "canceled", draft);
    case "acquirePause":
      return stop(cancelled, draft);
    case "renewPause":
    case "renewRetryPause":
      return leave(cancelled, draft);
  }
}

/** One attempt to acquire or renew (`leaderelection.go:tryAcquireOrRenew`). A leader first tries without reading. */
function beginAttempt(elector: Elector, draft: Draft): Elector {
  const { now } = draft;
  const { identity, leaseDurationUs } = elector.options;
  const fresh: LeaseRecord = {
    holder: identity,
    leaseDurationSeconds: Math.floor(leaseDurationUs / 1_000_000),
    acquireTime: now,
    renewTime: now,
    transitions: 0,
  };
  const { observed } = elector;
  if (observed === undefined || !isLeader(elector) || validUntil(elector) <= now) {
    return send(elector, "get", { at: now, record: fresh }, draft);
  }
  const renewed = { ...fresh, acquireTime: observed.acquireTime, transitions: observed.transitions };
  return send(elector, "fastUpdate", { at: now, record: renewed }, draft);
}

function beginPoll(elector: Elector, draft: Draft): Elector {
  const { now } = draft;
  const deadlineAt = micros(now + elector.options.renewDeadlineUs);
  const poll: Poll = { startedAt: now, deadlineAt, tickedUntil: now };
  return beginAttempt({ ...elector, phase: { type: "renewing", poll } }, draft);
}

function retry(elector: Elector, poll: Poll, draft: Draft): Elector {
  return beginAttempt({ ...elector, phase: { type: "renewing", poll: { ...poll, tickedUntil: draft.now } } }, draft);
}

/**
 * Sends a request, or fails it at once without sending: when its context has already ended, or when a leader would
 * update a lease that its lock does not have (`leaselock.go:Update`).
 */
function send(elector: Elector, step: Step, attempt: Attempt, draft: Draft): Elector {
  const { now } = draft;
  const isLockEmpty = step === "fastUpdate" && elector.lockVersion === undefined;
  if (isLockEmpty || isContextEnded(elector, now)) {
    return afterFailure(elector, { step, attempt, outcome: undefined }, draft);
  }
  const request = requestFor(elector, step, attempt.record);
  draft.facts.push({ type: "requestSent", request });
  const { requestTimeoutUs } = elector.options;
  const timeoutAt = requestTimeoutUs === undefined ? undefined : micros(now + requestTimeoutUs);
  const { id, verb } = request;
  return { ...elector, requests: id, pending: { id, verb, step, sentAt: now, timeoutAt, attempt } };
}

function requestFor(elector: Elector, step: Step, record: LeaseRecord): LeaseRequest {
  const id = elector.requests + 1;
  if (step === "get" || step === "releaseGet") return { verb: "get", id };
  if (step === "create") return { verb: "create", id, record };
  return { verb: "update", id, record, resourceVersion: defined(elector.lockVersion, "version of the lease") };
}

/** The request under way has ended: by an answer, or because its time or its context did. */
function endRequest(
  elector: Elector,
  answer: LeaseAnswer | undefined,
  end: "timeout" | "canceled" | undefined,
  draft: Draft,
): Elector {
  const { id, verb, sentAt, step, attempt } = defined(elector.pending, "request under way");
  const failure = end ?? (answer?.type === "failed" ? answer.reason : undefined);
  draft.facts.push({ type: "requestEnded", id, verb, sentAt, outcome: failure ?? "ok" });
  const next: Elector = { ...elector, pending: undefined };
  if (answer?.type !== "ok") return afterFailure(next, { step, attempt, outcome: failure ?? "timeout" }, draft);
  const locked: Elector = { ...next, lockVersion: answer.resourceVersion };
  switch (step) {
    case "get":
      return afterGet(locked, answer.record, attempt, draft);
    case "releaseGet":
      return afterReleaseGet(locked, answer.record, draft);
    case "fastUpdate":
    case "create":
    case "update":
      return endAttempt({ ...locked, observed: attempt.record, observedAt: draft.now }, true, draft);
    case "releaseUpdate":
      return stop({ ...locked, observed: attempt.record, observedAt: draft.now }, draft);
  }
}

function afterFailure(elector: Elector, failed: FailedRequest, draft: Draft): Elector {
  const { step, attempt, outcome } = failed;
  switch (step) {
    case "fastUpdate":
      return send(elector, "get", attempt, draft);
    case "get":
      return outcome === "notFound" ? send(elector, "create", attempt, draft) : endAttempt(elector, false, draft);
    case "create":
      // The lock keeps what Create returned, and beside an error that is no lease (`leaselock.go:Create`).
      return endAttempt({ ...elector, lockVersion: undefined }, false, draft);
    case "update":
      return endAttempt(elector, false, draft);
    case "releaseUpdate":
      // Since client-go 1.37: a renewal cut off by the cancel may have been applied, so a conflict is tried again.
      return outcome === "conflict" ? send(elector, "releaseGet", attempt, draft) : stop(elector, draft);
    case "releaseGet":
      return stop(elector, draft);
  }
}

function afterGet(elector: Elector, found: LeaseRecord, attempt: Attempt, draft: Draft): Elector {
  const current = observe(elector, found, draft);
  const until = validUntil(current);
  if (found.holder !== "" && until > attempt.at && !isLeader(current)) {
    draft.facts.push({ type: "leaseHeldByOther", holder: found.holder, validUntil: until });
    return endAttempt(current, false, draft);
  }
  const claimed = isLeader(current)
    ? { ...attempt.record, acquireTime: found.acquireTime, transitions: found.transitions }
    : { ...attempt.record, transitions: found.transitions + 1 };
  return send(current, "update", { ...attempt, record: claimed }, draft);
}

function observe(elector: Elector, found: LeaseRecord, draft: Draft): Elector {
  const compared = comparedForm(found);
  if (compared === elector.comparedRecord) return elector;
  const next = { ...elector, observed: found, observedAt: draft.now, comparedRecord: compared };
  draft.facts.push({ type: "leaseChangeObserved", record: found, validUntil: validUntil(next) });
  return next;
}

function endAttempt(elector: Elector, isSuccess: boolean, draft: Draft): Elector {
  const { phase } = elector;
  const { now, facts } = draft;
  assert(phase.type === "acquiring" || phase.type === "renewing", () => `an attempt ended in phase ${phase.type}`);
  const purpose = phase.type === "acquiring" ? "acquire" : "renew";
  facts.push({ type: "attemptEnded", purpose, isSuccess });
  if (phase.type === "acquiring") return endAcquireAttempt(reported(elector, draft), isSuccess, draft);
  if (isSuccess) {
    const until = micros(now + elector.options.retryPeriodUs);
    return reported({ ...elector, phase: { type: "renewPause", until } }, draft);
  }
  if (isContextEnded(elector, now)) return leave(elector, draft);
  const { poll } = phase;
  const until = nextTick(poll, elector.options.retryPeriodUs);
  if (until <= now) return retry(elector, poll, draft);
  facts.push({ type: "retryScheduled", at: until });
  return { ...elector, phase: { type: "renewRetryPause", poll, until } };
}

function endAcquireAttempt(elector: Elector, isSuccess: boolean, draft: Draft): Elector {
  // A jitter value is drawn after every attempt, also after the one that succeeded.
  draft.isJitterUsed = true;
  if (isSuccess) {
    draft.facts.push({ type: "eventRecorded", message: "became leader" }, { type: "startedLeading" });
    return beginPoll({ ...elector, isLeadingContextAlive: true }, draft);
  }
  if (elector.isCancelled) return stop(elector, draft);
  const { retryPeriodUs, jitterFactor } = elector.options;
  const until = micros(draft.now + retryPeriodUs + Math.floor(draft.jitterValue * jitterFactor * retryPeriodUs));
  draft.facts.push({ type: "retryScheduled", at: until });
  return { ...elector, phase: { type: "acquirePause", until } };
}

/** The renew loop ends: by a cancel, or because the deadline passed without a renewal. */
function leave(elector: Elector, draft: Draft): Elector {
  if (!elector.isCancelled) draft.facts.push({ type: "leaseLost" });
  const leaving = elector.phase.type === "renewPause" ? elector : reported(elector, draft);
  if (!leaving.options.releaseOnCancel) return stop(leaving, draft);
  const deadlineAt = micros(draft.now + leaving.options.renewDeadlineUs);
  const attempt = releaseAttempt(leaving.observed?.transitions ?? 0, draft.now);
  return send({ ...leaving, phase: { type: "releasing", deadlineAt } }, "releaseGet", attempt, draft);
}

/** The lease was read for a release; only its leader writes (`leaderelection.go:tryRelease`). */
function afterReleaseGet(elector: Elector, found: LeaseRecord, draft: Draft): Elector {
  if (!isLeader(elector)) return stop(elector, draft);
  return send(elector, "releaseUpdate", releaseAttempt(found.transitions, draft.now), draft);
}

function releaseAttempt(transitions: number, now: Micros): Attempt {
  return { at: now, record: { holder: "", leaseDurationSeconds: 1, acquireTime: now, renewTime: now, transitions } };
}

/** Run returns. OnStoppedLeading is called even when the elector never led. */
function stop(elector: Elector, draft: Draft): Elector {
  const { type } = elector.phase;
  if (type !== "acquiring" && type !== "acquirePause") {
    draft.facts.push({ type: "eventRecorded", message: "stopped leading" });
  }
  if (elector.isLeadingContextAlive) draft.facts.push({ type: "leadingContextEnded" });
  draft.facts.push({ type: "stoppedLeading" }, { type: "returned" });
  return { ...elector, phase: { type: "stopped" }, isLeadingContextAlive: false };
}

function reported(elector: Elector, draft: Draft): Elector {
  const leader = elector.observed?.holder ?? "";
  if (leader === elector.reportedLeader) return elector;
  draft.facts.push({ type: "newLeader", leader });
  return { ...elector, reportedLeader: leader };
}
