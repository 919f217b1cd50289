import { expect, test } from "vitest";
import type { WatchEvent } from "../simulation/kubernetes/watch-event.ts";
import { testFrame } from "./test-frame.ts";
import { wireLineOf, wireText } from "./wire-line.ts";

const bookmark: WatchEvent = {
  type: "BOOKMARK",
  object: { apiVersion: "v1", kind: "Pod", metadata: { resourceVersion: "620" } },
};
const error: WatchEvent = {
  type: "ERROR",
  object: { apiVersion: "v1", kind: "Status", metadata: {}, status: "Failure", code: 410, reason: "Expired" },
};

/** The test frame with an older and a newer stream of one client and kind. */
function frameWith(newer: { readonly sent: WatchEvent | undefined; readonly taken: WatchEvent | undefined }) {
  const frame = testFrame;
  const [server] = frame.servers;
  const [first] = server?.streams ?? [];
  if (server === undefined || first === undefined) throw new Error("the test frame has a server with a stream");
  const streams = [
    { ...first, sent: bookmark, taken: bookmark },
    { ...first, id: first.id + 1, ...newer },
    { ...first, id: first.id + 2, client: "kubelet/node-1", sent: bookmark },
  ];
  return { ...frame, servers: [{ ...server, streams }] };
}

test("a stream shows the newest line that was written, its reflector the newest that was read", () => {
  const frame = frameWith({ sent: error, taken: undefined });
  expect(wireLineOf(frame, "server/a/watch/web/Pod")).toEqual({ end: "written", event: error });
  expect(wireLineOf(frame, "web/Pod/reflector")).toEqual({ end: "read", event: bookmark });
});

test("a client's name may have a slash in it", () => {
  const frame = frameWith({ sent: error, taken: error });
  expect(wireLineOf(frame, "server/a/watch/kubelet/node-1/Pod")).toEqual({ end: "written", event: bookmark });
});

test("nobody else has lines, and a stream that just opened has none yet", () => {
  const frame = frameWith({ sent: undefined, taken: undefined });
  expect(wireLineOf(frame, "server/a/watch/web/Pod")).toBeUndefined();
  expect(wireLineOf(frame, "web/Pod/process")).toBeUndefined();
  expect(wireLineOf(frame, "web/queue")).toBeUndefined();
});

test("a line is an object of two members: the type and the object, which begins with its kind", () => {
  expect(JSON.parse(wireText(bookmark))).toEqual(bookmark);
  expect(wireText(bookmark).replaceAll(/\s/g, "")).toBe(
    '{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"620"}}}',
  );
});
