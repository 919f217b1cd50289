import { expect, test } from "vitest";
import { seconds } from "../../../base/time.ts";
import { revision } from "../../kubernetes/resource-version.ts";
import { etcdCompact, etcdNoise } from "../etcd.ts";
import { encodeContinue } from "./continue-token.ts";
import type { ApiRequest, ListOptions, Waiting } from "./request.ts";
import { defaultRingSettings } from "./ring.ts";
import { restartServer, terminateServerCache, trimServerSnapshots } from "./server-caches.ts";
import {
  configMap,
  createRequest,
  deleteRequest,
  getRequest,
  listIn,
  listRequest,
  objectIn,
  patchRequest,
  statusIn,
  type TestCluster,
  testCluster,
} from "./test-cluster.ts";
import { defaultCacheSettings } from "./watch-cache.ts";

/** Five ConfigMaps a@2 … e@6. */
function fiveMaps(options: Parameters<typeof testCluster>[0] = {}): TestCluster {
  const cluster = testCluster(options);
  for (const name of ["e", "d", "c", "b", "a"]) cluster.handle(createRequest(configMap(name)));
  return cluster;
}

function names(cluster: TestCluster, options: ListOptions): readonly string[] {
  return listIn(cluster.handle(listRequest("ConfigMap", options))).items.map(({ metadata }) => metadata.name);
}

function waitingOf(cluster: TestCluster, request: ApiRequest): Waiting {
  const { outcome } = cluster.handle(request);
  if (outcome.type !== "wait") throw new Error(`expected to wait, got ${outcome.type}`);
  return outcome.waiting;
}

const served = (cluster: TestCluster) => cluster.facts().filter((fact) => fact.type === "readServed");

// G1, A.1.3
test("a list carries the revision of its snapshot, which is above that of every item", () => {
  const cluster = fiveMaps();
  cluster.setEtcd(etcdNoise(cluster.etcd(), 4));
  cluster.sync();
  const list = listIn(cluster.handle(listRequest("ConfigMap")));
  expect(list.resourceVersion).toBe("10");
  expect(list.items.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)).toEqual([
    "a@6",
    "b@5",
    "c@4",
    "d@3",
    "e@2",
  ]);
});

// B.8, GET
test("GET without a version reads etcd, with 0 the cache as it is", () => {
  const cluster = testCluster();
  cluster.setSyncs(false);
  cluster.handle(createRequest(configMap("a")));
  expect(objectIn(cluster.handle(getRequest("ConfigMap", "a"))).metadata.resourceVersion).toBe("2");
  expect(served(cluster)).toEqual([{ type: "readServed", from: "etcd", revision: 2 }]);
  expect(statusIn(cluster.handle(getRequest("ConfigMap", "a", { resourceVersion: "0" })))).toMatchObject({
    code: 404,
    message: 'configmaps "a" not found',
  });
  expect(served(cluster)).toEqual([{ type: "readServed", from: "cache", revision: 1 }]);
});

// B.8, G21
test("GET and LIST of a version that the cache never reaches end after 3 s with 504 and Retry-After 1", () => {
  const cluster = fiveMaps();
  for (const request of [
    getRequest("ConfigMap", "a", { resourceVersion: "1006" }),
    listRequest("ConfigMap", { resourceVersion: "1006" }),
  ]) {
    const waiting = waitingOf(cluster, request);
    expect(waiting).toEqual({ required: 1006, until: cluster.now() + seconds(3) });
    cluster.pass(3);
    expect(statusIn(cluster.handle(request, waiting))).toMatchObject({
      code: 504,
      message: "Timeout: Too large resource version: 1006, current: 6",
      details: { retryAfterSeconds: 1 },
    });
  }
});

test("GET of version N waits until the cache has N", () => {
  const cluster = fiveMaps();
  cluster.setSyncs(false);
  cluster.handle(patchRequest("ConfigMap", "a", { data: { x: "1" } }));
  const request = getRequest("ConfigMap", "a", { resourceVersion: "7" });
  const waiting = waitingOf(cluster, request);
  cluster.sync();
  expect(objectIn(cluster.handle(request, waiting)).metadata.resourceVersion).toBe("7");
});

// B.8, LIST ""
test("LIST without a version waits for the cache to be as fresh as etcd was, and reads etcd after 3 s", () => {
  const cluster = fiveMaps();
  cluster.setSyncs(false);
  cluster.handle(deleteRequest("ConfigMap", "a"));
  const request = listRequest("ConfigMap");
  const waiting = waitingOf(cluster, request);
  expect(waiting.required).toBe(7);
  cluster.pass(3);
  expect(listIn(cluster.handle(request, waiting))).toMatchObject({ resourceVersion: "7", items: { length: 4 } });
  expect(served(cluster)).toEqual([{ type: "readServed", from: "etcd", revision: 7 }]);
  cluster.sync();
  cluster.handle(request, waiting);
  expect(served(cluster)).toEqual([{ type: "readServed", from: "cache", revision: 7 }]);
});

