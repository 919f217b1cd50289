import { ownValue } from "../../../base/own-value.ts";
import { type Micros, micros } from "../../../base/time.ts";
import { post } from "../../kernel/turn.ts";
import { type Call, type ClusterTurn, clusterOf } from "../cluster.ts";
import type { ServerFact } from "../server/server-fact.ts";
import { keyText } from "./call-store.ts";
import { timeOf } from "./webhooks.ts";

/**
 * Tells the systems behind signing webhooks of each call, when its turn in the chain has come. What a signer does is outside of the request:
 * it is not undone when the request fails later (`as:admission/plugin/webhook/mutating/dispatcher.go @v0.36.3`: hooks run before the
 * version is checked). The uid of a review is made anew for each call (`as:admission/plugin/webhook/request/admissionreview.go:CreateAdmissionObjects @v0.36.3`).
 */
export function tellSigners(turn: ClusterTurn, { id, request }: Call, facts: readonly ServerFact[]): void {
  const { plan, systems } = clusterOf(turn);
  const { webhooks } = plan.cluster;
  let after: Micros = micros(0);
  for (const fact of facts) {
    if (fact.type !== "admissionCalled") continue;
    const webhook = webhooks.find(({ name }) => name === fact.hook);
    if (webhook?.signer !== undefined && ownValue(systems, webhook.signer) !== undefined) {
      const review = `request-${id}-call-${fact.round}`;
      const record = webhook.recordBy === "review" ? review : (fact.recordId ?? "");
      const data = { key: `${request.kind}/${keyText(request)}`, review, record, takes: webhook.takes };
      post(turn, { to: webhook.signer, message: { type: "system.note", name: "sign", data }, after, rank: "work" });
    }
    after = micros(after + timeOf(webhooks, [fact.hook]));
  }
}
