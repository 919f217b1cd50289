import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../../base/time.ts";
import type { StringMap } from "../../kubernetes/object.ts";
import { revision } from "../../kubernetes/resource-version.ts";
import { etcdCompact, etcdNoise } from "../etcd.ts";
import { defaultRingSettings } from "./ring.ts";
import { advanceServer, endServerWatch, resumeServerDispatch } from "./server-caches.ts";
import {
  configMap,
  createRequest,
  deleteRequest,
  line,
  patchRequest,
  type TestCluster,
  testCluster,
  watchIn,
  watchRequest,
} from "./test-cluster.ts";
import { defaultCacheSettings } from "./watch-cache.ts";

function label(cluster: TestCluster, labels: StringMap | null): void {
  cluster.handle(patchRequest("ConfigMap", "a", { metadata: { labels } }));
}

// B.7, G13
test("a selector turns changes into ADDED and DELETED; DELETED shows the old content at the new revision", () => {
  const cluster = testCluster();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1", labelSelector: "app=x" })));
  cluster.handle(createRequest(configMap("a")));
  label(cluster, { app: "x" });
  cluster.handle(patchRequest("ConfigMap", "a", { data: { k: "v" } }));
  label(cluster, null);
  cluster.handle(deleteRequest("ConfigMap", "a"));
  const { events } = cluster.take("ConfigMap", watch);
  expect(events.map(line)).toEqual(["ADDED a@3", "MODIFIED a@4", "DELETED a@5"]);
  expect(events[2]?.object.metadata).toMatchObject({ labels: { app: "x" } });
});

test("an object that matches and is deleted comes as DELETED with its last content", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(configMap("a", { k: "v" }, { labels: { app: "x" } })));
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "2", labelSelector: "app=x" })));
  cluster.handle(deleteRequest("ConfigMap", "a"));
  const { events } = cluster.take("ConfigMap", watch);
  expect(events).toMatchObject([{ type: "DELETED", object: { data: { k: "v" }, metadata: { resourceVersion: "3" } } }]);
});

test("what a selector keeps from a watch is stated as a fact", () => {
  const cluster = testCluster();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { labelSelector: "app=x" })));
  cluster.handle(createRequest(configMap("a")));
  expect(cluster.facts()).toContainEqual({ type: "watchSkipped", watch, revision: 2, why: "selector" });
});

test("a watch in one namespace hears nothing of others", () => {
  const cluster = testCluster();
  const request = { ...watchRequest("ConfigMap", { resourceVersion: "1" }), namespace: "other" };
  const watch = watchIn(cluster.handle(request));
  cluster.handle(createRequest(configMap("a")));
  expect(cluster.take("ConfigMap", watch).events).toEqual([]);
});

/** A cluster whose watchers hold at most 2 x 1 + 1 events. */
function narrowCluster(): TestCluster {
  return testCluster({ settings: { cache: { ...defaultCacheSettings, channelSize: 1 } } });
}

function fill(cluster: TestCluster, names: readonly string[]): void {
  for (const name of names) cluster.handle(createRequest(configMap(name)));
}

// B.7, G32
test("a watcher that does not read is closed without ERROR once its channels are full and no time was saved up", () => {
  const cluster = narrowCluster();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })));
  fill(cluster, ["a", "b", "c"]);
  expect(cluster.facts().some((fact) => fact.type === "watchEnding")).toBe(false);
  fill(cluster, ["d"]);
  expect(cluster.facts()).toContainEqual({ type: "watchEnding", watch, reason: "slow", lost: 2 });
  const { events, ended } = cluster.take("ConfigMap", watch);
  expect(events.map(line)).toEqual(["ADDED a@2"]);
  expect(ended).toBe("slow");
});

// as:storage/cacher/cache_watcher.go:processInterval sends the initial part into the result channel, whether or not anybody reads
test("an initial part that fits into the result channel leaves room for what follows", () => {
  const lost = (objects: readonly string[], later: readonly string[]) => {
    const cluster = narrowCluster();
    fill(cluster, objects);
    const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "0" })));
    fill(cluster, later);
    const fact = cluster.facts().find((one) => one.type === "watchEnding");
    return {
      lost: fact?.type === "watchEnding" ? fact.lost : undefined,
      events: cluster.take("ConfigMap", watch).events.map(line),
    };
  };
  expect(lost([], ["a", "b", "c"])).toEqual({ lost: undefined, events: ["ADDED a@2", "ADDED b@3", "ADDED c@4"] });
  expect(lost([], ["a", "b", "c", "d"])).toEqual({ lost: 2, events: ["ADDED a@2"] });
  expect(lost(["a"], ["b", "c"])).toEqual({ lost: undefined, events: ["ADDED a@2", "ADDED b@3", "ADDED c@4"] });
  expect(lost(["a"], ["b", "c", "d"])).toEqual({ lost: 2, events: ["ADDED a@2"] });
  expect(lost(["a", "b"], ["c"])).toEqual({ lost: undefined, events: ["ADDED a@2", "ADDED b@3", "ADDED c@4"] });
  expect(lost(["a", "b"], ["c", "d"])).toEqual({ lost: 2, events: ["ADDED a@2"] });
});

