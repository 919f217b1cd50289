// Goal: the trail shows when a client falls out of the server's window. Method: events as the trace's columns hold them.
import { expect, test } from "vitest";
import { historyTrail, isLost, pointAt } from "./history-trail.ts";
import { columnsOf } from "./timeline/test-columns.ts";

const cache = "server/a/cache/Pod";
const columns = columnsOf([
  { at: 0, lane: cache, type: "cache.list", label: "595" },
  { at: 1, lane: "web/Pod/reflector", type: "reflector.rv", label: "595" },
  { at: 2, lane: "web/ReplicaSet/reflector", type: "reflector.rv", label: "600" },
  { at: 3, lane: "etcd", type: "etcd.commit", label: "601" },
  { at: 4, lane: cache, type: "cache.apply", label: "595" },
  { at: 5, lane: "server/a/watch/web/Pod", type: "stream.bookmark", label: "601" },
  { at: 6, lane: "etcd", type: "etcd.compact", label: "compacted 598" },
  { at: 7, lane: "etcd", type: "etcd.compact", label: "" },
  { at: 8, lane: cache, type: "cache.apply", label: "596" },
]);
const trail = historyTrail(columns, { process: "web", kind: "Pod" }, "a");

test("each event that moved something is a point; those of other informers and those that moved nothing are not", () => {
  expect(trail.points.map(({ seq }) => seq)).toEqual([0, 1, 3, 5, 6, 8]);
  expect(trail.points.at(-1)).toMatchObject({ head: 601, compacted: 598, oldest: 596, resume: 595 });
});

test("the client is lost from the moment at which the window has passed it", () => {
  expect(trail.points.map(isLost)).toEqual([false, false, false, false, false, true]);
});

test("the scale holds the whole run, and the cursor stands at the newest point before it", () => {
  expect(trail.scale).toEqual({ from: 594, to: 601 });
  expect([pointAt(trail, -1), pointAt(trail, 2), pointAt(trail, 99)]).toEqual([-1, 1, 5]);
});
