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
  const event = JSON.stringify({ type: "MODIFIED", object: { metadata: { name: "a", resourceVersion: "11" } } });
  const watched = play({ http: { watch: [[{ write: event }, { end: "hang" }]] }, steps: [RUN] });
  expect(watched.find(({ type }) => type === "watch.event")).toMatchObject({ event: { object: "a@11" } });
});

test.each([
  [403, "Forbidden"],
  [404, "NotFound"],
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
