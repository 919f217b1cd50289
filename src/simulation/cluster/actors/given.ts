import { assert } from "../../../base/assert.ts";
import { kindIdOf } from "../../kubernetes/kind-registry.ts";
import { type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { handleRequest, openSeams } from "../server/api-server.ts";
import type { ApiRequest } from "../server/request.ts";
import { serverOf } from "./cache-access.ts";
import { recordCommits } from "./commits.ts";
import { drawsFor } from "./draws.ts";

/** Who made the objects that exist from the beginning. */
const GIVEN = "given";

/** Stores the objects that the plan begins with, in its order, as if they had been created before the run. */
export function seedObjects(turn: ClusterTurn): void {
  const [server = "a"] = Object.keys(clusterOf(turn).servers);
  for (const body of clusterOf(turn).plan.given) {
    const { metadata } = body;
    const kind = kindIdOf(clusterOf(turn).kinds, body);
    const place = metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
    const request: ApiRequest = { verb: "create", kind, ...place, user: GIVEN, client: GIVEN, body, options: {} };
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
      () => `given ${kind} ${metadata.name ?? ""}: ${JSON.stringify(outcome)}`,
    );
    change(turn, () => ({ etcd: handled.etcd }));
    turn.cause = undefined;
    recordCommits(turn, handled.events);
  }
}
