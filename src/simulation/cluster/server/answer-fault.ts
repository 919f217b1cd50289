import type { KindInfo } from "../../kubernetes/kind.ts";
import { failure, type Status } from "../../kubernetes/status.ts";
import {
  internalError,
  listExpired,
  priorityAndFairnessRejected,
  requestTimeout,
  serviceUnavailable,
  tooOldResourceVersion,
} from "../../kubernetes/status-error.ts";
import type { ApiRequest } from "./request.ts";

/** Which requests a fault meets; a part left out matches everything. */
export type RequestMatcher = {
  readonly verbs?: readonly ApiRequest["verb"][];
  readonly kind?: string;
  readonly client?: string;
  readonly name?: string;
};

/** What a request that meets a fault gets. `streamError` is HTTP 200 with one ERROR event, for watches. */
export type FaultAnswer =
  | { readonly type: "status"; readonly status: Status }
  | { readonly type: "streamError"; readonly status: Status }
  | { readonly type: "connectionRefused" | "connectionReset" | "hang" };

/** A fault that answers in place of the server, for the next `times` requests that match. */
export type AnswerFault = {
  readonly id: string;
  readonly match: RequestMatcher;
  /** How often it still answers. */
  readonly times: number;
  readonly answer: FaultAnswer;
};

/** The first fault that meets the request, and the faults that are left after it. */
export function meetFault(
  faults: readonly AnswerFault[],
  request: ApiRequest,
): { readonly fault: AnswerFault; readonly left: readonly AnswerFault[] } | undefined {
  const at = faults.findIndex((fault) => fault.times > 0 && meets(fault.match, request));
  const fault = faults[at];
  if (fault === undefined) return undefined;
  const left = fault.times > 1 ? faults.with(at, { ...fault, times: fault.times - 1 }) : faults.toSpliced(at, 1);
  return { fault, left };
}

function meets(match: RequestMatcher, request: ApiRequest): boolean {
  const name = "name" in request ? request.name : undefined;
  return (
    (match.verbs === undefined || match.verbs.includes(request.verb)) &&
    (match.kind === undefined || match.kind === request.kind) &&
    (match.client === undefined || match.client === request.client) &&
    (match.name === undefined || match.name === name)
  );
}

/** The usual answer for a status code: 410 comes in the stream of a watch and as HTTP error otherwise. */
export function faultAnswer(code: number, verb: ApiRequest["verb"], asked: number): FaultAnswer {
  switch (code) {
    case 410:
      if (verb === "watch") return { type: "streamError", status: tooOldResourceVersion(asked, asked + 1) };
      return { type: "status", status: listExpired() };
    case 429:
      return { type: "status", status: priorityAndFairnessRejected(1) };
    case 500:
      return { type: "status", status: internalError("injected fault") };
    case 503:
      return { type: "status", status: serviceUnavailable("the server is currently unable to handle the request", 0) };
    case 504:
      return { type: "status", status: requestTimeout() };
    default:
      return { type: "status", status: failure(code, "", "injected fault") };
  }
}

/** Judges whether a user may do this; the answer for a refusal is made by the server. */
export type Authorize = (request: ApiRequest, info: KindInfo) => boolean;

/** Everybody may do everything. */
export const authorizeAll: Authorize = () => true;