// B.7: 50 ms per second, at most 100 ms
test("the dispatcher waits for slow watchers only as long as it has saved up", () => {
  const cluster = narrowCluster();
  const slow = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })));
  cluster.pass(1);
  fill(cluster, ["a", "b", "c", "d"]);
  expect(cluster.facts()).toContainEqual({
    type: "dispatchBlocked",
    kind: "ConfigMap",
    watches: [slow],
    until: seconds(1) + milliseconds(50),
  });
  cluster.pass(0.049);
  expect(cluster.apply(resumeServerDispatch(cluster.server(), "ConfigMap", cluster.now()))).toEqual([]);
  cluster.pass(0.001);
  expect(cluster.apply(resumeServerDispatch(cluster.server(), "ConfigMap", cluster.now()))).toMatchObject([
    { type: "watchEnding", watch: slow, reason: "slow" },
  ]);
});

test("a watcher that reads in time saves itself, and the time not used stays saved", () => {
  const cluster = narrowCluster();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })));
  cluster.pass(60);
  fill(cluster, ["a", "b", "c", "d", "e"]);
  cluster.pass(0.04);
  expect(cluster.take("ConfigMap", watch, 2).events.map(line)).toEqual(["ADDED a@2", "ADDED b@3"]);
  expect(cluster.take("ConfigMap", watch).events.map(line)).toEqual(["ADDED c@4", "ADDED d@5", "ADDED e@6"]);
  expect(cluster.cache("ConfigMap").slowBudget.available).toBe(milliseconds(60));
});

test("while the dispatcher waits for one watcher the others get nothing new, but the store goes on", () => {
  const cluster = narrowCluster();
  const slow = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })));
  const quick = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })));
  cluster.pass(60);
  fill(cluster, ["a", "b", "c"]);
  cluster.take("ConfigMap", quick);
  fill(cluster, ["d", "e"]);
  expect(cluster.take("ConfigMap", quick).events.map(line)).toEqual(["ADDED d@5"]);
  expect(cluster.cache("ConfigMap").store.size).toBe(5);
  cluster.apply(endServerWatch(cluster.server(), "ConfigMap", slow, "clientGone", cluster.now()));
  expect(cluster.take("ConfigMap", quick).events.map(line)).toEqual(["ADDED e@6"]);
});

// B.7
test("a closed watcher that still owes its initial-events-end mark may write everything it has", () => {
  const cluster = narrowCluster();
  fill(cluster, ["a", "b"]);
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { allowWatchBookmarks: true })));
  fill(cluster, ["c", "d"]);
  expect(cluster.take("ConfigMap", watch)).toMatchObject({ ended: "slow", events: { length: 4 } });
});

// B.7: suggested channel sizes
test("a watcher's channels hold about a second of history, within bounds that depend on the kind's index", () => {
  const cluster = testCluster();
  const size = (kind: string, fieldSelector = "", capacity = 100) => {
    const ring = { ...defaultRingSettings, initialCapacity: capacity };
    const own = testCluster({ settings: { cache: { ...defaultCacheSettings, ring } } });
    own.handle(watchRequest(kind, { fieldSelector }));
    return own.cache(kind).watchers[0]?.channelSize;
  };
  expect(size("Pod")).toBe(10);
  expect(size("Pod", "", 102_400)).toBe(1000);
  expect(size("Pod", "spec.nodeName=n1", 102_400)).toBe(10);
  expect(size("Database", "", 102_400)).toBe(100);
  expect(cluster.cache("Pod").watchers).toEqual([]);
});

// B.7, last paragraph
test("a replay whose events leave the ring before they are read just ends", () => {
  const ring = { ...defaultRingSettings, initialCapacity: 150, lowerBound: 150, upperBound: 150 };
  const cluster = testCluster({ settings: { cache: { ...defaultCacheSettings, ring, channelSize: 1000 } } });
  fill(
    cluster,
    Array.from({ length: 150 }, (_, i) => `a${i}`),
  );
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })));
  const spared = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })));
  expect(cluster.take("ConfigMap", spared, 101).events.length).toBe(101);
  fill(
    cluster,
    Array.from({ length: 110 }, (_, i) => `b${i}`),
  );
  const { events, ended } = cluster.take("ConfigMap", watch);
  expect(events.length).toBe(100);
  expect(ended).toBe("replayOverwritten");
  expect(cluster.take("ConfigMap", spared)).toMatchObject({ events: { length: 159 }, ended: undefined });
});

// A.3, B.2
test("a cache that fell behind etcd's history ends its watches and must list again", () => {
  const cluster = testCluster({ syncs: false });
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })));
  fill(cluster, ["a", "b", "c"]);
  cluster.setEtcd(etcdCompact(cluster.etcd(), revision(4)));
  const facts = cluster.apply(
    advanceServer(cluster.server(), "ConfigMap", cluster.etcd(), cluster.etcd().revision, cluster.now()),
  );
  expect(facts).toMatchObject([{ type: "cacheTerminated" }, { type: "watchEnding", watch, reason: "cacheTerminated" }]);
  expect(cluster.cache("ConfigMap").state.type).toBe("notReady");
});

test("progress notifications move the cache on although nothing of the kind changed", () => {
  const cluster = testCluster();
  cluster.setEtcd(etcdNoise(cluster.etcd(), 3));
  cluster.advance("ConfigMap");
  expect(cluster.cache("ConfigMap").revision).toBe(1);
  cluster.sync();
  expect(cluster.cache("ConfigMap").revision).toBe(4);
});
