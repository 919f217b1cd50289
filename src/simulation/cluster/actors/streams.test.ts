import { expect, test } from "vitest";
import { valueAt } from "../../../base/persistent-map.ts";
import { micros, milliseconds, seconds } from "../../../base/time.ts";
import { chartText } from "./test-charts.ts";
import { doAt, editMap, type TestCluster, type TestPlan, testCluster, testMap } from "./test-cluster.ts";

const about = { client: "web", kind: "ConfigMap" } as const;

/** A cluster whose controller watches ConfigMaps, long enough for the end of a stream to be an ordinary one. */
function watching(plan: TestPlan = {}): TestCluster {
  const cluster = testCluster({ given: [testMap("one")], ...plan });
  cluster.run(seconds(2));
  return cluster;
}

const later = (cluster: TestCluster, span: number) => cluster.run(micros(cluster.world().now + span));
const taken = (cluster: TestCluster) =>
  cluster.facts("watch.event").map(({ event, key, rv }) => `${event} ${key === "" ? rv : key}`);
/** What came to the client, bookmarks left out. */
const versions = (cluster: TestCluster) =>
  cluster.facts("watch.event").flatMap(({ event, rv }) => (event === "BOOKMARK" ? [] : [rv]));
const closed = (cluster: TestCluster) => cluster.facts("stream.close", about).map(({ reason }) => reason);

test("a watch-list brings the objects, then the bookmark that ends them, then the changes", () => {
  const cluster = watching();
  cluster.act(editMap("one", "2"));
  later(cluster, 1_000_000);
  expect(taken(cluster)).toEqual(["ADDED demo/one", "BOOKMARK 101", "MODIFIED demo/one"]);
  expect(cluster.facts("stream.open", about)).toMatchObject([{ from: "", initial: 1 }]);
});

test("a stream keeps the newest line that was written, and the newest that was read", () => {
  const cluster = watching();
  cluster.act(editMap("one", "2"));
  cluster.runTo({ type: "stream.send", ...about, event: "MODIFIED" });
  const stream = () => valueAt(cluster.world().shared.streams, String(cluster.facts("stream.open", about)[0]?.stream));
  expect(stream()?.sent).toMatchObject({ type: "MODIFIED", object: { metadata: { name: "one" }, data: { a: "2" } } });
  expect(stream()?.taken).toMatchObject({ type: "BOOKMARK", object: { metadata: { resourceVersion: "101" } } });
  cluster.runTo({ type: "watch.event", event: "MODIFIED" });
  expect(stream()?.taken).toBe(stream()?.sent);
});

test("frames of one stream never overtake each other, whatever the link does meanwhile", () => {
  const cluster = watching();
  cluster.act({ type: "slowLink", process: "web", server: "a", delay: seconds(2) });
  cluster.act(editMap("one", "2"));
  later(cluster, 100_000);
  cluster.act({ type: "mendLink", process: "web", server: "a" });
  cluster.act(editMap("one", "3"));
  later(cluster, 5_000_000);
  expect(versions(cluster)).toEqual(["101", "102", "103"]);
  const [second = 0, third = 0] = cluster.times({ type: "watch.event", event: "MODIFIED" });
  expect(third).toBeGreaterThanOrEqual(second);
});

test("a stream ends at its deadline without an ERROR, and the next one begins where it ended", () => {
  const cluster = watching();
  const [{ deadline } = { deadline: 0 }] = cluster.facts("stream.open", about);
  cluster.runTo({ type: "stream.close", ...about });
  expect(cluster.world().now).toBe(deadline);
  const next = cluster.runTo({ type: "stream.open", ...about });
  expect(next.fact).toMatchObject({ from: cluster.facts("stream.close", about)[0]?.rv.toString() });
  expect(cluster.facts("stream.error")).toEqual([]);
  expect(cluster.facts("list.request")).toEqual([]);
});

test("a stream that is cut loses what is on its way, and the next one brings it again", () => {
  const cluster = watching();
  cluster.act(editMap("one", "2"));
  cluster.runTo({ type: "stream.send", ...about, event: "MODIFIED" });
  cluster.act({ type: "cutLink", process: "web", server: "a", duration: seconds(1) });
  later(cluster, 10_000_000);
  expect(closed(cluster)).toEqual(["cut"]);
  expect(cluster.facts("link.lost")).toHaveLength(1);
  expect(taken(cluster).slice(2)).toEqual(["MODIFIED demo/one"]);
});

