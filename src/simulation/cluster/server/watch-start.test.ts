import { expect, test } from "vitest";
import { seconds } from "../../../base/time.ts";
import { etcdNoise } from "../etcd.ts";
import type { ListOptions } from "./request.ts";
import { defaultRingSettings } from "./ring.ts";
import {
  beginShutdown,
  endServerWatch,
  listServerCache,
  restartServer,
  stopServer,
  terminateServerCache,
} from "./server-caches.ts";
import {
  configMap,
  createRequest,
  deleteRequest,
  line,
  patchRequest,
  statusIn,
  type TestCluster,
  testCluster,
  watchIn,
  watchRequest,
} from "./test-cluster.ts";
import { defaultCacheSettings } from "./watch-cache.ts";

/** b@2, a@3, and a change of b at 4. */
function smallCluster(options: Parameters<typeof testCluster>[0] = {}): TestCluster {
  const cluster = testCluster(options);
  cluster.handle(createRequest(configMap("b")));
  cluster.handle(createRequest(configMap("a")));
  cluster.handle(patchRequest("ConfigMap", "b", { data: { x: "1" } }));
  return cluster;
}

function watched(cluster: TestCluster, options: ListOptions): readonly string[] {
  const handled = cluster.handle(watchRequest("ConfigMap", options));
  if (handled.outcome.type !== "stream") return [handled.outcome.type];
  return cluster.take("ConfigMap", handled.outcome.watch).events.map(line);
}

const initial = { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" } as const;
const silent = { sendInitialEvents: false, resourceVersionMatch: "NotOlderThan" } as const;

// B.4, one line per row; G14: initial objects in key order, each with its own resource version
test.each<[string, ListOptions, readonly string[]]>([
  ['""', {}, ["ADDED a@3", "ADDED b@4"]],
  ['"" with bookmarks', { allowWatchBookmarks: true }, ["ADDED a@3", "ADDED b@4", "BOOKMARK @4 end"]],
  ['"" with initial events', { ...initial, allowWatchBookmarks: true }, ["ADDED a@3", "ADDED b@4", "BOOKMARK @4 end"]],
  ['"0"', { resourceVersion: "0" }, ["ADDED a@3", "ADDED b@4"]],
  [
    '"0" with bookmarks',
    { resourceVersion: "0", allowWatchBookmarks: true },
    ["ADDED a@3", "ADDED b@4", "BOOKMARK @4 end"],
  ],
  ["N", { resourceVersion: "3" }, ["MODIFIED b@4"]],
  ["N with initial events", { resourceVersion: "3", ...initial }, ["ADDED a@3", "ADDED b@4"]],
  ['"" without initial events', silent, []],
  ['"0" without initial events', { resourceVersion: "0", ...silent }, []],
  ["N without initial events", { resourceVersion: "2", ...silent }, ["ADDED a@3", "MODIFIED b@4"]],
])("a watch from %s begins with what B.4 says", (_from, options, expected) => {
  expect(watched(smallCluster(), options)).toEqual(expected);
});

// B.4
test('a watch from "" waits until the cache is as fresh as etcd, one from "0" takes what the cache has', () => {
  const cluster = smallCluster({ syncs: true });
  cluster.setSyncs(false);
  cluster.handle(createRequest(configMap("c")));
  expect(watched(cluster, { resourceVersion: "0" })).toEqual(["ADDED a@3", "ADDED b@4"]);
  const { outcome } = cluster.handle(watchRequest("ConfigMap"));
  expect(outcome).toMatchObject({ type: "wait", waiting: { required: 5, until: seconds(3) } });
  const waiting = outcome.type === "wait" ? outcome.waiting : undefined;
  cluster.pass(1);
  cluster.sync();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap"), waiting));
  expect(cluster.take("ConfigMap", watch).events.map(line)).toEqual(["ADDED a@3", "ADDED b@4", "ADDED c@5"]);
});

// B.4, G18
test("a watch-list from a revision that the cache does not reach in 3 s gets an ERROR 504 in a 200 stream", () => {
  const cluster = smallCluster();
  const options = { resourceVersion: "1004", ...initial };
  const { outcome } = cluster.handle(watchRequest("ConfigMap", options));
  const waiting = outcome.type === "wait" ? outcome.waiting : undefined;
  cluster.pass(2.9);
  expect(cluster.handle(watchRequest("ConfigMap", options), waiting).outcome.type).toBe("wait");
  cluster.pass(0.1);
  expect(cluster.handle(watchRequest("ConfigMap", options), waiting).outcome).toMatchObject({
    type: "errorStream",
    event: {
      type: "ERROR",
      object: {
        code: 504,
        reason: "Timeout",
        message: "Timeout: Too large resource version: 1004, current: 4",
        details: { causes: [{ reason: "ResourceVersionTooLarge" }], retryAfterSeconds: 1 },
      },
    },
  });
});

// B.4, G17
test("a watch from a future revision is silent until that revision has passed", () => {
  const cluster = smallCluster();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "6" })));
  cluster.handle(createRequest(configMap("c")));
  cluster.handle(createRequest(configMap("d")));
  expect(cluster.take("ConfigMap", watch).events).toEqual([]);
  cluster.handle(createRequest(configMap("e")));
  expect(cluster.take("ConfigMap", watch).events.map(line)).toEqual(["ADDED e@7"]);
});

