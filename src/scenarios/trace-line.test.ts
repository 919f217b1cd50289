import { expect, test } from "vitest";
import { micros } from "../base/time.ts";
import { traceJson, traceLine } from "./trace-line.ts";

const event = {
  seq: 12,
  step: 3,
  at: micros(12_842_001),
  actor: "web/Pod/reflector",
  cause: 9,
  fact: {
    type: "list.response",
    n: 2,
    rv: "900",
    objects: ["a@1"],
    continue: "",
    message: "too old",
    paged: false,
    reason: undefined,
  },
};

test("a line says what happened, when, to whom, and because of what", () => {
  expect(traceLine(event)).toBe(
    'e12 s3 12.842001 web/Pod/reflector list.response n=2 rv=900 objects=["a@1"] continue="" message="too old" paged=false <-e9',
  );
  expect(traceLine({ ...event, cause: undefined, fact: { type: "fifo.synced" } })).toBe(
    "e12 s3 12.842001 web/Pod/reflector fifo.synced",
  );
});

test("a line of JSON holds the same", () => {
  expect(JSON.parse(traceJson(event))).toEqual({
    seq: 12,
    step: 3,
    at: 12_842_001,
    actor: "web/Pod/reflector",
    type: "list.response",
    cause: 9,
    n: 2,
    rv: "900",
    objects: ["a@1"],
    continue: "",
    message: "too old",
    paged: false,
  });
});
