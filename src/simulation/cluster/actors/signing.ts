import { ownValue } from "../../../base/own-value.ts";
import { type Micros, micros } from "../../../base/time.ts";
import { chartOf, post } from "../../kernel/turn.ts";
import { type Call, type ClusterTurn, clusterOf, type SignerAnswers } from "../cluster.ts";
import type { Webhook } from "../plan.ts";
import type { AdmissionFact } from "../server/server-fact.ts";
import type { SignerAnswer } from "../signer-answer.ts";
import { keyText } from "./call-store.ts";
import type { AskSigner } from "./webhooks.ts";

/** How signers answer the webhooks of a call: as they did when its webhooks were called, else as they would now. */
export function askSignersOf(turn: ClusterTurn, call: Call, answers: SignerAnswers | undefined): AskSigner {
  return (webhook, content, round) => {
    const record = webhook.recordBy === "review" ? reviewOf(call, round) : content;
    return { record, ...(answers?.[`${webhook.name} ${round}`] ?? answerNow(turn, call, webhook, record)) };
  };
}

function answerNow(
  turn: ClusterTurn,
  { request }: Call,
  { signer = "", takes }: Webhook,
  record: string,
): SignerAnswer {
  const system = ownValue(clusterOf(turn).systems, signer);
  if (system?.state === "crashed") return { verdict: "unreachable", after: micros(0) };
  if (system?.kind.answer === undefined) return { verdict: "signed", after: takes };
  const { memory, spec } = system;
  const stateOf = (actor: string) => chartOf(turn, actor)?.text;
  const reader = { name: spec.name, memory, now: turn.world.now, options: spec.options, stateOf };
  return system.kind.answer(reader, { key: `${request.kind}/${keyText(request)}`, record, takes });
}

/** The answers among the calls of a request, by hook and round. */
export function answersIn(calls: readonly AdmissionFact[]): SignerAnswers {
  return Object.fromEntries(
    calls.flatMap(({ hook, round, signing }) => (signing === undefined ? [] : [[`${hook} ${round}`, signing]])),
  );
}

/** The uid of a review is made anew for each call (`as:admission/plugin/webhook/request/admissionreview.go:CreateAdmissionObjects @v0.36.3`). */
function reviewOf({ id }: Call, round: number): string {
  return `request-${id}-call-${round}`;
}

/**
 * Tells the systems behind signing webhooks of each call, when its turn in the chain has come. What a signer does is outside of the request:
 * it is not undone when the request fails later (`as:admission/plugin/webhook/mutating/dispatcher.go @v0.36.3`: hooks run before the
 * version is checked), nor when the server has given up waiting.
 */
export function tellSigners(
  turn: ClusterTurn,
  call: Call,
  judged: readonly AdmissionFact[],
  times: readonly Micros[],
): void {
  const { plan, systems } = clusterOf(turn);
  for (const [index, { hook, round, signing }] of judged.entries()) {
    const signer = plan.cluster.webhooks.find(({ name }) => name === hook)?.signer;
    if (signing === undefined || signer === undefined || ownValue(systems, signer)?.state !== "running") continue;
    const { record, verdict, after } = signing;
    const key = `${call.request.kind}/${keyText(call.request)}`;
    const data = { key, review: reviewOf(call, round), record, verdict, after };
    const message = { type: "system.note", name: "sign", data } as const;
    post(turn, { to: signer, message, after: times[index - 1] ?? micros(0), rank: "work" });
  }
}
