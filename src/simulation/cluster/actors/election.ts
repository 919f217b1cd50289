import { defined } from "../../../base/assert.ts";
import { type Micros, micros, seconds } from "../../../base/time.ts";
import { drawJitter } from "../../kernel/random.ts";
import { cancelTimer, record, setTimer, withCause } from "../../kernel/turn.ts";
import { type DraftObject, jsonAt, type KubeObject } from "../../kubernetes/object.ts";
import type { Status } from "../../kubernetes/status.ts";
import { formatMicroTime, parseTimestamp } from "../../kubernetes/timestamp.ts";
import type { Call, CallResult, ClusterTurn, ReplyTo } from "../cluster.ts";
import { createElector, ELECTOR_DEFAULTS, type ElectorFact, type ElectorInput } from "../queue/elector.ts";
import { stepElector } from "../queue/leader-election.ts";
import type { LeaseAnswer, LeaseFailure, LeaseRecord, LeaseRequest } from "../queue/lease-request.ts";
import type { ApiRequest } from "../server/request.ts";
import { sendCall } from "./calls.ts";
import { changeProcess, processNamed } from "./processes.ts";
import { senderOf } from "./sender.ts";

/** Where controllers keep their leases. */
const NAMESPACE = "kube-system";
const LEASE = "Lease";

/** How long a container takes to start again after its process has ended by itself. */
export const RESTART_AFTER = seconds(1);

/** What the process does when the election has come to something. */
export type ElectionHooks = {
  /** It leads: controllers start (`cr:pkg/manager/internal.go:startLeaderElectionRunnables @v0.24.1`). */
  readonly led: (turn: ClusterTurn, name: string) => void;
  /** It has lost the lease without wanting to: the manager returns an error, and main exits. */
  readonly lost: (turn: ClusterTurn, name: string) => void;
};

/** A replica joins the election for its lease. The number of the run stands in the identity for upstream's UUID. */
export function beginElection(turn: ClusterTurn, name: string, hooks: ElectionHooks): void {
  const identity = `${name}_${processNamed(turn, name).runs}`;
  changeProcess(turn, name, { elector: createElector({ ...ELECTOR_DEFAULTS, identity }) });
  drive(turn, name, { type: "start" }, hooks);
}

/** The elector's own time has come: a retry, a renewal, a deadline. */
export function wakeElector(turn: ClusterTurn, name: string, hooks: ElectionHooks): void {
  drive(turn, name, { type: "wake" }, hooks);
}

/** The API server has answered, or could not be reached. What a former life of the process had asked is of no interest. */
export function answerElector(
  turn: ClusterTurn,
  { process, id, run }: Extract<ReplyTo, { type: "elector" }>,
  { result }: Call,
  hooks: ElectionHooks,
): void {
  if (result === undefined || processNamed(turn, process).runs !== run) return;
  drive(turn, process, { type: "answer", id, answer: answerOf(result) }, hooks);
}

/** Ends the election of a process that stops; the last thing that it does. Returns whether the elector has stopped. */
export function endElection(turn: ClusterTurn, name: string, hooks: ElectionHooks): boolean {
  const { elector } = processNamed(turn, name);
  if (elector === undefined) return true;
  if (!elector.isCancelled) drive(turn, name, { type: "cancel" }, hooks);
  return processNamed(turn, name).elector?.phase.type === "stopped";
}

function drive(turn: ClusterTurn, name: string, input: ElectorInput, hooks: ElectionHooks): void {
  const elector = defined(processNamed(turn, name).elector, `elector of ${name}`);
  const [random, jitter] = drawJitter(turn.world.random, "election", name);
  const { elector: next, facts, wakeAt, isJitterUsed } = stepElector(elector, input, jitter, turn.world.now);
  if (isJitterUsed) turn.world = { ...turn.world, random };
  changeProcess(turn, name, { elector: next });
  setWake(turn, name, wakeAt);
  const { cause } = turn;
  for (const fact of facts) withCause(turn, cause, () => take(turn, name, fact, hooks));
}

function setWake(turn: ClusterTurn, name: string, at: Micros | undefined): void {
  if (at === undefined) {
    cancelTimer(turn, name, "elect");
    return;
  }
  const after = micros(Math.max(0, at - turn.world.now));
  setTimer(turn, { actor: name, name: "elect", after, message: { type: "process.elect" } });
}