test.each(["eof", "reset", 410] as const)("a stream that a fault ends with %s is followed by another one", (mode) => {
  const cluster = watching();
  cluster.act({ type: "endWatch", ...about, mode });
  later(cluster, 20_000_000);
  expect(cluster.facts("stream.open", about)).toHaveLength(2);
  expect(closed(cluster)).toEqual(["fault"]);
  const errors = cluster.facts("watch.event", { event: "ERROR" }).map(({ code }) => code);
  expect(errors).toEqual(mode === 410 ? [410] : []);
  expect(cluster.events({ type: "machine.ignored", machine: "watch-connection" })).toEqual([]);
});

test("a reset drops the frames that are on their way; a clean end comes behind them", () => {
  for (const mode of ["reset", "eof"] as const) {
    const cluster = watching();
    cluster.act(editMap("one", "2"));
    cluster.runTo({ type: "stream.send", ...about, event: "MODIFIED" });
    cluster.act({ type: "endWatch", ...about, mode });
    cluster.runTo({ type: "watch.closed" });
    later(cluster, 2_000);
    expect(taken(cluster).length).toBe(mode === "eof" ? 3 : 2);
    expect(cluster.facts("link.lost").length).toBe(mode === "eof" ? 0 : 1);
  }
});

test("held events stay in the server and come in order when they are released", () => {
  const cluster = watching();
  cluster.act({ type: "holdEvents", ...about, duration: seconds(5) });
  for (const value of ["2", "3"]) {
    cluster.act(editMap("one", value));
    later(cluster, 100_000);
  }
  expect(cluster.facts("stream.held").map(({ rv }) => rv)).toEqual([102, 103]);
  expect(taken(cluster)).toHaveLength(2);
  expect(chartText(cluster, "server/a/watch/web/ConfigMap")).toBe("streaming.held");
  cluster.runTo({ type: "fault.end", fault: "holdEvents" });
  expect(chartText(cluster, "server/a/watch/web/ConfigMap")).toBe("streaming.flowing");
  later(cluster, 100_000);
  expect(versions(cluster)).toEqual(["101", "102", "103"]);
});

test("a hold outlives the stream: the next one is held too, and gets everything at its end", () => {
  const hold = { type: "holdEvents", ...about, duration: seconds(5) } as const;
  const cluster = watching({
    script: [
      doAt(2_000, hold),
      doAt(3_000, { type: "endWatch", ...about, mode: "eof" }),
      doAt(3_500, editMap("one", "2")),
    ],
  });
  cluster.run(milliseconds(6_999));
  expect(cluster.facts("stream.open", about)).toHaveLength(2);
  expect(versions(cluster)).toEqual(["101"]);
  cluster.run(seconds(8));
  expect(versions(cluster)).toEqual(["101", "102"]);
});

test("holding again counts from then on", () => {
  const hold = { type: "holdEvents", ...about, duration: seconds(5) } as const;
  const cluster = watching({ script: [doAt(2_000, hold), doAt(3_000, editMap("one", "2")), doAt(5_000, hold)] });
  cluster.run(seconds(20));
  expect(cluster.times({ type: "fault.end" })).toEqual([5_000, 10_000]);
  expect(cluster.times({ type: "stream.send", ...about, event: "MODIFIED" })).toEqual([10_000]);
  expect(cluster.world().shared.faults).toEqual([]);
});

test("a client that reads nothing is dropped when its buffer is full: a clean end, no ERROR (fidelity B.7, G32)", () => {
  const cluster = watching();
  cluster.act({ type: "holdEvents", ...about, duration: seconds(600) });
  for (let n = 0; n < 60 && closed(cluster).length === 0; n++) {
    cluster.act(editMap("one", `x${n}`));
    later(cluster, 10_000);
  }
  later(cluster, 1_000_000);
  expect(closed(cluster)).toEqual(["slow"]);
  expect(cluster.facts("stream.error")).toEqual([]);
});

test("a silent stream says nothing more, not even bookmarks, but ends at its deadline", () => {
  const cluster = watching();
  cluster.act({ type: "silenceWatch", ...about });
  cluster.act(editMap("one", "2"));
  cluster.runTo({ type: "stream.close", ...about });
  expect(taken(cluster)).toHaveLength(2);
  expect(
    cluster
      .facts("stream.lost", about)
      .map(({ key }) => key)
      .sort(),
  ).toContain("demo/one");
  expect(cluster.facts("stream.bookmark", { client: "web" })).toHaveLength(1);
});