// B.8, LIST "0"; G22
test("LIST with version 0 takes what the cache has, and ignores limit", () => {
  const cluster = fiveMaps();
  cluster.setSyncs(false);
  cluster.handle(deleteRequest("ConfigMap", "a"));
  const list = listIn(cluster.handle(listRequest("ConfigMap", { resourceVersion: "0", limit: 2 })));
  expect(list).toMatchObject({ resourceVersion: "6", items: { length: 5 } });
  expect(list.continue).toBeUndefined();
  expect(cluster.facts()).toContainEqual({ type: "limitIgnored", limit: 2 });
});

// B.8, LIST N
test("LIST N is at least N; LIST N with limit and LIST N Exact are exactly N", () => {
  const cluster = fiveMaps();
  const version = (options: ListOptions) => listIn(cluster.handle(listRequest("ConfigMap", options))).resourceVersion;
  expect(version({ resourceVersion: "4" })).toBe("6");
  expect(version({ resourceVersion: "4", resourceVersionMatch: "NotOlderThan", limit: 2 })).toBe("6");
  expect(version({ resourceVersion: "4", limit: 10 })).toBe("4");
  expect(names(cluster, { resourceVersion: "4", resourceVersionMatch: "Exact" })).toEqual(["c", "d", "e"]);
  expect(served(cluster)).toEqual([{ type: "readServed", from: "snapshot", revision: 4 }]);
});

// B.8, G24
test("an exact list comes from the ring's snapshots, then from etcd, then 410 when etcd has compacted it", () => {
  const ring = { ...defaultRingSettings, initialCapacity: 2, lowerBound: 2, upperBound: 2 };
  const cluster = fiveMaps({ settings: { cache: { ...defaultCacheSettings, ring } } });
  const exact = (resourceVersion: string) =>
    cluster.handle(listRequest("ConfigMap", { resourceVersion, resourceVersionMatch: "Exact" }));
  expect(listIn(exact("5")).items.length).toBe(4);
  expect(served(cluster)).toMatchObject([{ from: "snapshot" }]);
  expect(listIn(exact("3")).items.length).toBe(2);
  expect(served(cluster)).toMatchObject([{ from: "etcd" }]);
  cluster.setEtcd(etcdCompact(cluster.etcd(), revision(6)));
  expect(statusIn(exact("3"))).toMatchObject({
    code: 410,
    reason: "Expired",
    message: "The resourceVersion for the provided list is too old.",
  });
  expect(listIn(exact("5")).items.length).toBe(4);
  cluster.setServer(trimServerSnapshots(cluster.server(), cluster.etcd()));
  expect(statusIn(exact("5")).code).toBe(410);
});

test("an exact list in the future waits and then gets 504", () => {
  const cluster = fiveMaps();
  const request = listRequest("ConfigMap", { resourceVersion: "9", resourceVersionMatch: "Exact" });
  const waiting = waitingOf(cluster, request);
  cluster.pass(3);
  expect(statusIn(cluster.handle(request, waiting)).code).toBe(504);
});

// B.9, G22
test("all pages of a list show one revision, whatever is written meanwhile", () => {
  const cluster = fiveMaps();
  const first = listIn(cluster.handle(listRequest("ConfigMap", { limit: 2 })));
  expect(first).toMatchObject({ resourceVersion: "6", remainingItemCount: 3 });
  cluster.handle(deleteRequest("ConfigMap", "c"));
  cluster.handle(createRequest(configMap("cc")));
  const second = listIn(cluster.handle(listRequest("ConfigMap", { limit: 2, continue: first.continue ?? "" })));
  expect(second).toMatchObject({ resourceVersion: "6", remainingItemCount: 1 });
  const third = listIn(cluster.handle(listRequest("ConfigMap", { limit: 2, continue: second.continue ?? "" })));
  expect(third.continue).toBeUndefined();
  const pages = [first, second, third].map(({ items }) => items.map(({ metadata }) => metadata.name));
  expect(pages).toEqual([["a", "b"], ["c", "d"], ["e"]]);
});

test("with a selector a page is filled by scanning on, and nobody says how many remain", () => {
  const cluster = testCluster();
  for (const [i, name] of ["a", "b", "c", "d"].entries()) {
    cluster.handle(createRequest(configMap(name, {}, i % 2 === 0 ? {} : { labels: { odd: "1" } })));
  }
  const page = listIn(cluster.handle(listRequest("ConfigMap", { limit: 1, labelSelector: "odd" })));
  expect(page.items.map(({ metadata }) => metadata.name)).toEqual(["b"]);
  expect(page.continue).toBeDefined();
  expect(page.remainingItemCount).toBeUndefined();
});

