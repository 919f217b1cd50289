import { expect, test } from "vitest";
import { course, LIST_BODY, play, RUN, SECOND } from "./informer-play.ts";
import type { HttpAction, Observation } from "./informer-vector.ts";

// What the REST client makes of an HTTP server's behaviour before the reflector hears of it: `rest/request.go:Watch, request`,
// `rest/with_retry.go @v0.36.3`, `am:api/errors/errors.go:NewGenericServerResponse`.

const STOP = [
  { at: 2_500_000, do: "stop" },
  { at: 2_500_000, do: "awaitRun" },
  { at: 9 * SECOND, do: "state" },
];

const OBJECT = {
  kind: "PartialObjectMetadata",
  apiVersion: "meta.k8s.io/v1",
  metadata: { name: "a", resourceVersion: "11" },
};

const HANGS: readonly HttpAction[] = [{ status: 200 }, { end: "hang" }];
const CLOSED: readonly HttpAction[] = [{ end: "close" }];

function requests(observed: readonly Observation[], kind: string): readonly number[] {
  return observed.filter((entry) => entry.type === "http.request" && entry.kind === kind).map(({ t }) => t / SECOND);
}

function refused(watch: readonly HttpAction[]): Observation | undefined {
  const observed = play({ http: { watch: [watch, [{ status: 200 }, { end: "hang" }]] }, steps: [RUN] });
  return observed.find(({ type }) => type === "watch.response");
}

test("a list whose connection breaks is tried again each second, and no more once Run's context is cancelled", () => {
  expect(requests(play({ http: { list: [CLOSED] }, steps: [RUN, ...STOP] }), "list")).toEqual([0, 1, 2]);
});

test("a list that the server never answers is given up at the stop, and the server sees the client go", () => {
  const observed = play({ http: { list: [[{ end: "hang" }]] }, steps: [RUN, ...STOP] });
  expect(observed.filter(({ type }) => type === "http.done")).toEqual([
    { t: 2_500_000, type: "http.done", kind: "list", n: 1, how: "hang" },
  ]);
  expect(course(observed).at(-1)).toBe("2.5 returned");
});

test("a body without a status line before it is an answer with 200", () => {
  const observed = play({ http: { list: [[{ write: LIST_BODY }, { end: "return" }]] }, steps: [RUN] });
  expect(observed.find(({ type }) => type === "list.response")).toMatchObject({ rv: "10", items: ["a@5"] });
  const event = JSON.stringify({ type: "MODIFIED", object: OBJECT });
  const watched = play({ http: { watch: [[{ write: event }, { end: "hang" }]] }, steps: [RUN] });
  expect(watched.find(({ type }) => type === "watch.event")).toMatchObject({ event: { object: "a@11" } });
});

test.each([
  [403, "Forbidden"],
  [404, "NotFound"],
  [406, "NotAcceptable"],
  [422, "Invalid"],
  [500, "InternalError"],
  [503, "ServiceUnavailable"],
  [504, "Timeout"],
])("a bare %d without a Status gets the reason %s", (code, reason) => {
  expect(refused([{ status: code }, { write: "sorry" }, { end: "return" }])).toMatchObject({ error: { code, reason } });
});

test("a bare 410 counts as gone although it has no reason", () => {
  const observed = play({
    http: {
      list: [
        [{ status: 410 }, { end: "return" }],
        [{ status: 200 }, { write: LIST_BODY }, { end: "return" }],
      ],
    },
    steps: [RUN],
  });
  expect(course(observed)).toEqual(["0 LIST 0 limit 500", '0 LIST "" limit 500', "0 WATCH 10"]);
});

test("a 503 with Retry-After is tried again inside the client; the reflector does not hear of it", () => {
  const busy: readonly HttpAction[] = [{ status: 503, headers: { "Retry-After": "2" } }, { end: "return" }];
  const observed = play({
    http: { watch: [busy, [{ status: 200 }, { end: "hang" }]] },
    steps: [RUN, { at: 3 * SECOND, do: "state" }],
  });
  expect(requests(observed, "watch")).toEqual([0, 2]);
  expect(course(observed)).toEqual(["0 LIST 0 limit 500", "0 WATCH 10"]);
});

test.each<[string, object]>([
  ["an event type that the API does not have", { type: "WEIRD", object: OBJECT }],
  ["no event type", { object: OBJECT }],
  ["an object without a kind", { type: "MODIFIED", object: { metadata: OBJECT.metadata } }],
  ["a kind that the client does not know", { type: "MODIFIED", object: { ...OBJECT, kind: "Pod" } }],
  ["no object", { type: "MODIFIED" }],
  ["metadata that are none", { type: "MODIFIED", object: { ...OBJECT, metadata: 7 } }],
])(
  "an event that cannot be decoded, here by %s, ends the stream with an ERROR event 500 (rest/watch/decoder.go:Decode)",
  (_, event) => {
    const observed = play({
      http: { watch: [[{ status: 200 }, { write: JSON.stringify(event) }, { end: "hang" }], HANGS] },
      steps: [RUN, { at: 2 * SECOND, do: "state" }],
    });
    expect(observed.filter(({ type }) => type === "watch.event").map((entry) => entry.event)).toEqual([
      { type: "ERROR", status: { code: 500, reason: "InternalError" } },
    ]);
    expect(course(observed).slice(2)).toEqual(["0 backoff loop 0.8", "1.2 LIST 10", "1.2 WATCH 10"]);
  },
);

