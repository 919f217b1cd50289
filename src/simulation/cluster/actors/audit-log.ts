import { micros } from "../../../base/time.ts";
import { subjectOf, withEntry } from "../audit.ts";
import { type Call, type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { type EtcdLatency, withObservation } from "../etcd-latency.ts";
import type { ServerFact } from "../server/server-fact.ts";

/** A request came to its server: the first line of its audit. */
export function auditReceived(turn: ClusterTurn, call: Call): void {
  const { now } = turn.world;
  const answer = { code: 0, reason: "", message: "" };
  add(turn, {
    ...base(call),
    ...answer,
    stage: "RequestReceived",
    receivedAt: now,
    at: now,
  });
}

/** A watch is being answered: its headers go out. */
export function auditStarted(turn: ClusterTurn, call: Call): void {
  const { now } = turn.world;
  const answer = { code: 200, reason: "", message: "" };
  add(turn, { ...base(call), ...answer, stage: "ResponseStarted", receivedAt: arrival(turn, call), at: now });
}

/** A request was answered to the end. */
export function auditComplete(
  turn: ClusterTurn,
  call: Call,
  answer: { readonly code: number; readonly reason: string; readonly message: string },
): void {
  const { code, reason, message } = answer;
  const { now } = turn.world;
  add(turn, {
    ...base(call),
    code,
    reason,
    message,
    stage: "ResponseComplete",
    receivedAt: arrival(turn, call),
    at: now,
  });
}

/**
 * Nobody knows who sent the request: one line, of the moment in which it is refused, that names no user
 * (`as:endpoints/filters/authn_audit.go:WithFailedAuthenticationAudit @v0.36.3`).
 */
export function auditUnknown(turn: ClusterTurn, call: Call): void {
  const { now } = turn.world;
  const answer = { code: 401, reason: "", message: "Authentication failed, attempted: bearer" };
  add(turn, {
    ...base(call),
    user: "",
    ...answer,
    stage: "ResponseStarted",
    receivedAt: arrival(turn, call),
    at: now,
  });
}

/** The response of a watch has ended: it is complete only now (`as:endpoints/filters/audit.go:WithAudit @v0.36.3`). */
export function auditWatchEnd(turn: ClusterTurn, call: number): void {
  const started = clusterOf(turn).audit.findLast(({ id }) => id === call);
  if (started !== undefined) add(turn, { ...started, stage: "ResponseComplete", at: turn.world.now });
}

/** etcd's time for a write, as the API server measures it. With slow webhooks in between it is not known apart from theirs. */
export function observeEtcd(turn: ClusterTurn, call: Call, facts: readonly ServerFact[]): void {
  const committed = facts.find((fact) => fact.type === "committed");
  if (committed === undefined || facts.some(({ type }) => type === "admissionCalled")) return;
  const took = micros(turn.world.now - arrival(turn, call));
  change(turn, ({ etcdLatency }) => ({
    etcdLatency: withObservation(etcdLatency, OPERATIONS[committed.change], call.request.kind, took),
  }));
}

const OPERATIONS: Readonly<Record<"created" | "updated" | "deleted", EtcdLatency["operation"]>> = {
  created: "create",
  updated: "update",
  deleted: "delete",
};

function base({ id, server, request }: Call) {
  return { id, server, ...subjectOf(request) };
}

function arrival(turn: ClusterTurn, { arrivedAt }: Call) {
  return arrivedAt ?? turn.world.now;
}

function add(turn: ClusterTurn, entry: Parameters<typeof withEntry>[1]): void {
  change(turn, ({ audit }) => ({ audit: withEntry(audit, entry) }));
}