// B.9, G23
test("an expired token gets 410 with a new token, which goes on at the latest revision", () => {
  const cluster = fiveMaps();
  const first = listIn(cluster.handle(listRequest("ConfigMap", { limit: 2 })));
  cluster.handle(deleteRequest("ConfigMap", "d"));
  cluster.setEtcd(etcdCompact(cluster.etcd(), revision(7)));
  cluster.setServer(trimServerSnapshots(cluster.server(), cluster.etcd()));
  const expired = statusIn(cluster.handle(listRequest("ConfigMap", { limit: 2, continue: first.continue ?? "" })));
  expect(expired).toMatchObject({ code: 410, reason: "Expired" });
  expect(expired.message).toMatch(/^The provided continue parameter is too old to display a consistent list result\./);
  const rest = listIn(cluster.handle(listRequest("ConfigMap", { continue: expired.metadata.continue ?? "" })));
  expect(rest).toMatchObject({ resourceVersion: "7" });
  expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(["c", "e"]);
});

// B.9
test("a token outlives the ring as long as etcd remembers", () => {
  const ring = { ...defaultRingSettings, initialCapacity: 2, lowerBound: 2, upperBound: 2 };
  const cluster = fiveMaps({ settings: { cache: { ...defaultCacheSettings, ring } } });
  const first = listIn(cluster.handle(listRequest("ConfigMap", { limit: 4 })));
  for (const name of ["v", "w", "x"]) cluster.handle(createRequest(configMap(name)));
  expect(names(cluster, { continue: first.continue ?? "" })).toEqual(["e"]);
});

// G25
test.each<[string, ListOptions, string]>([
  [
    "continue with a version",
    { continue: encodeContinue({ after: "ns/a", at: revision(6) }), resourceVersion: "5" },
    "specifying resource version is not allowed when using continue",
  ],
  ["a continue that is garbage", { continue: "garbage" }, "invalid continue token: "],
  ["a version that is no number", { resourceVersion: "abc" }, "invalid resource version: "],
  ["a malformed selector", { labelSelector: "a=b=c" }, "unable to parse requirement"],
])("LIST with %s gets 400", (_what, options, message) => {
  const status = statusIn(fiveMaps().handle(listRequest("ConfigMap", options)));
  expect(status).toMatchObject({ code: 400, reason: "BadRequest" });
  expect(status.message).toMatch(message);
});

// G25: [I] in the contract
test("GET with a version that is no number gets 500 without a reason", () => {
  const status = statusIn(fiveMaps().handle(getRequest("ConfigMap", "a", { resourceVersion: "abc" })));
  expect([status.code, status.reason]).toEqual([500, undefined]);
});

// B.4 (validation of lists), G19
test.each<[string, ListOptions]>([
  ["sendInitialEvents", { sendInitialEvents: true }],
  ["a match without a version", { resourceVersionMatch: "Exact" }],
  ["Exact with 0", { resourceVersion: "0", resourceVersionMatch: "Exact" }],
  ["a match with continue", { resourceVersion: "0", resourceVersionMatch: "NotOlderThan", continue: "x" }],
  ["an unknown match", { resourceVersion: "3", resourceVersionMatch: "Newest" }],
])("LIST with %s gets 422", (_what, options) => {
  expect(statusIn(fiveMaps().handle(listRequest("ConfigMap", options)))).toMatchObject({
    code: 422,
    reason: "Invalid",
  });
});

// B.2
test("while the cache lists, LIST gets 429 except with a limit and no selector; GET reads etcd", () => {
  const cluster = fiveMaps();
  cluster.setServer(restartServer(cluster.server(), cluster.now()));
  expect(statusIn(cluster.handle(listRequest("ConfigMap")))).toMatchObject({ code: 429, reason: "TooManyRequests" });
  expect(statusIn(cluster.handle(listRequest("ConfigMap", { resourceVersion: "0" }))).code).toBe(429);
  expect(statusIn(cluster.handle(listRequest("ConfigMap", { limit: 2, labelSelector: "a" }))).code).toBe(429);
  expect(names(cluster, { limit: 2 })).toEqual(["a", "b"]);
  expect(objectIn(cluster.handle(getRequest("ConfigMap", "a", { resourceVersion: "0" }))).metadata.name).toBe("a");
  cluster.apply(terminateServerCache(cluster.server(), "ConfigMap", cluster.now()));
});

test("a selector on metadata.name gives a list of one or none", () => {
  const cluster = fiveMaps();
  const request = (name: string): ApiRequest => ({
    ...listRequest("ConfigMap", { fieldSelector: `metadata.name=${name}` }),
    namespace: "ns",
  });
  expect(listIn(cluster.handle(request("c"))).items.length).toBe(1);
  expect(listIn(cluster.handle(request("z"))).items).toEqual([]);
});

