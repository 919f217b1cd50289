import { ownValue } from "../../../base/own-value.ts";
import { record, withCause } from "../../kernel/turn.ts";
import { kindIdOf } from "../../kubernetes/kind-registry.ts";
import { type Call, type ClusterTurn, change, clusterOf } from "../cluster.ts";
import type { EtcdEvent } from "../etcd.ts";
import type { AdmissionCall } from "../server/admission.ts";
import { fieldText } from "../server/field-paths.ts";
import type { AdmissionFact, ServerFact } from "../server/server-fact.ts";
import { followCommit } from "./caches.ts";
import { keyText } from "./call-store.ts";
import { changeText } from "./change-text.ts";
import { ETCD, serverActor } from "./names.ts";
import { podCommitted } from "./pods.ts";

/** Shows commits in the trace, and lets every watch cache follow them. The last one is the cause of what comes next. */
export function recordCommits(turn: ClusterTurn, events: readonly EtcdEvent[]): void {
  for (const event of events) {
    const { revision, key, value, previous } = event;
    const object = value?.object ?? previous?.object;
    if (object === undefined) continue;
    const verb = value === undefined ? "delete" : previous === undefined ? "create" : "update";
    const change = changeText(previous?.object, value?.object);
    const kind = kindIdOf(clusterOf(turn).kinds, object);
    const commit = record(turn, ETCD, { type: "etcd.commit", revision, verb, kind, key, change });
    withCause(turn, commit, () => followCommit(turn, kind, revision));
    if (kind === "Pod") withCause(turn, commit, () => podCommitted(turn, verb, object));
  }
}

/** What a write did beside its commits, or instead of them, for the trace. */
export function recordWrite(turn: ClusterTurn, server: string, request: number, facts: readonly ServerFact[]): void {
  for (const fact of facts) {
    if (fact.type === "unchangedWrite") {
      const { kind, key, revision } = fact;
      record(turn, serverActor(server), { type: "api.unchanged", request, kind, key, rv: String(revision) });
    } else if (fact.type === "fieldsApplied") {
      const { type: _type, took, dropped, ...rest } = fact;
      const taken = took.map(({ owner, field }) => `${fieldText(field)} (${owner.manager})`).join(", ");
      const gone = dropped.map(fieldText).join(", ");
      record(turn, serverActor(server), { type: "api.applied", request, ...rest, took: taken, dropped: gone });
    }
  }
}

/** Shows that a webhook has answered. Returns the event's number. */
export function recordAdmission(turn: ClusterTurn, { id, request, server }: Call, fact: AdmissionFact): number {
  const { hook, phase, verdict, round } = fact;
  const about = { request: id, kind: request.kind, key: keyText(request) };
  countCall(turn, hook, verdict);
  return record(turn, serverActor(server), { type: "api.admission", ...about, hook, phase, verdict, round });
}

function countCall(turn: ClusterTurn, hook: string, verdict: AdmissionCall["verdict"]): void {
  const { plan, webhookCalls } = clusterOf(turn);
  const { calls, refused } = ownValue(webhookCalls, hook) ?? { calls: 0, refused: 0 };
  const failsClosed = plan.cluster.webhooks.some((each) => each.name === hook && each.failurePolicy === "Fail");
  const isRefused = verdict === "denied" || (verdict === "failed" && failsClosed);
  const counted = { calls: calls + 1, refused: refused + (isRefused ? 1 : 0) };
  change(turn, () => ({ webhookCalls: { ...webhookCalls, [hook]: counted } }));
}
