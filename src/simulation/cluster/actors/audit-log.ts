import { micros } from "../../../base/time.ts";
import { type AuditEntry, type AuditedAnswer, type AuditStage, entryOf, withEntry } from "../audit.ts";
import { type Call, type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { type EtcdLatency, withObservation } from "../etcd-latency.ts";
import type { ServerFact } from "../server/server-fact.ts";

/** A request came to its server: the first line of its audit. */
export function auditReceived(turn: ClusterTurn, call: Call): void {
  addLine(turn, call, "RequestReceived", { code: 0, reason: "", message: "" });
}

/** A watch is being answered: its headers go out. */
export function auditStarted(turn: ClusterTurn, call: Call): void {
  addLine(turn, call, "ResponseStarted", { code: 200, reason: "", message: "" });
}

/** A request was answered to the end. */
export function auditComplete(turn: ClusterTurn, call: Call, answer: AuditedAnswer): void {
  addLine(turn, call, "ResponseComplete", answer);
}

/**
 * Nobody knows who sent the request: one line, of the moment in which it is refused, that names no user
 * (`as:endpoints/filters/authn_audit.go:WithFailedAuthenticationAudit @v0.36.3`).
 */
export function auditUnknown(turn: ClusterTurn, call: Call): void {
  const anonymous = { ...call, request: { ...call.request, user: "" } };
  const message = "Authentication failed, attempted: bearer";
  addLine(turn, anonymous, "ResponseStarted", { code: 401, reason: "", message });
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
  const took = micros(turn.world.now - (call.begunAt ?? turn.world.now));
  change(turn, ({ etcdLatency }) => ({
    etcdLatency: withObservation(etcdLatency, OPERATIONS[committed.change], call.request.kind, took),
  }));
}

const OPERATIONS: Readonly<Record<"created" | "updated" | "deleted", EtcdLatency["operation"]>> = {
  created: "create",
  updated: "update",
  deleted: "delete",
};

function addLine(turn: ClusterTurn, call: Call, stage: AuditStage, { code, reason, message }: AuditedAnswer): void {
  const { id, server, request } = call;
  const { now } = turn.world;
  const receivedAt = arrival(turn, call);
  add(turn, entryOf(request, { id, server, stage, code, reason, message, receivedAt, at: now }));
}

function arrival(turn: ClusterTurn, { arrivedAt }: Call) {
  return arrivedAt ?? turn.world.now;
}

function add(turn: ClusterTurn, entry: AuditEntry): void {
  change(turn, ({ audit }) => ({ audit: withEntry(audit, entry) }));
}
