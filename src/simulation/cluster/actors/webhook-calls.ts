import { type Micros, micros } from "../../../base/time.ts";
import { post } from "../../kernel/turn.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { type Call, type ClusterTurn, clusterOf, type SignerAnswers } from "../cluster.ts";
import { etcdGet } from "../etcd.ts";
import type { ApiRequest } from "../server/request.ts";
import type { AdmissionFact, ServerFact } from "../server/server-fact.ts";
import { findCall, putCall } from "./call-store.ts";
import { recordAdmission } from "./commits.ts";
import { serverActor } from "./names.ts";
import { answersIn, tellSigners } from "./signing.ts";
import { answerTimes } from "./webhooks.ts";

/**
 * Webhooks take time. What they judge is planned now and committed when they are through; if somebody wrote the object meanwhile, the
 * whole of it is done again with what is there then, webhooks included (`as:storage/etcd3/store.go:GuaranteedUpdate @v0.36.3`). Each
 * answer is told when it comes. Returns how long all of them take; undefined if the request does not wait, or has waited.
 */
export function callWebhooks(
  turn: ClusterTurn,
  call: Call,
  facts: readonly ServerFact[],
  isSlow: boolean,
): Micros | undefined {
  const version = versionOf(turn, call.request);
  if (call.admitted?.version === version) return undefined;
  const judged = facts.filter((fact) => fact.type === "admissionCalled");
  const times = answerTimes(clusterOf(turn).plan.cluster.webhooks, judged);
  const span = micros(Math.max(0, ...times));
  const waits = span > 0 || isSlow;
  if (waits) putCall(turn, { ...call, admitted: { version, answers: answersIn(judged), judgedBy: undefined } });
  for (const [index, fact] of judged.entries()) {
    const after = times[index] ?? micros(0);
    if (after === 0) recordAdmission(turn, call, fact);
    else {
      const message = { type: "call.judged", call: call.id, judged: fact } as const;
      post(turn, { to: serverActor(call.server), message, after, rank: "work" });
    }
  }
  tellSigners(turn, call, judged, times);
  return waits ? span : undefined;
}

/** A webhook has answered, or has been waited for long enough. What follows from it comes when all of them are through. */
export function judgeCall(turn: ClusterTurn, id: number, judged: AdmissionFact): void {
  const call = findCall(turn, id);
  const admitted = call?.admitted;
  if (call?.state !== "served" || admitted === undefined) return;
  turn.cause = admitted.judgedBy ?? turn.cause;
  putCall(turn, { ...call, admitted: { ...admitted, judgedBy: recordAdmission(turn, call, judged) } });
}

/** What signers have said to a call's webhooks, as long as the object is the one that they were called for. */
export function answersSoFar(turn: ClusterTurn, { admitted, request }: Call): SignerAnswers | undefined {
  return admitted?.version === versionOf(turn, request) ? admitted.answers : undefined;
}

/** The version of the object that a write is about; 0 when there is none, as for a creation. */
function versionOf(turn: ClusterTurn, request: ApiRequest): number {
  if (!("name" in request)) return 0;
  return etcdGet(clusterOf(turn).etcd, request.kind, objectKey(request.namespace, request.name))?.modRevision ?? 0;
}
