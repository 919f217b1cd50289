import { expect, test } from "vitest";
import { seconds } from "../../../base/time.ts";
import { conditionOf } from "../../kubernetes/condition.ts";
import type { DraftObject } from "../../kubernetes/object.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import type { Action } from "../actions.ts";
import { etcdGet, etcdRange } from "../etcd.ts";
import { doAt, type TestCluster, type TestPlan, testCluster, testController } from "./test-cluster.ts";

const WIDGETS = "widgets.example.com";
const crds = [
  { kind: "Gadget", group: "example.com", plural: "gadgets" },
  { kind: "Widget", group: "example.com", plural: "widgets" },
];

function widget(name: string, finalizers: readonly string[] = []): DraftObject {
  return { apiVersion: "example.com/v1", kind: "Widget", metadata: { name, namespace: "demo", finalizers }, spec: {} };
}

const removal: Action = { type: "delete", target: { kind: "CustomResourceDefinition", name: WIDGETS } };
const held = widget("held", ["example.com/hold"]);

/** A controller watches Widgets, and at 1 s their definition is deleted. */
function running({ cluster, ...changes }: TestPlan = {}): TestCluster {
  const controllers = [testController({ watches: [{ ...watchOf("ConfigMap"), kind: "Widget" }] })];
  return testCluster({
    controllers,
    script: [doAt(1_000, removal)],
    ...changes,
    cluster: { crds, revision: 100, ...cluster },
  });
}

function watchOf(kind: string) {
  return { ...(testController().watches[0] as NonNullable<ReturnType<typeof testController>["watches"][0]>), kind };
}

function definition(cluster: TestCluster) {
  return etcdGet(cluster.world().shared.etcd, "CustomResourceDefinition", objectKey(undefined, WIDGETS))?.object;
}

function terminating(cluster: TestCluster): string {
  const object = definition(cluster);
  const { status, reason, message } = (object && conditionOf(object, "Terminating")) ?? {};
  return `${status} ${reason}: ${message}`;
}

test("definitions are the newest writes from before the run, and cost no revision", () => {
  const cluster = running({ given: [widget("a")] });
  const range = etcdRange(cluster.world().shared.etcd, "CustomResourceDefinition");
  const versions = range.type === "values" ? range.values.map(({ object }) => object.metadata.resourceVersion) : [];
  expect(versions.sort()).toEqual(["100", "99"]);
  expect(cluster.stored("Widget", "a")?.metadata.resourceVersion).toBe("101");
  expect(cluster.facts("cache.list").map(({ kind }) => kind)).not.toContain("CustomResourceDefinition");
});

test("its objects go first, then the definition, then the kind; its watches end a second later, and from then on it is 404", () => {
  const cluster = running({ given: [widget("a"), widget("b")] });
  cluster.run(seconds(6));
  const commits = cluster.facts("etcd.commit").filter(({ revision }) => revision > 102);
  expect(commits.map(({ verb, kind }) => `${verb} ${kind}`)).toEqual([
    "update CustomResourceDefinition",
    "update CustomResourceDefinition",
    "delete Widget",
    "delete Widget",
    "delete CustomResourceDefinition",
  ]);
  expect(cluster.facts("api.emptied")).toMatchObject([{ kind: "Widget", name: WIDGETS, found: 2, left: 0 }]);
  const [gone] = cluster.times({ type: "api.unserved", kind: "Widget", watches: 1 });
  const [closed] = cluster.times({ type: "stream.close", kind: "Widget", reason: "cacheTerminated" });
  expect((closed ?? 0) - (gone ?? 0)).toBe(1_000);
  expect(cluster.facts("watch.refused")[0]).toMatchObject({
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource (get widgets.example.com)",
  });
  expect(cluster.facts("api.response", { kind: "Widget", code: 404 })[0]).toMatchObject({
    reason: "",
    message: "404 page not found",
  });
  // The informer was told of both deletions before its stream ended, and tries for ever.
  expect(cluster.facts("watch.event", { event: "DELETED" })).toHaveLength(2);
  cluster.run(seconds(200));
  expect(cluster.facts("list.failed").at(-1)).toMatchObject({ code: 404 });
  expect(cluster.times({ type: "list.request" }).at(-1)).toBeGreaterThan(150_000);
  expect(cluster.world().shared.processes.web?.state).toBe("running");
});

