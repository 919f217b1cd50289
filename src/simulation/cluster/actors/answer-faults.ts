import { ownValue } from "../../../base/own-value.ts";
import { record, withCause } from "../../kernel/turn.ts";
import type { DraftMeta } from "../../kubernetes/object.ts";
import type { Status } from "../../kubernetes/status.ts";
import { alreadyExists, conflict, forbidden } from "../../kubernetes/status-error.ts";
import type { RequestMatcher } from "../actions.ts";
import { type ActiveFault, type ClusterTurn, change } from "../cluster.ts";
import { faultAnswer } from "../server/answer-fault.ts";
import type { ApiServer, Outcome } from "../server/api-server.ts";
import type { ApiRequest } from "../server/request.ts";
import { USER } from "./names.ts";

/** What is left of a fault that does not count its answers. */
export const ENDLESS = Number.MAX_SAFE_INTEGER;

/** The first fault in force that answers a request in place of the server. */
export function answersFor(faults: readonly ActiveFault[], request: ApiRequest): ActiveFault | undefined {
  return faults.find(
    (fault) => fault.answer !== undefined && fault.answer.left > 0 && meets(fault.answer.match, request),
  );
}

/** A fault that answers a number of requests has one less to go; the last one ends it. */
export function spendFault(turn: ClusterTurn, fault: ActiveFault): void {
  if (fault.answer === undefined || fault.answer.left === ENDLESS) return;
  const left = fault.answer.left - 1;
  const spent: ActiveFault = { ...fault, answer: { ...fault.answer, left } };
  change(turn, ({ faults }) => ({
    faults:
      left === 0
        ? faults.filter(({ id }) => id !== fault.id)
        : faults.map((each) => (each.id === fault.id ? spent : each)),
  }));
  if (left > 0) return;
  const { fault: name, target } = fault;
  withCause(turn, turn.cause, () => record(turn, USER, { type: "fault.end", fault: name, target }));
}

/** What a request gets from a fault that gives a status code in place of the server. */
export function faultOutcome(fault: ActiveFault, code: number, request: ApiRequest, server: ApiServer): Outcome {
  const asked = request.verb === "watch" ? Number(request.options.resourceVersion ?? 0) || 0 : 0;
  const answer = faultAnswer(code, request.verb, asked);
  if (answer.type === "streamError") return { type: "errorStream", event: { type: "ERROR", object: answer.status } };
  const status = knownStatus(code, request, server) ?? answer.status;
  return { type: "response", response: { type: "status", status: withRetryAfter(status, fault) } };
}

/** 403 and 409 as the server words them: about the kind and the object. */
function knownStatus(code: number, request: ApiRequest, server: ApiServer): Status | undefined {
  const info = ownValue(server.kinds, request.kind);
  if (info === undefined) return undefined;
  const { user, verb, namespace } = request;
  const metadata: DraftMeta = request.verb === "create" ? request.body.metadata : {};
  const name = "name" in request ? request.name : metadata.name;
  if (code === 403) {
    const named = name === undefined ? {} : { name };
    const scope = info.namespaced && namespace !== undefined ? { namespace } : {};
    return forbidden(info, { user, verb, ...named, ...scope });
  }
  if (code !== 409) return undefined;
  return request.verb === "create" ? alreadyExists(info, name ?? "", false) : conflict(info, name ?? "");
}

/** The fault's own Retry-After in place of what the server says by itself; 0 takes it away. */
function withRetryAfter(status: Status, fault: ActiveFault): Status {
  const wanted = fault.answer?.retryAfterSeconds;
  if (wanted === undefined) return status;
  const { retryAfterSeconds: _replaced, ...rest } = status.details ?? {};
  return { ...status, details: wanted === 0 ? rest : { ...rest, retryAfterSeconds: wanted } };
}

function meets(match: RequestMatcher, request: ApiRequest): boolean {
  const name = "name" in request ? request.name : undefined;
  return (
    (match.verb === undefined || match.verb === request.verb) &&
    (match.kind === undefined || match.kind === request.kind) &&
    (match.client === undefined || match.client === request.client) &&
    (match.name === undefined || match.name === name)
  );
}
