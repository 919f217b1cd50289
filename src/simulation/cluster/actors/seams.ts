import { type ClusterTurn, clusterOf } from "../cluster.ts";
import { openSeams, type ServerSeams } from "../server/api-server.ts";
import { type AskSigner, admitWith } from "./webhooks.ts";

/** What surrounds the API servers' handlers: who may do what, and admission webhooks with the signers behind them. */
export function seamsOf(turn: ClusterTurn, askSigner: AskSigner): ServerSeams {
  const { denied, plan } = clusterOf(turn);
  const { webhooks } = plan.cluster;
  if (denied.length === 0 && webhooks.length === 0) return openSeams;
  return {
    ...openSeams,
    authorize: ({ client, verb, kind }) =>
      !denied.some((each) => each.process === client && each.verb === verb && each.kind === kind),
    admit: admitWith(webhooks, askSigner),
  };
}
