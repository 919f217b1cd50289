import { record, withCause } from "../../kernel/turn.ts";
import type { Status } from "../../kubernetes/status.ts";
import type { Call, ClusterTurn } from "../cluster.ts";
import type { ApiRequest, ApiResponse } from "../server/request.ts";
import { auditComplete, auditUnknown } from "./audit-log.ts";
import { keyText, subresourceFact } from "./call-store.ts";
import { serverActor } from "./names.ts";

/** Shows the answer of a server, and writes it to the audit log. */
export function recordResponse(turn: ClusterTurn, call: Call, response: ApiResponse, fault: boolean): void {
  const { request, client, id } = call;
  const key = answeredKey(request, response);
  const place = { request: id, client, verb: request.verb, kind: request.kind, key, ...subresourceFact(request) };
  const told = answerFields(response);
  if (told.code === 401) auditUnknown(turn, call);
  else auditComplete(turn, call, told);
  withCause(turn, turn.cause, () =>
    record(turn, serverActor(call.server), { type: "api.response", ...place, ...told, fault }),
  );
}

function answerFields(response: ApiResponse) {
  switch (response.type) {
    case "object":
      return { code: response.code, reason: "", message: "", rv: response.object.metadata.resourceVersion, items: -1 };
    case "list":
      return { code: 200, reason: "", message: "", rv: response.resourceVersion, items: response.items.length };
    case "status": {
      const { reason = "", message = "" }: Status = response.status;
      return { code: response.status.code ?? 200, reason, message, rv: "", items: -1 };
    }
  }
}

function answeredKey(request: ApiRequest, response: ApiResponse): string {
  if (response.type !== "object") return keyText(request);
  const { namespace, name } = response.object.metadata;
  return namespace === undefined ? name : `${namespace}/${name}`;
}
