import { type Micros, seconds } from "../../../base/time.ts";
import { failure, type Status } from "../../kubernetes/status.ts";
import type { StreamMessage } from "./messages.ts";
import type { NetworkFailure, RequestError } from "./request-error.ts";

/** How one attempt of a request came back: with its response headers, or without. */
export type AttemptOutcome =
  | { readonly type: "accepted" }
  /** `retryAfterSeconds`: the Retry-After header, if any. */
  | { readonly type: "answered"; readonly status: Status; readonly retryAfterSeconds: number | undefined }
  | { readonly type: "broken"; readonly failure: NetworkFailure };

/** What the REST client makes of an attempt before the reflector hears of anything. */
export type AttemptDecision =
  | { readonly type: "accept" }
  | { readonly type: "retry"; readonly after: Micros }
  /** A WATCH that succeeds with a stream that is closed already. */
  | { readonly type: "emptyWatch" }
  | { readonly type: "fail"; readonly error: RequestError };

/** How a response body ended, seen from the client. */
export type StreamEnd = "complete" | "cut" | "reset" | "timeout" | "undecodable";

/** A request is sent again up to this often (`rest/request.go:defaultMaxRetries @v0.36.3`). */
export const MAX_RETRIES = 10;

const BROKEN_RETRY_AFTER = seconds(1);

/** Requests as the client tells them apart: a GET of one object is tried again like a LIST, a write only when the server says when. */
export type RetryClass = "list" | "get" | "watch" | "write";

/**
 * Decides over attempt number `attempt` (from 1) of a request. Broken connections are tried again after a second, unless the request
 * writes; 429 and 5xx only with Retry-After, a refused connection never. A WATCH whose retries are used up succeeds with an empty
 * stream, so that the reflector opens the next one at once (`rest/with_retry.go:IsNextRetry`, `rest/request.go:Watch, request @v0.36.3`).
 */
export function decideAttempt(verb: RetryClass, attempt: number, outcome: AttemptOutcome): AttemptDecision {
  const mayRetry = attempt <= MAX_RETRIES;
  switch (outcome.type) {
    case "accepted":
      return { type: "accept" };
    case "broken": {
      if (!isTransient(verb, outcome.failure))
        return { type: "fail", error: { type: "network", failure: outcome.failure } };
      if (mayRetry) return { type: "retry", after: BROKEN_RETRY_AFTER };
      if (verb === "watch") return { type: "emptyWatch" };
      return { type: "fail", error: { type: "network", failure: outcome.failure } };
    }
    case "answered": {
      const { status, retryAfterSeconds } = outcome;
      const isBusy = status.code === 429 || (status.code >= 500 && status.code < 600);
      if (mayRetry && isBusy && retryAfterSeconds !== undefined)
        return { type: "retry", after: seconds(retryAfterSeconds) };
      return { type: "fail", error: { type: "status", status } };
    }
  }
}

/**
 * Go's HTTP transport itself sends a request once more, at once, if it was put on a connection kept from an earlier one and that
 * connection breaks before the first byte of an answer (`net/http:persistConn.shouldRetryRequest`).
 */
export function isResentAtOnce(connectionWasReused: boolean, outcome: AttemptOutcome): boolean {
  return (
    connectionWasReused &&
    outcome.type === "broken" &&
    outcome.failure !== "ECONNREFUSED" &&
    outcome.failure !== "timeout"
  );
}

/**
 * What the reflector sees at the end of a stream: a closed channel for a clean end and for every kind of broken connection, even in
 * the middle of an event; an ERROR event 500 first for bytes that are not an event (`apimachinery pkg/watch/streamwatcher.go:receive`).
 */
export function messagesAtEnd(n: number, end: StreamEnd): readonly StreamMessage[] {
  const ended = { type: "watch.ended", n } as const;
  if (end !== "undecodable") return [ended];
  const status = failure(500, "InternalError", "unable to decode an event from the watch stream");
  return [{ type: "watch.frame", n, event: { type: "ERROR", object: status } }, ended];
}

/** Reads retry resets and ends of file, WATCH also time-outs; none a refusal. Writes are not idempotent. */
function isTransient(verb: RetryClass, broken: NetworkFailure): boolean {
  if (verb === "write") return false;
  switch (broken) {
    case "EOF":
    case "ECONNRESET":
      return true;
    case "timeout":
      return verb === "watch";
    case "ECONNREFUSED":
    case "unexpectedEOF":
      return false;
  }
}
