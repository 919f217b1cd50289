import { chance, jitter } from "../../kernel/turn.ts";
import type { ClusterTurn } from "../cluster.ts";
import type { RequestDraws } from "../server/api-server.ts";
import { generateNameTries, nameSuffix, uidFrom } from "../server/generate-name.ts";
import type { ApiRequest } from "../server/request.ts";

/** The random values that a request may use at the server: uids, suffixes of generated names, the spread of deadlines. */
export function drawsFor(turn: ClusterTurn, request: ApiRequest): RequestDraws {
  if (request.verb === "watch")
    return { uid: "", nameSuffixes: [], jitter: jitter(turn, "watchDeadline", request.client) };
  if (request.verb !== "create" || request.subresource === "binding") return { uid: "", nameSuffixes: [], jitter: 0 };
  const uid = uidFrom(Array.from({ length: 4 }, () => chance(turn, "uid", request.kind)));
  const isGenerated = request.body.metadata.name === undefined;
  const nameSuffixes = isGenerated
    ? Array.from({ length: generateNameTries }, () => nameSuffix(chance(turn, "name", request.kind)))
    : [];
  return { uid, nameSuffixes, jitter: 0 };
}
