import { expect, test } from "vitest";
import { failure } from "../../kubernetes/status.ts";
import { type AttemptOutcome, decideAttempt, isResentAtOnce, messagesAtEnd } from "./rest.ts";

const eof: AttemptOutcome = { type: "broken", failure: "EOF" };
const refused: AttemptOutcome = { type: "broken", failure: "ECONNREFUSED" };

function answered(code: number, retryAfterSeconds?: number): AttemptOutcome {
  return { type: "answered", status: failure(code, "", ""), retryAfterSeconds };
}

test("a connection that breaks before the headers is tried ten times more, a second apart", () => {
  expect(decideAttempt("watch", 1, eof)).toEqual({ type: "retry", after: 1_000_000 });
  expect(decideAttempt("watch", 10, eof)).toEqual({ type: "retry", after: 1_000_000 });
});

test("after the last try a WATCH succeeds with an empty stream and a LIST fails", () => {
  expect(decideAttempt("watch", 11, eof)).toEqual({ type: "emptyWatch" });
  expect(decideAttempt("list", 11, eof)).toEqual({ type: "fail", error: { type: "network", failure: "EOF" } });
});

test("a write is not tried again when its connection breaks, but when the server says when", () => {
  expect(decideAttempt("write", 1, eof)).toEqual({ type: "fail", error: { type: "network", failure: "EOF" } });
  expect(decideAttempt("get", 1, eof).type).toBe("retry");
  expect(decideAttempt("write", 1, answered(429, 2))).toEqual({ type: "retry", after: 2_000_000 });
});

test("a refused connection fails at once", () => {
  expect(decideAttempt("watch", 1, refused)).toEqual({
    type: "fail",
    error: { type: "network", failure: "ECONNREFUSED" },
  });
});

test("429 and 5xx are tried again only when they say when", () => {
  expect(decideAttempt("list", 1, answered(429, 3))).toEqual({ type: "retry", after: 3_000_000 });
  expect(decideAttempt("list", 1, answered(503, 1))).toEqual({ type: "retry", after: 1_000_000 });
  expect(decideAttempt("list", 1, answered(503)).type).toBe("fail");
  expect(decideAttempt("list", 1, answered(410, 1)).type).toBe("fail");
  expect(decideAttempt("list", 11, answered(429, 1)).type).toBe("fail");
});

test("the transport itself repeats a request on a kept connection that broke", () => {
  expect([isResentAtOnce(true, eof), isResentAtOnce(false, eof), isResentAtOnce(true, refused)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a stream that breaks, even within an event, only ends; undecodable bytes are an ERROR event first", () => {
  expect(messagesAtEnd(3, "cut")).toEqual([{ type: "watch.ended", n: 3 }]);
  expect(messagesAtEnd(3, "undecodable")).toMatchObject([
    { event: { type: "ERROR", object: { code: 500 } } },
    { type: "watch.ended" },
  ]);
});