test("a lost event is lost for good: nothing repairs it but the next change", () => {
  const cluster = watching();
  cluster.act({ type: "loseEvent", ...about, count: 1 });
  for (const value of ["2", "3"]) {
    cluster.act(editMap("one", value));
    later(cluster, 100_000);
  }
  expect(cluster.facts("stream.lost").map(({ rv }) => rv)).toEqual([102]);
  expect(versions(cluster)).toEqual(["101", "103"]);
});

test("a bookmark comes a minute after the start and moves on with writes of other kinds", () => {
  const cluster = watching();
  cluster.act({
    type: "create",
    object: { apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "demo" } },
  });
  cluster.run(seconds(70));
  const bookmarks = cluster.facts("watch.event", { event: "BOOKMARK" });
  expect(bookmarks.map(({ rv }) => rv)).toEqual(["101", "102"]);
  expect(cluster.times({ type: "watch.event", event: "BOOKMARK" })[1]).toBeGreaterThan(60_000);
});

test("an error at the start of a stream comes behind its headers even on a link without delay", () => {
  const timing = { watchDelivery: { default: micros(0), kinds: {} }, apiCall: milliseconds(10) };
  const cluster = testCluster({ timing });
  const extent = { type: "times", count: 1 } as const;
  cluster.act({ type: "answer", match: { client: "web", verb: "watch" }, mode: 410, extent });
  cluster.runTo({ type: "watch.event", event: "ERROR" });
  expect(cluster.facts("watch.response")).toHaveLength(1);
  expect(cluster.facts("informer.ignored")).toEqual([]);
});

test("the server forgets a stream whose client has left", () => {
  const cluster = watching();
  cluster.act({ type: "stop", process: "web" });
  later(cluster, 1_000_000);
  expect(closed(cluster)).toEqual(["client"]);
  expect(cluster.world().shared.servers["a"]?.api.caches["ConfigMap"]?.watchers).toEqual([]);
});

// `cg:rest/request.go:Watch @v0.36.3`: a reset before the response headers is tried again by the REST client, a second later (fidelity §2.6.2).
test("a connection that breaks while its answer is on the way is a request that failed: it is sent again and the informer goes on", () => {
  const cluster = testCluster({ given: [testMap("one")] });
  cluster.runTo({ type: "stream.open", ...about });
  cluster.act({ type: "endWatch", ...about, mode: "reset" });
  later(cluster, 5_000_000);
  expect(cluster.facts("watch.response")).toHaveLength(1);
  expect(cluster.facts("watch.closed")).toEqual([]);
  expect(cluster.facts("client.retry")).toMatchObject([{ verb: "watch", reason: "ECONNRESET", after: 1_000_000 }]);
  const [broken = 0, again = 0] = cluster.times({ type: "stream.open", ...about });
  expect(again - broken).toBeGreaterThanOrEqual(1000);
  cluster.act(editMap("one", "2"));
  later(cluster, 100_000);
  expect(versions(cluster)).toEqual(["101", "102"]);
});

test("of changes that are written in one go each event is due to its own, and of what a fault had held to the end of the fault", () => {
  const cluster = watching({ given: [testMap("one"), testMap("two")] });
  cluster.act(editMap("one", "2"));
  cluster.act(editMap("two", "2"));
  later(cluster, 100_000);
  cluster.act({ type: "holdEvents", ...about, duration: seconds(1) });
  cluster.act(editMap("one", "3"));
  cluster.act(editMap("two", "3"));
  later(cluster, 2_000_000);
  const bySeq = new Map(cluster.events({ type: "*" }).map((event) => [event.seq, event]));
  const causes = cluster.events({ type: "stream.send", ...about, event: "MODIFIED" }).map(({ cause, fact }) => {
    const because = bySeq.get(cause ?? -1)?.fact;
    const key = fact.type === "stream.send" ? fact.key : "";
    return `${key}: ${because?.type} ${because?.type === "cache.apply" ? because.key : ""}`.trim();
  });
  expect(causes).toEqual([
    "demo/one: cache.apply demo/one",
    "demo/two: cache.apply demo/two",
    "demo/one: fault.end",
    "demo/two: fault.end",
  ]);
});
