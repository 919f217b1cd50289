import { ownValue } from "../../../base/own-value.ts";
import { chance, jitter } from "../../kernel/turn.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { type ClusterTurn, clusterOf } from "../cluster.ts";
import { etcdGet } from "../etcd.ts";
import type { RequestDraws } from "../server/api-server.ts";
import { generateNameTries, nameSuffix, uidFrom } from "../server/generate-name.ts";
import type { ApiRequest } from "../server/request.ts";

/** The random values that a request may use at the server: uids, suffixes of generated names, the spread of deadlines. */
export function drawsFor(turn: ClusterTurn, request: ApiRequest): RequestDraws {
  if (request.verb === "watch")
    return { uid: "", nameSuffixes: [], jitter: jitter(turn, "watchDeadline", request.client) };
  if (!mayCreate(turn, request)) return { uid: "", nameSuffixes: [], jitter: 0 };
  const uid = uidFrom(Array.from({ length: 4 }, () => chance(turn, "uid", request.kind)));
  const isGenerated = request.verb === "create" && request.body.metadata.name === undefined;
  const nameSuffixes = isGenerated
    ? Array.from({ length: generateNameTries }, () => nameSuffix(chance(turn, "name", request.kind)))
    : [];
  return { uid, nameSuffixes, jitter: 0 };
}

/** Whether a request makes a new object: a POST does, and so do an apply and a PUT where none is. */
function mayCreate(turn: ClusterTurn, request: ApiRequest): boolean {
  if (request.verb === "create") return request.subresource !== "binding";
  if (request.verb !== "update" && !(request.verb === "patch" && request.body.type === "apply")) return false;
  const { etcd, kinds } = clusterOf(turn);
  const info = ownValue(kinds, request.kind);
  if (info === undefined || request.subresource !== undefined) return false;
  const key = objectKey(info.namespaced ? request.namespace : undefined, request.name);
  return (request.verb === "patch" || info.createOnUpdate) && etcdGet(etcd, info.id, key) === undefined;
}