test('with watch-list off a watch from "" starts with what the cache has, without an end mark', () => {
  const cluster = smallCluster({ settings: { watchList: false } });
  cluster.setSyncs(false);
  cluster.handle(createRequest(configMap("c")));
  expect(watched(cluster, { allowWatchBookmarks: true })).toEqual(["ADDED a@3", "ADDED b@4"]);
});

// G19
test.each<[string, ListOptions]>([
  ["sendInitialEvents without NotOlderThan", { sendInitialEvents: true }],
  ["a match without sendInitialEvents", { resourceVersion: "3", resourceVersionMatch: "NotOlderThan" }],
  ["match Exact", { sendInitialEvents: true, resourceVersionMatch: "Exact" }],
  ["an unknown match", { sendInitialEvents: true, resourceVersionMatch: "Newest" }],
])("a watch with %s is refused with 422 ListOptions", (_what, options) => {
  const status = statusIn(smallCluster().handle(watchRequest("ConfigMap", options)));
  expect(status).toMatchObject({
    code: 422,
    reason: "Invalid",
    details: { kind: "ListOptions", group: "meta.k8s.io" },
  });
});

test("a server without watch-list refuses sendInitialEvents, which makes clients fall back to a list", () => {
  const status = statusIn(smallCluster({ settings: { watchList: false } }).handle(watchRequest("ConfigMap", initial)));
  expect(status.message).toMatch(
    /sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled/,
  );
});

// G25: [I] in the contract
test("a watch from a resource version that is no number gets 500 without a reason", () => {
  const status = statusIn(smallCluster().handle(watchRequest("ConfigMap", { resourceVersion: "abc" })));
  expect(status.code).toBe(500);
  expect(status.reason).toBeUndefined();
});

// C.5, G33
test("a malformed selector is refused with 400 before the stream", () => {
  const cluster = smallCluster();
  expect(statusIn(cluster.handle(watchRequest("ConfigMap", { labelSelector: "a=b=c" }))).code).toBe(400);
  expect(statusIn(cluster.handle(watchRequest("ConfigMap", { fieldSelector: "spec.foo=1" }))).message).toBe(
    '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
  );
});

// B.5, G16
test("a watch from before the ring gets HTTP 200, one ERROR 410 with both revisions, and the end", () => {
  const ring = { ...defaultRingSettings, initialCapacity: 2, lowerBound: 2, upperBound: 2 };
  const cluster = smallCluster({ settings: { cache: { ...defaultCacheSettings, ring } } });
  expect(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })).outcome).toEqual({
    type: "errorStream",
    event: {
      type: "ERROR",
      object: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: "too old resource version: 1 (2)",
        reason: "Expired",
        code: 410,
      },
    },
  });
  expect(watched(cluster, { resourceVersion: "2" })).toEqual(["ADDED a@3", "MODIFIED b@4"]);
});

// B.2, G34
test("after a restart the server remembers nothing before its list, though etcd does", () => {
  const cluster = smallCluster();
  cluster.apply(stopServer(cluster.server(), cluster.now()));
  expect(cluster.handle(watchRequest("ConfigMap")).outcome).toEqual({ type: "noAnswer", how: "connectionRefused" });
  cluster.setServer(restartServer(cluster.server(), cluster.now()));
  const early = statusIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "3" })));
  expect(early).toMatchObject({ code: 429, message: "storage is (re)initializing", details: { retryAfterSeconds: 1 } });
});

test("a client whose last revision is behind a restarted server's list must list again", () => {
  const cluster = smallCluster();
  cluster.setServer(restartServer(cluster.server(), cluster.now()));
  cluster.apply(listServerCache(cluster.server(), "ConfigMap", cluster.etcd()));
  const start = (resourceVersion: string) => cluster.handle(watchRequest("ConfigMap", { resourceVersion })).outcome;
  expect(start("3")).toMatchObject({ event: { object: { code: 410, message: "too old resource version: 3 (4)" } } });
  expect(start("4")).toMatchObject({ type: "stream" });
});

