// Goal: a stream is read by a goroutine of its own, which hands over to the reflector without a buffer (`apimachinery:pkg/watch/
// streamwatcher.go:receive @v0.36.3`). Method: edits in quick succession, a bookmark, an ERROR, and a stream that is left while events are on
// their way.
import { expect, test } from "vitest";
import { seconds } from "../../../base/time.ts";
import { doAt, editMap, testCluster, testController, testMap } from "./test-cluster.ts";

const decoder = { actor: "web/ConfigMap/decoder" };

function ran() {
  return testCluster({
    controllers: [testController({})],
    given: [testMap("one")],
    script: [doAt(1_000, editMap("one", "2")), doAt(1_000, editMap("one", "3")), doAt(1_001, editMap("one", "4"))],
  });
}

test("each event is decoded, then taken by the reflector in the same instant, one after the other", () => {
  const cluster = ran();
  cluster.run(seconds(70));
  cluster.act({ type: "endWatch", client: "web", kind: "ConfigMap", mode: 410 });
  cluster.run(seconds(71));
  const decoded = cluster.events({ type: "watch.decoded", ...decoder });
  const taken = cluster.events({ type: "watch.event", actor: "web/ConfigMap/reflector" });
  expect(decoded.length).toBeGreaterThan(4);
  expect(taken.map(({ at, cause }) => ({ at, cause }))).toEqual(decoded.map(({ at, seq }) => ({ at, cause: seq })));
  const named = (events: typeof decoded | typeof taken) =>
    events.map(({ fact }) => (fact.type === "watch.decoded" || fact.type === "watch.event" ? fact.event : ""));
  expect(named(decoded)).toEqual(named(taken));
  expect(new Set(named(decoded))).toEqual(new Set(["ADDED", "BOOKMARK", "MODIFIED", "ERROR"]));
});

test("what arrives after the reflector has left its stream is decoded by nobody", () => {
  const cluster = ran();
  cluster.runTo({ type: "stream.send", client: "web", event: "MODIFIED" });
  cluster.act({ type: "stop", process: "web" });
  cluster.run(seconds(5));
  const left = cluster.times({ type: "watch.stop" })[0] ?? 0;
  // Its event is on its way then, and comes after.
  expect(cluster.times({ type: "informer.ignored", what: "watch.frame*" }).filter((at) => at > left)).not.toEqual([]);
  expect(cluster.times({ type: "watch.decoded", ...decoder }).filter((at) => at >= left)).toEqual([]);
});