test("what is decoded but is no object of the informer's type is told with its own (reflector.go:handleAnyWatch)", () => {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", code: 500 };
  const body = JSON.stringify({ type: "MODIFIED", object: status });
  const observed = play({ http: { watch: [[{ status: 200 }, { write: body }, { end: "hang" }]] }, steps: [RUN] });
  expect(observed.find(({ type }) => type === "watch.event")).toMatchObject({
    event: { type: "MODIFIED", object: { wrongType: "Status" } },
  });
});

test.each([
  ["soon", [0]],
  ["1.5", [0]],
  ["Fri, 31 Dec 1999 23:59:59 GMT", [0]],
  ["+2", [0, 2]],
  ["0", [0, 0]],
  ["-1", [0, 0]],
])("Retry-After: %s is taken as strconv.Atoi takes it (rest/with_retry.go:retryAfterSeconds)", (value, times) => {
  const busy: readonly HttpAction[] = [{ status: 503, headers: { "Retry-After": value } }, { end: "return" }];
  const observed = play({
    http: { watch: [busy, HANGS] },
    steps: [RUN, { at: 400_000, do: "state" }, { at: 3 * SECOND, do: "stop" }],
  });
  // Without a retry the reflector hears of the 503, waits, and lists again before it watches.
  const lists = requests(observed, "list").length;
  expect(requests(observed, "watch").slice(0, lists === 1 ? 2 : 1)).toEqual(times);
  expect(lists).toBe(times.length === 1 ? 2 : 1);
});

test.each<["close" | "reset", string]>([
  ["close", "unexpectedEOF"],
  ["reset", "ECONNRESET"],
])(
  "a body that breaks off by %s fails the request with %s and is not asked for again (rest/request.go:transformResponse)",
  (end, network) => {
    const cut: readonly HttpAction[] = [{ status: 200 }, { write: LIST_BODY.slice(0, 20) }, { end }];
    const observed = play({ http: { list: [cut] }, steps: [RUN] });
    expect(observed.find(({ type }) => type === "list.response")).toMatchObject({ error: { network } });
    expect(requests(observed, "list")).toEqual([0]);
    expect(refused([{ status: 500 }, { write: "part" }, { end }])).toMatchObject({ error: { network } });
  },
);

test.each([
  [
    "a Status of failure",
    { kind: "Status", status: "Failure", code: 410, reason: "Expired" },
    { code: 410, reason: "Expired" },
  ],
  ["a Status of success", { kind: "Status", status: "Success" }, { other: "other" }],
  ["a single object", OBJECT, { other: "other" }],
  ["no kind", { metadata: { resourceVersion: "10" }, items: [] }, { other: "other" }],
])("a LIST that is answered with 200 and %s fails", (_, body, error) => {
  const observed = play({
    http: { list: [[{ status: 200 }, { write: JSON.stringify(body) }, { end: "return" }]] },
    steps: [RUN],
  });
  expect(observed.find(({ type }) => type === "list.response")).toMatchObject({ error });
});

test("a WATCH makes do with nothing but 200, a LIST with every code of success that brings a list (rest/request.go:Watch)", () => {
  expect(refused([{ status: 202 }, { end: "return" }])).toMatchObject({ error: { other: "other" } });
  const observed = play({ http: { list: [[{ status: 202 }, { write: LIST_BODY }, { end: "return" }]] }, steps: [RUN] });
  expect(observed.find(({ type }) => type === "list.response")).toMatchObject({ rv: "10" });
});

test("a server that notices late that its client has gone ends its answer then", () => {
  const slow: readonly HttpAction[] = [{ status: 200 }, { sleep: 2 * SECOND }, { end: "hang" }];
  const observed = play({
    http: { watch: [slow] },
    steps: [RUN, { at: SECOND, do: "stop" }, { at: 9 * SECOND, do: "state" }],
  });
  expect(observed.filter(({ type, kind }) => type === "http.done" && kind === "watch")).toEqual([
    { t: 2 * SECOND, type: "http.done", kind: "watch", n: 1, how: "hang" },
  ]);
});

test("a LIST that the stop cancels comes back with the context's error", () => {
  const observed = play({ http: { list: [[{ end: "hang" }]] }, steps: [RUN, { at: SECOND, do: "stop" }] });
  expect(observed.find(({ type }) => type === "list.response")).toMatchObject({
    t: SECOND,
    error: { other: "context" },
  });
});
