import { type ClusterTurn, clusterOf } from "../cluster.ts";
import { usernameOf } from "../identity.ts";

/** Who sends a request: the process for faults and traces, and the identity that the server sees. */
export function senderOf(turn: ClusterTurn, client: string): { readonly client: string; readonly user: string } {
  return { client, user: usernameOf(client, clusterOf(turn).plan.controllers) };
}
