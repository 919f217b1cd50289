import { expect, test } from "vitest";
import { valueAt } from "../../../base/persistent-map.ts";
import { milliseconds, seconds } from "../../../base/time.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import type { Action } from "../actions.ts";
import { chartText } from "./test-charts.ts";
import { doAt, type TestCluster, testCluster, testPod } from "./test-cluster.ts";

const make = (time: number, name: string) => doAt(time, { type: "create", object: testPod(name) });
const nodeOf = (cluster: TestCluster, name: string) => cluster.stored("Pod", name)?.spec?.["nodeName"];
const podEvents = (cluster: TestCluster, name: string) =>
  cluster.facts("cache.apply", { kind: "Pod", key: `demo/${name}` }).map(({ verb }) => verb);
const ready = (cluster: TestCluster, name: string) => {
  const conditions = cluster.stored("Pod", name)?.status?.["conditions"];
  return JSON.stringify(conditions ?? []).includes('"type":"Ready","status":"True"');
};

test("the scheduler binds pods to the nodes in turn", () => {
  const script = ["a", "b", "c"].map((name, n) => make(1_000 + n, name));
  const cluster = testCluster({ controllers: [], script });
  cluster.run(seconds(3));
  expect(["a", "b", "c"].map((name) => nodeOf(cluster, name))).toEqual(["node-1", "node-2", "node-1"]);
});

// client-go tools/cache/reflector.go: watchList asks for everything that is there, and each watch lasts timeoutSeconds, random in [300, 600).
test("scheduler and kubelet watch as a reflector does: a streaming list, 5 to 10 min, then on from the last version", () => {
  const cluster = testCluster({ controllers: [], script: [make(1_000, "a")] });
  cluster.run(seconds(590));
  const opened = cluster.facts("stream.open", { kind: "Pod" }).filter(({ client }) => client === "kubelet/node-1");
  const [first, second] = cluster.events({ type: "stream.open", actor: "server/a/watch/kubelet/node-1/*" });
  expect(opened[0]?.from).toBe("");
  expect(Number(opened[1]?.from)).toBeGreaterThan(0);
  const deadline = (opened[0]?.deadline ?? 0) - (first?.at ?? 0);
  expect(deadline).toBeGreaterThanOrEqual(seconds(300));
  expect(deadline).toBeLessThan(seconds(600));
  expect(cluster.facts("stream.close", { client: "kubelet/node-1" })).toMatchObject([{ reason: "deadline" }]);
  expect((second?.at ?? 0) - (opened[0]?.deadline ?? 0)).toBeLessThan(milliseconds(10));
});

test("a pod is bound once, even when it changes before it is bound", () => {
  const label: Action = {
    type: "patch",
    target: { kind: "Pod", namespace: "demo", name: "a" },
    merge: { metadata: { labels: { x: "1" } } },
  };
  const script = [make(1_000, "a"), doAt(1_008, label), make(1_100, "b")];
  const cluster = testCluster({ controllers: [], script });
  cluster.run(seconds(3));
  const bound = cluster
    .facts("etcd.commit", { kind: "Pod", key: "demo/a", verb: "update" })
    .filter(({ change }) => change.includes("nodeName"));
  expect(bound).toHaveLength(1);
  expect(ready(cluster, "a")).toBe(true);
});

test("the kubelet reports that the containers run, then that the pod is ready, each after its time", () => {
  const cluster = testCluster({ controllers: [], script: [make(1_000, "a")] });
  cluster.run(seconds(5));
  const reports = cluster.times({ type: "api.request", client: "kubelet/node-1", verb: "patch" });
  const [first = 0, second = 0] = reports.slice(-2);
  expect(second - first).toBeGreaterThanOrEqual(100);
  expect(cluster.stored("Pod", "a")?.status?.["phase"]).toBe("Running");
  expect(chartText(cluster, "pod/demo/a")).toBe("running.ready");
});