// B.2
test("the longer a cache is not ready, the longer clients are told to wait, up to 30 s", () => {
  const cluster = smallCluster();
  cluster.apply(terminateServerCache(cluster.server(), "ConfigMap", cluster.now()));
  const waits = [0, 20, 60].map((time) => {
    cluster.pass(time);
    return statusIn(cluster.handle(watchRequest("ConfigMap"))).details?.retryAfterSeconds;
  });
  expect(waits).toEqual([1, 3, 30]);
});

test("when the cache loses its watch on etcd all client watches end cleanly", () => {
  const cluster = smallCluster();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "4" })));
  cluster.apply(terminateServerCache(cluster.server(), "ConfigMap", cluster.now()));
  expect(cluster.take("ConfigMap", watch)).toEqual({ events: [], ended: "cacheTerminated" });
});

// C.1
test("a watch lasts timeoutSeconds, or 30 to 60 minutes if the client names none", () => {
  const cluster = smallCluster();
  const deadline = (options: ListOptions) => {
    const { outcome } = cluster.handle(watchRequest("ConfigMap", options));
    return outcome.type === "stream" ? outcome.deadline : undefined;
  };
  expect(deadline({ timeoutSeconds: 5 })).toBe(seconds(5));
  expect(deadline({})).toBe(seconds(1800));
});

// C.1, G20
test("at its deadline a watch ends without an event, and what was not written is lost", () => {
  const cluster = smallCluster();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "4", timeoutSeconds: 5 })));
  cluster.handle(createRequest(configMap("c")));
  const [ending] = cluster.apply(endServerWatch(cluster.server(), "ConfigMap", watch, "timeout", cluster.now()));
  expect(ending).toMatchObject({ type: "watchEnding", reason: "timeout", lost: 1 });
  expect(cluster.take("ConfigMap", watch)).toEqual({ events: [], ended: undefined });
});

// C.2, G34
test("a shutdown ends watches cleanly only with a termination grace period, and refuses new requests", () => {
  const cluster = smallCluster();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap")));
  const abrupt = beginShutdown(cluster.server(), { sendsRetryAfter: false, endsWatches: false }, cluster.now());
  expect(abrupt.facts).toEqual([]);
  const graceful = beginShutdown(cluster.server(), { sendsRetryAfter: true, endsWatches: true }, cluster.now());
  expect(graceful.facts).toMatchObject([{ type: "watchEnding", watch, reason: "shutdown" }]);
  cluster.setServer(abrupt.server);
  expect(statusIn(cluster.handle(watchRequest("ConfigMap")))).toMatchObject({
    code: 503,
    message: "apiserver is shutting down",
    details: { retryAfterSeconds: 1 },
  });
  cluster.setServer(graceful.server);
  expect(statusIn(cluster.handle(watchRequest("ConfigMap")))).toMatchObject({
    code: 429,
    message: "The apiserver is shutting down, please try again later.",
    details: { retryAfterSeconds: 5 },
  });
  expect(stopServer(abrupt.server, cluster.now()).facts).toMatchObject([{ watch, reason: "reset" }]);
});

// I.5
test("no event at or below the start revision is ever delivered", () => {
  const cluster = smallCluster();
  cluster.setEtcd(etcdNoise(cluster.etcd(), 10));
  cluster.sync();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "14" })));
  cluster.handle(deleteRequest("ConfigMap", "a"));
  expect(cluster.take("ConfigMap", watch).events.map(line)).toEqual(["DELETED a@15"]);
});

// B.4: key order is that of the bytes of namespace/name
test("initial events come in the order of their keys, where a-b/x is before a/x", () => {
  const cluster = testCluster();
  for (const namespace of ["a", "a-b", "b"])
    cluster.handle({ ...createRequest(configMap("x", {}, { namespace })), namespace });
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap")));
  const { events } = cluster.take("ConfigMap", watch);
  const namespaces = events.map((event) => (event.type === "ADDED" ? event.object.metadata.namespace : event.type));
  expect(namespaces).toEqual(["a-b", "a", "b"]);
});

// C.1: 1800 s times (1 + U[0, 1))
test("the deadline of a watch without timeoutSeconds is spread up to an hour", () => {
  const start = (jitter: number) => {
    const cluster = testCluster({ jitter });
    const { outcome } = cluster.handle(watchRequest("ConfigMap", { timeoutSeconds: 0 }));
    return outcome.type === "stream" ? outcome.deadline : undefined;
  };
  expect([start(0), start(0.5)]).toEqual([seconds(1800), seconds(2700)]);
});