function take(turn: ClusterTurn, name: string, fact: ElectorFact, hooks: ElectionHooks): void {
  const { spec, state, runs } = processNamed(turn, name);
  const lease = spec.lease ?? "";
  switch (fact.type) {
    case "requestSent": {
      const { id } = fact.request;
      const request: ApiRequest = { ...requestFor(lease, fact.request), ...senderOf(turn, name) };
      sendCall(turn, { client: name, request, replyTo: { type: "elector", process: name, id, run: runs } });
      return;
    }
    case "leaseHeldByOther": {
      const { holder, validUntil } = fact;
      record(turn, name, { type: "lease.held", process: name, lease, holder, validUntil });
      return;
    }
    case "attemptEnded": {
      if (fact.isSuccess) record(turn, name, { type: "lease.written", process: name, lease, purpose: fact.purpose });
      return;
    }
    case "leaseLost":
      record(turn, name, { type: "lease.lost", process: name, lease });
      return;
    case "startedLeading":
      record(turn, name, { type: "leader.started", process: name, lease });
      return hooks.led(turn, name);
    case "stoppedLeading":
      record(turn, name, { type: "leader.stopped", process: name, lease });
      return state === "stopping" ? undefined : hooks.lost(turn, name);
    case "requestEnded":
    case "leaseChangeObserved":
    case "retryScheduled":
    case "eventRecorded":
    case "leadingContextEnded":
    case "newLeader":
    case "returned":
      return;
  }
}

type Unsigned<Request> = Request extends unknown ? Omit<Request, "client" | "user"> : never;

function requestFor(lease: string, request: LeaseRequest): Unsigned<ApiRequest> {
  const place = { kind: LEASE, namespace: NAMESPACE } as const;
  switch (request.verb) {
    case "get":
      return { ...place, verb: "get", name: lease, options: {} };
    case "create":
      return { ...place, verb: "create", body: leaseObject(lease, request.record, undefined), options: {} };
    case "update": {
      const body = leaseObject(lease, request.record, request.resourceVersion);
      return { ...place, verb: "update", name: lease, body, options: {} };
    }
  }
}

/** A Lease as the lock writes it (`cg:tools/leaderelection/resourcelock/leaselock.go:LeaderElectionRecordToLeaseSpec @v0.36.3`): times are MicroTimes, so each renewal is a write. */
function leaseObject(name: string, record: LeaseRecord, resourceVersion: string | undefined): DraftObject {
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: LEASE,
    metadata: { name, namespace: NAMESPACE, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
    spec: {
      holderIdentity: record.holder,
      leaseDurationSeconds: record.leaseDurationSeconds,
      acquireTime: formatMicroTime(record.acquireTime),
      renewTime: formatMicroTime(record.renewTime),
      leaseTransitions: record.transitions,
    },
  };
}

function answerOf(result: CallResult): LeaseAnswer {
  if (result.type === "response" && result.response.type === "object") {
    const { object } = result.response;
    return { type: "ok", record: recordOf(object), resourceVersion: object.metadata.resourceVersion };
  }
  const status = result.type === "response" && result.response.type === "status" ? result.response.status : undefined;
  return { type: "failed", reason: status === undefined ? "refused" : failureOf(status) };
}

function failureOf({ code, reason }: Status): LeaseFailure {
  switch (code) {
    case 403:
      return "forbidden";
    case 404:
      return "notFound";
    case 409:
      return reason === "AlreadyExists" ? "alreadyExists" : "conflict";
    default:
      return "refused";
  }
}

function recordOf(lease: KubeObject): LeaseRecord {
  const text = (field: string) => {
    const value = jsonAt(lease.spec, field);
    return typeof value === "string" ? value : "";
  };
  const number = (field: string) => {
    const value = jsonAt(lease.spec, field);
    return typeof value === "number" ? value : 0;
  };
  return {
    holder: text("holderIdentity"),
    leaseDurationSeconds: number("leaseDurationSeconds"),
    acquireTime: parseTimestamp(text("acquireTime")) ?? micros(0),
    renewTime: parseTimestamp(text("renewTime")) ?? micros(0),
    transitions: number("leaseTransitions"),
  };
}
