import { assert } from "../../../base/assert.ts";
import { type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { creationOf } from "../given.ts";
import { handleRequest, openSeams } from "../server/api-server.ts";
import { serverOf } from "./cache-access.ts";
import { recordCommits } from "./commits.ts";
import { drawsFor } from "./draws.ts";

/** Stores the objects that the plan begins with, in its order, as if they had been created before the run. */
export function seedObjects(turn: ClusterTurn): void {
  const [server = "a"] = Object.keys(clusterOf(turn).servers);
  for (const body of clusterOf(turn).plan.given) {
    const request = creationOf(clusterOf(turn).kinds, body);
    const { api } = serverOf(turn, server);
    const { etcd } = clusterOf(turn);
    const handled = handleRequest(api, etcd, {
      request,
      now: turn.world.now,
      draws: drawsFor(turn, request),
      seams: openSeams,
      waiting: undefined,
    });
    const { outcome } = handled;
    assert(
      outcome.type === "response" && outcome.response.type === "object",
      () => `given ${request.kind} ${body.metadata.name ?? ""}: ${JSON.stringify(outcome)}`,
    );
    change(turn, () => ({ etcd: handled.etcd }));
    turn.cause = undefined;
    recordCommits(turn, handled.events);
  }
}
