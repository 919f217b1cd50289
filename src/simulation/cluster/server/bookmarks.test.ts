import { expect, test } from "vitest";
import { etcdNoise } from "../etcd.ts";
import type { ListOptions } from "./request.ts";
import { tickBookmarks } from "./server-caches.ts";
import type { ServerFact, WatchId } from "./server-fact.ts";
import {
  configMap,
  createRequest,
  line,
  type TestCluster,
  testCluster,
  watchIn,
  watchRequest,
} from "./test-cluster.ts";
import { defaultCacheSettings } from "./watch-cache.ts";

function open(cluster: TestCluster, options: ListOptions): WatchId {
  return watchIn(cluster.handle(watchRequest("ConfigMap", options)));
}

/** Other kinds are written: etcd's revision moves and the cache hears of it. */
function elsewhere(cluster: TestCluster): void {
  cluster.setEtcd(etcdNoise(cluster.etcd(), 1));
  cluster.sync();
}

function tick(cluster: TestCluster): readonly ServerFact[] {
  return cluster.apply(tickBookmarks(cluster.server(), "ConfigMap", cluster.now()));
}

/** Lets time pass with a tick each second and gives the seconds at which bookmarks came. */
function bookmarkTimes(cluster: TestCluster, watch: WatchId, total: number): readonly number[] {
  const times: number[] = [];
  for (let second = 1; second <= total; second++) {
    cluster.pass(1);
    tick(cluster);
    if (cluster.take("ConfigMap", watch).events.length > 0) times.push(second);
  }
  return times;
}

// B.6, G15
test("bookmarks come once a minute when the cache moved past the start of the watch", () => {
  const cluster = testCluster();
  const watch = open(cluster, { resourceVersion: "1", allowWatchBookmarks: true });
  elsewhere(cluster);
  expect(bookmarkTimes(cluster, watch, 125)).toEqual([60, 120]);
});

test("a bookmark carries the last revision that the cache handed out", () => {
  const cluster = testCluster();
  const watch = open(cluster, { resourceVersion: "1", allowWatchBookmarks: true });
  cluster.handle(createRequest(configMap("a")));
  elsewhere(cluster);
  cluster.pass(60);
  tick(cluster);
  const { events } = cluster.take("ConfigMap", watch);
  expect(events.map(line)).toEqual(["ADDED a@2", "BOOKMARK @3"]);
  expect(events[1]?.object).toEqual({ apiVersion: "v1", kind: "ConfigMap", metadata: { resourceVersion: "3" } });
});

test("without allowWatchBookmarks none come", () => {
  const cluster = testCluster();
  const watch = open(cluster, { resourceVersion: "1" });
  elsewhere(cluster);
  expect(bookmarkTimes(cluster, watch, 125)).toEqual([]);
});

// B.6: suppressed when not above the start
test("on a kind where nothing moves no bookmark comes, and that is stated", () => {
  const cluster = testCluster();
  const watch = open(cluster, { resourceVersion: "1", allowWatchBookmarks: true });
  cluster.pass(60);
  expect(tick(cluster)).toEqual([{ type: "bookmarkSkipped", watch, revision: 1, why: "notAboveStart" }]);
});

// B.6, G20
test("a bookmark comes 2 s before the deadline and none after it", () => {
  const cluster = testCluster();
  const watch = open(cluster, { resourceVersion: "1", allowWatchBookmarks: true, timeoutSeconds: 90 });
  elsewhere(cluster);
  expect(bookmarkTimes(cluster, watch, 89)).toEqual([60, 88]);
  const short = testCluster();
  const brief = open(short, { resourceVersion: "1", allowWatchBookmarks: true, timeoutSeconds: 5 });
  elsewhere(short);
  expect(bookmarkTimes(short, brief, 4)).toEqual([3]);
});

test("a watcher whose channel is full misses its bookmark and keeps its watch", () => {
  const cluster = testCluster({ settings: { cache: { ...defaultCacheSettings, channelSize: 1 } } });
  const watch = open(cluster, { resourceVersion: "1", allowWatchBookmarks: true });
  for (const name of ["a", "b", "c"]) cluster.handle(createRequest(configMap(name)));
  cluster.pass(60);
  expect(tick(cluster)).toEqual([{ type: "bookmarkSkipped", watch, revision: 4, why: "channelFull" }]);
  expect(cluster.take("ConfigMap", watch)).toMatchObject({ events: { length: 3 }, ended: undefined });
});

test("after the initial events the next bookmark may come with the next tick, then once a minute", () => {
  const cluster = testCluster();
  const watch = open(cluster, { allowWatchBookmarks: true });
  expect(cluster.take("ConfigMap", watch).events.map(line)).toEqual(["BOOKMARK @1 end"]);
  elsewhere(cluster);
  expect(bookmarkTimes(cluster, watch, 70)).toEqual([1, 61]);
});

// G15
test("after the initial events no bookmark comes until the cache has moved past them", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(configMap("a")));
  const watch = open(cluster, { resourceVersion: "0", allowWatchBookmarks: true });
  expect(cluster.take("ConfigMap", watch).events.map(line)).toEqual(["ADDED a@2", "BOOKMARK @2 end"]);
  expect(bookmarkTimes(cluster, watch, 125)).toEqual([]);
});
