import { type ClusterTurn, clusterOf } from "../cluster.ts";
import { openSeams, type ServerSeams } from "../server/api-server.ts";

/** What surrounds the API servers' handlers: who may do what. Webhooks and schemas of custom resources let everything through. */
export function seamsOf(turn: ClusterTurn): ServerSeams {
  const { denied } = clusterOf(turn);
  if (denied.length === 0) return openSeams;
  return {
    ...openSeams,
    authorize: ({ user, verb, kind }) =>
      !denied.some((each) => each.process === user && each.verb === verb && each.kind === kind),
  };
}