test("pages within one namespace start where the last one ended", () => {
  const cluster = fiveMaps();
  const request = (options: ListOptions): ApiRequest => ({ ...listRequest("ConfigMap", options), namespace: "ns" });
  const first = listIn(cluster.handle(request({ limit: 3 })));
  const second = listIn(cluster.handle(request({ limit: 3, continue: first.continue ?? "" })));
  expect(second.items.map(({ metadata }) => metadata.name)).toEqual(["d", "e"]);
});

// D.4
test("GET of /status is 404 where the kind has no status subresource", () => {
  const cluster = fiveMaps();
  const request = { ...getRequest("ConfigMap", "a"), subresource: "status" } as ApiRequest;
  expect(statusIn(cluster.handle(request)).message).toBe("the server could not find the requested resource");
});

test("an exact list shows an object as it was, however often it changed since", () => {
  const cluster = fiveMaps();
  for (const x of ["1", "2", "3"]) cluster.handle(patchRequest("ConfigMap", "a", { data: { x } }));
  cluster.handle(deleteRequest("ConfigMap", "a"));
  const a = (resourceVersion: string) => {
    const options = { resourceVersion, resourceVersionMatch: "Exact" };
    return listIn(cluster.handle(listRequest("ConfigMap", options))).items[0];
  };
  expect(["6", "7", "8", "9"].map((at) => a(at)?.data)).toEqual([{}, { x: "1" }, { x: "2" }, { x: "3" }]);
  expect(a("10")?.metadata.name).toBe("b");
});

// B.8: LIST "0" with NotOlderThan, LIST N with NotOlderThan and a limit
test("NotOlderThan changes nothing about 0, and with a version the limit counts and pages go on at the cache's revision", () => {
  const cluster = fiveMaps();
  const zero = { resourceVersion: "0", resourceVersionMatch: "NotOlderThan", limit: 2 };
  expect(names(cluster, zero)).toEqual(["a", "b", "c", "d", "e"]);
  const options = { resourceVersion: "3", resourceVersionMatch: "NotOlderThan", limit: 2 };
  const first = listIn(cluster.handle(listRequest("ConfigMap", options)));
  expect(first).toMatchObject({ resourceVersion: "6", remainingItemCount: 3, items: { length: 2 } });
  cluster.handle(deleteRequest("ConfigMap", "c"));
  expect(names(cluster, { limit: 2, continue: first.continue ?? "" })).toEqual(["c", "d"]);
});

test("LIST of version N waits until the cache has N, and answers with what the cache has then", () => {
  const cluster = fiveMaps();
  cluster.setSyncs(false);
  for (const x of ["1", "2"]) cluster.handle(patchRequest("ConfigMap", "a", { data: { x } }));
  const request = listRequest("ConfigMap", { resourceVersion: "7" });
  const waiting = waitingOf(cluster, request);
  expect(waiting.required).toBe(7);
  cluster.sync();
  expect(listIn(cluster.handle(request, waiting)).resourceVersion).toBe("8");
});

// B.8: from the etcd path retryAfterSeconds is 0
test("a future revision that etcd itself is asked for gets 504 without Retry-After", () => {
  const cluster = fiveMaps();
  cluster.setServer(restartServer(cluster.server(), cluster.now()));
  const options = { resourceVersion: "1006", resourceVersionMatch: "Exact", limit: 2 };
  const status = statusIn(cluster.handle(listRequest("ConfigMap", options)));
  expect(status).toMatchObject({ code: 504, message: "Timeout: Too large resource version: 1006, current: 6" });
  expect(status.details?.retryAfterSeconds).toBeUndefined();
});

test("a token that has expired although the page began in one namespace goes on there", () => {
  const cluster = fiveMaps();
  const request = (options: ListOptions): ApiRequest => ({ ...listRequest("ConfigMap", options), namespace: "ns" });
  const first = listIn(cluster.handle(request({ limit: 3 })));
  cluster.handle(createRequest(configMap("dd")));
  cluster.setEtcd(etcdCompact(cluster.etcd(), cluster.etcd().revision));
  cluster.setServer(trimServerSnapshots(cluster.server(), cluster.etcd()));
  const { metadata } = statusIn(cluster.handle(request({ limit: 3, continue: first.continue ?? "" })));
  const rest = listIn(cluster.handle(request({ limit: 3, continue: metadata.continue ?? "" })));
  expect(rest.items.map((item) => item.metadata.name)).toEqual(["d", "dd", "e"]);
});

// D.4
test("GET of /status of a custom kind without the subresource is the object's 404", () => {
  const cluster = testCluster();
  const request = { ...getRequest("Widget", "w"), subresource: "status" } as ApiRequest;
  expect(statusIn(cluster.handle(request))).toMatchObject({
    reason: "NotFound",
    message: 'widgets.example.com "w" not found',
  });
});