test("other kinds are served on, and of this one nothing can be made", () => {
  const gadget: DraftObject = { ...widget("g"), kind: "Gadget" };
  const cluster = running({
    script: [
      doAt(1_000, removal),
      doAt(3_000, { type: "create", object: gadget }),
      doAt(3_000, { type: "create", object: widget("late") }),
    ],
  });
  cluster.run(seconds(4));
  expect(
    cluster.facts("api.response", { verb: "create", client: "user" }).map(({ kind, code }) => [kind, code]),
  ).toEqual([
    ["Gadget", 201],
    ["Widget", 404],
  ]);
});

test("an object with a finalizer holds the definition: it is looked for every 5 s", () => {
  const release: Action = {
    type: "patch",
    target: { kind: "Widget", namespace: "demo", name: "held" },
    merge: { metadata: { finalizers: null } },
  };
  const cluster = running({ given: [held], script: [doAt(1_000, removal), doAt(12_000, release)] });
  cluster.run(seconds(11));
  expect(terminating(cluster)).toBe("True InstanceDeletionInProgress: CustomResource deletion is in progress");
  expect(cluster.facts("api.emptied")).toMatchObject([{ found: 1, left: 1 }]);
  cluster.run(seconds(20));
  expect(definition(cluster)).toBeUndefined();
  const [last] = cluster.times({ type: "etcd.commit", kind: "CustomResourceDefinition", verb: "delete" });
  // Begun at 1.004 s: the looks are at 6, 11 and 16.
  expect(last).toBeCloseTo(16_004, -1);
});

test("after a minute it gives up, says so and begins anew, later and later", () => {
  const cluster = running({ given: [held] });
  cluster.run(seconds(61.004));
  expect(terminating(cluster)).toBe(
    "True InstanceDeletionCheck: could not confirm zero CustomResources remaining: context deadline exceeded",
  );
  cluster.run(seconds(62));
  expect(terminating(cluster)).toBe("True InstanceDeletionInProgress: CustomResource deletion is in progress");
  cluster.run(seconds(200));
  const begun = cluster.times({ type: "api.emptied" });
  const pauses = begun.slice(1).map((at, index) => Math.round(at - (begun[index] ?? 0)));
  expect(pauses).toEqual([60_005, 60_010, 60_020]);
});

test("whoever takes the finalizer out by hand gets rid of the definition alone: the objects stay, and nobody can reach them", () => {
  const target = { kind: "CustomResourceDefinition", name: WIDGETS };
  const force: Action = { type: "patch", target, merge: { metadata: { finalizers: null } } };
  const look: Action = { type: "delete", target: { kind: "Widget", namespace: "demo", name: "held" } };
  const cluster = running({ given: [held], script: [doAt(1_000, removal), doAt(3_000, force), doAt(5_000, look)] });
  cluster.run(seconds(6));
  expect(definition(cluster)).toBeUndefined();
  expect(cluster.stored("Widget", "held")).toBeDefined();
  expect(cluster.facts("api.response", { kind: "Widget", verb: "delete" })).toMatchObject([{ code: 404 }]);
});

test("each server runs the finalizer: one gets its status through, the others leave it to that one", () => {
  const cluster = running({ given: [widget("a")], cluster: { apiServers: ["a", "b"] } });
  cluster.run(seconds(4));
  expect(cluster.facts("api.emptied")).toHaveLength(1);
  expect(cluster.facts("api.unserved")).toHaveLength(2);
});

test("a server that was down takes up what is being deleted, and does not serve what went meanwhile", () => {
  const down: Action = { type: "restartServer", server: "a", downFor: seconds(2) };
  const cluster = running({ given: [held], script: [doAt(1_000, removal), doAt(2_000, down)] });
  cluster.run(seconds(5));
  expect(cluster.times({ type: "api.emptied" }).map(Math.floor)).toEqual([1_003, 4_000]);
  const both = running({ given: [widget("a")], script: [doAt(1_000, removal), doAt(1_500, down)] });
  both.run(seconds(4));
  expect(both.facts("api.response", { kind: "Widget", verb: "watch" }).at(-1)).toMatchObject({ code: 404 });
});

test("a server that hears late of the deletion makes objects still, and serves the kind still", () => {
  const freeze: Action = {
    type: "freezeCache",
    server: "a",
    kind: "CustomResourceDefinition",
    duration: seconds(5),
  };
  const late: Action = { type: "create", object: widget("late") };
  const cluster = running({ script: [doAt(500, freeze), doAt(1_000, removal), doAt(2_000, late)] });
  cluster.run(seconds(4));
  expect(cluster.facts("api.response", { verb: "create", client: "user" })).toMatchObject([{ code: 201 }]);
  cluster.run(seconds(12));
  expect(cluster.stored("Widget", "late")).toBeUndefined();
  expect(definition(cluster)).toBeUndefined();
});