test("a running pod is deleted in steps: MODIFIED, the kubelet's status, MODIFIED with grace 0, DELETED (G26)", () => {
  const remove: Action = { type: "delete", target: { kind: "Pod", namespace: "demo", name: "a" } };
  const cluster = testCluster({ controllers: [], script: [make(1_000, "a"), doAt(5_000, remove)] });
  cluster.run(milliseconds(4_999));
  const before = podEvents(cluster, "a").length;
  cluster.run(seconds(60));
  const changes = cluster.facts("etcd.commit", { key: "demo/a" }).slice(before);
  expect(changes[0]?.change).toContain("deletion");
  expect(changes.at(-1)?.verb).toBe("delete");
  expect(changes.at(-2)?.change).toContain("metadata.deletionGracePeriodSeconds 30 → 0");
  expect(podEvents(cluster, "a").slice(before).at(-1)).toBe("delete");
  const [asked = 0, gone = 0] = [
    cluster.times({ type: "user.edit", verb: "delete" })[0],
    cluster.times({ type: "etcd.commit", verb: "delete" })[0],
  ];
  // The containers end after half a second, long before the grace period.
  expect(gone - asked).toBeLessThan(1_000);
});

test("a pod that nobody runs goes at once: MODIFIED and DELETED (G27)", () => {
  const remove: Action = { type: "delete", target: { kind: "Pod", namespace: "demo", name: "a" } };
  const cluster = testCluster({
    controllers: [],
    timing: { pod: { schedule: seconds(60), start: seconds(1), ready: seconds(1), stop: seconds(1) } },
    script: [make(1_000, "a"), doAt(2_000, remove)],
  });
  cluster.run(seconds(3));
  expect(podEvents(cluster, "a")).toEqual(["create", "update", "delete"]);
});

test("agents resume their watches after a cut, and start over after a restart that forgot their version", () => {
  const cut = (process: string): Action => ({ type: "cutLink", process, server: "a", duration: seconds(2) });
  const cluster = testCluster({
    controllers: [],
    script: [
      make(1_000, "a"),
      doAt(3_000, cut("scheduler")),
      make(4_000, "b"),
      doAt(8_000, cut("kubelet/node-1")),
      make(8_500, "c"),
      doAt(9_000, { type: "restartServer", server: "a", downFor: milliseconds(500) }),
    ],
  });
  cluster.run(seconds(30));
  expect(["a", "b", "c"].map((name) => ready(cluster, name))).toEqual([true, true, true]);
  expect(cluster.facts("stream.error", { client: "kubelet/node-1", code: 410 })).toHaveLength(1);
});

test("a pod that went while its kubelet did not watch is not on the node any more", () => {
  const force: Action = {
    type: "delete",
    target: { kind: "Pod", namespace: "demo", name: "a" },
    gracePeriodSeconds: 0,
  };
  const cluster = testCluster({
    controllers: [],
    script: [
      make(1_000, "a"),
      doAt(3_000, { type: "cutLink", process: "kubelet/node-1", server: "a", duration: seconds(5) }),
      doAt(4_000, force),
      doAt(5_000, { type: "restartServer", server: "a", downFor: milliseconds(500) }),
    ],
  });
  cluster.run(seconds(30));
  const pods = cluster.world().shared.agents["kubelet/node-1"]?.pods;
  expect(pods === undefined ? undefined : valueAt(pods, objectKey("demo", "a"))).toBeUndefined();
});

test("of two status reports that fail only the newer one is tried again", () => {
  const match = { client: "kubelet/node-1", verb: "patch" } as const;
  const cluster = testCluster({
    controllers: [],
    timing: {
      pod: { schedule: milliseconds(10), start: milliseconds(100), ready: milliseconds(300), stop: seconds(1) },
    },
    script: [
      doAt(0, { type: "answer", match, mode: 500, extent: { type: "for", duration: milliseconds(1_200) } }),
      make(1_000, "a"),
    ],
  });
  cluster.run(seconds(10));
  expect(ready(cluster, "a")).toBe(true);
  expect(cluster.facts("etcd.commit", { key: "demo/a" }).at(-1)?.change).toContain("Ready");
});
