import type { KindInfo } from "../../kubernetes/kind.ts";
import { failure, type Status } from "../../kubernetes/status.ts";
import {
  internalError,
  listExpired,
  priorityAndFairnessRejected,
  requestTimeout,
  serviceUnavailable,
  tooManyRequests,
  tooOldResourceVersion,
} from "../../kubernetes/status-error.ts";
import type { ApiRequest } from "./request.ts";

/** What a request gets from a fault. `streamError` is HTTP 200 with one ERROR event, for watches. */
export type FaultAnswer = { readonly type: "status" | "streamError"; readonly status: Status };

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

/** The Status of an ERROR event that a fault sends in a stream; 429 is a Status there, and no plain text. */
export function streamErrorByFault(code: number, asked: number): Status {
  if (code === 429) return tooManyRequests("Too many requests, please try again later.", 1);
  return faultAnswer(code, "watch", asked).status;
}

/** Judges whether a user may do this; the answer for a refusal is made by the server. */
export type Authorize = (request: ApiRequest, info: KindInfo) => boolean;

/** Everybody may do everything. */
export const authorizeAll: Authorize = () => true;
