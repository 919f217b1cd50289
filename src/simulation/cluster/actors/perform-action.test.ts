import { expect, test } from "vitest";
import { micros, milliseconds, seconds } from "../../../base/time.ts";
import type { JsonObject } from "../../kubernetes/object.ts";
import type { Action } from "../actions.ts";
import { frameOf } from "../frame-of.ts";
import { usualWatch } from "../usual-plan.ts";
import { doAt, editMap, type TestCluster, testCluster, testController, testMap } from "./test-cluster.ts";

const watch = { client: "web", kind: "ConfigMap" } as const;
const link = { process: "web", server: "a" } as const;

function running(script: Parameters<typeof testCluster>[0] = {}): TestCluster {
  const cluster = testCluster({ given: [testMap("one")], ...script });
  cluster.run(seconds(2));
  return cluster;
}

const missed = (cluster: TestCluster) =>
  cluster.facts("fault.missed").map(({ fault, reason }) => `${fault}: ${reason}`);

test.each<readonly [string, Action]>([
  ["endWatch: no stream is open", { type: "endWatch", client: "web", kind: "Pod", mode: "eof" }],
  ["silenceWatch: no stream is open", { type: "silenceWatch", client: "nobody", kind: "ConfigMap" }],
  ["holdEvents: no stream is open", { type: "holdEvents", client: "web", kind: "Pod", duration: seconds(1) }],
  ["loseEvent: no stream is open", { type: "loseEvent", client: "web", kind: "Pod", count: 1 }],
  ["stopAnswering: no fault answers requests", { type: "stopAnswering" }],
  ["cutLink: no such process", { type: "cutLink", process: "nobody", server: "a" }],
  ["cutLink: no such server", { type: "cutLink", process: "web", server: "z" }],
  ["mendLink: the link is up", { type: "mendLink", ...link }],
  ["restartServer: no such server", { type: "restartServer", server: "z", downFor: seconds(1) }],
  ["freezeCache: no such kind", { type: "freezeCache", server: "a", kind: "Nothing", duration: seconds(1) }],
  ["crash: no such process", { type: "crash", process: "nobody" }],
  ["pause: no such process", { type: "pause", process: "nobody", duration: seconds(1) }],
  ["stop: no such process", { type: "stop", process: "nobody" }],
  [
    "slowHandler: no such handler",
    { type: "slowHandler", process: "web", kind: "Pod", handler: "queue", takes: seconds(1) },
  ],
  ["grant: nothing was refused", { type: "grant", process: "web", verb: "list", kind: "Pod" }],
  ["renewToken: its token is valid", { type: "renewToken", process: "web" }],
  ["revokeToken: no such process", { type: "revokeToken", process: "user" }],
  ["deliver: nothing to deliver at this position", { type: "deliver", choice: 99 }],
])("refused with its reason: %s", (reason, action) => {
  const cluster = running();
  cluster.act(action);
  expect(missed(cluster)).toEqual([reason]);
  expect(cluster.facts("fault.start")).toEqual([]);
});

test.each<readonly [string, Action, Action]>([
  ["cutLink: the link is cut", { type: "cutLink", ...link }, { type: "cutLink", ...link }],
  ["slowLink: the link is cut", { type: "cutLink", ...link }, { type: "slowLink", ...link, delay: seconds(1) }],
  ["silenceWatch: the stream is silent", { type: "silenceWatch", ...watch }, { type: "silenceWatch", ...watch }],
  ["crash: the process does not run", { type: "crash", process: "web" }, { type: "crash", process: "web" }],
  ["stop: the process does not run", { type: "stop", process: "web" }, { type: "stop", process: "web" }],
  ["compact: everything is compacted", { type: "compact" }, { type: "compact" }],
  [
    "restartServer: the server is down",
    { type: "restartServer", server: "a", downFor: seconds(9) },
    { type: "restartServer", server: "a", downFor: seconds(9) },
  ],
  [
    "revoke: it is refused already",
    { type: "revoke", process: "web", verb: "list", kind: "Pod" },
    { type: "revoke", process: "web", verb: "list", kind: "Pod" },
  ],
  [
    "revokeToken: its token is revoked already",
    { type: "revokeToken", process: "web" },
    { type: "revokeToken", process: "web" },
  ],
])("refused the second time: %s", (reason, first, second) => {
  const cluster = running();
  cluster.act(first);
  cluster.act(second);
  expect(missed(cluster)).toEqual([reason]);
});

test("a process that has not begun can crash, but not stop", () => {
  const cluster = testCluster();
  cluster.act({ type: "stop", process: "web" });
  expect(missed(cluster)).toEqual(["stop: the process has not started"]);
});

test("a slow link delays each way; a cut in between ends with the link as slow as it was", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    controllers: [],
    script: [
      doAt(1_000, { type: "slowLink", process: "user", server: "a", delay: milliseconds(50) }),
      doAt(2_000, { type: "cutLink", process: "user", server: "a", duration: seconds(1) }),
      doAt(4_000, editMap("one", "2")),
      doAt(5_000, { type: "mendLink", process: "user", server: "a" }),
      doAt(6_000, editMap("one", "3")),
    ],
  });
  cluster.run(milliseconds(2_500));
  expect(frameOf(cluster.world()).links).toEqual([{ process: "user", server: "a", state: "cut", until: 3_000_000 }]);
  cluster.run(seconds(10));
  expect(cluster.times({ type: "api.request", client: "user" })).toEqual([4_051, 6_001]);
  expect(cluster.world().shared.faults).toEqual([]);
});

test("a permission that is revoked gives 403 with the server's words until it is granted again", () => {
  const cluster = testCluster({ generation: { watchList: false } });
  cluster.act({ type: "revoke", process: "web", verb: "list", kind: "ConfigMap" });
  cluster.runTo({
    type: "api.response",
    code: 403,
    reason: "Forbidden",
    message:
      'configmaps is forbidden: User "system:serviceaccount:kube-system:web" cannot list resource "configmaps" in API group "" at the cluster scope',
  });
  cluster.runTo({ type: "list.failed", code: 403, reason: "Forbidden" });
  cluster.act({ type: "grant", process: "web", verb: "list", kind: "ConfigMap" });
  cluster.runTo({ type: "process.workersStart" });
});

test("a slow handler takes its time from the next call on, and still does after a restart", () => {
  const cluster = running({
    script: [
      doAt(3_000, {
        type: "slowHandler",
        process: "web",
        kind: "ConfigMap",
        handler: "queue",
        takes: milliseconds(700),
      }),
      doAt(4_000, editMap("one", "2")),
      doAt(6_000, { type: "crash", process: "web", restartAfter: seconds(1) }),
    ],
  });
  cluster.run(seconds(10));
  const calls = cluster.times({ type: "handler.call", handler: "queue" });
  const returns = cluster.times({ type: "handler.return", handler: "queue" });
  expect(returns.map((at, n) => at - (calls[n] ?? 0))).toEqual([0, 700, 700]);
});

test("the chosen delivery is taken, and the choice is part of the trace", () => {
  const cluster = testCluster({ controllers: ["web", "api"].map((name) => testController({ name })) });
  const next = frameOf(cluster.world()).next;
  const at = next.findIndex(({ to }) => to === "api");
  cluster.act({ type: "deliver", choice: at });
  const [first, second] =
    cluster.world().step === 1
      ? cluster
          .events({ type: "*" })
          .slice(-99)
          .filter(({ step }) => step === 1)
      : [];
  expect(first?.fact).toEqual({ type: "user.choice", to: "api", message: "process.start" });
  expect(second?.fact).toEqual({ type: "process.start", process: "api" });
  expect(second?.cause).not.toBe(first?.seq);
});

test("a step of the script comes some time after the n-th event that it waits for, by hand or not", () => {
  const nth = { type: "on", match: { type: "user.edit" }, nth: 2, after: milliseconds(250) } as const;
  const cluster = testCluster({ given: [testMap("one")], script: [{ when: nth, action: { type: "compact" } }] });
  cluster.run(seconds(1));
  cluster.act(editMap("one", "2"));
  cluster.act(editMap("one", "3"));
  const now = cluster.world().now;
  cluster.act(editMap("one", "4"));
  cluster.run(micros(now + 1_000_000));
  expect(cluster.times({ type: "fault.start", fault: "compact" })).toEqual([(now + 250_000) / 1_000]);
});

test("what happened at the boot counts for the script too", () => {
  const on = { type: "on", match: { type: "etcd.commit" }, nth: 2, after: micros(0) } as const;
  const cluster = testCluster({
    given: [testMap("one"), testMap("two")],
    script: [{ when: on, action: { type: "compact" } }],
  });
  cluster.run(seconds(1));
  expect(cluster.times({ type: "fault.start", fault: "compact" })).toEqual([0]);
});

test("a name with a star is the first object that begins so; where none does, nothing is asked of the server", () => {
  const cluster = running({ given: [testMap("one-b"), testMap("one-a"), testMap("two")] });
  const target = { kind: "ConfigMap", namespace: "demo" } as const;
  cluster.act({ type: "delete", target: { ...target, name: "one-*" } });
  cluster.act({ type: "delete", target: { ...target, name: "three-*" } });
  cluster.run(seconds(1));
  expect(cluster.facts("user.edit").map(({ key }) => key)).toEqual(["demo/one-a"]);
  expect(missed(cluster)).toEqual(["delete: no object has a name that begins so"]);
});

test("a paused process gets everything in the order in which it came, when it goes on", () => {
  const pause = { type: "pause", process: "web", duration: seconds(5) } as const;
  const cluster = running({
    script: [doAt(3_000, pause), ...[4, 5, 6].map((at) => doAt(at * 1_000, editMap("one", String(at))))],
  });
  cluster.run(milliseconds(7_999));
  expect(cluster.events({ type: "*", actor: "web*" }).filter(({ at }) => at > 3_000_000)).toEqual([]);
  cluster.run(seconds(9));
  const taken = cluster.events({ type: "watch.event", event: "MODIFIED" });
  expect(taken.map(({ at }) => at)).toEqual([8_000_000, 8_000_000, 8_000_000]);
  expect(cluster.facts("watch.event", { event: "MODIFIED" }).map(({ rv }) => rv)).toEqual(["102", "103", "104"]);
});

test("what arrives in the very instant in which a pause ends stays behind what waited", () => {
  // A write is seen 3 ms after it is sent: the second one arrives when the pause ends.
  const order = (until: number) => {
    const pause = { type: "pause", process: "web", duration: milliseconds(until - 3_000) } as const;
    const cluster = running({
      script: [doAt(3_000, pause), doAt(3_500, editMap("one", "2")), doAt(4_000, editMap("one", "3"))],
    });
    cluster.run(seconds(9));
    return cluster.facts("watch.event", { event: "MODIFIED" }).map(({ rv }) => rv);
  };
  for (let until = 4_000; until <= 4_010; until++) expect(order(until)).toEqual(["102", "103"]);
});

test("a second pause takes the place of the first: shorter or longer, nothing overtakes", () => {
  const pause = (duration: number) => ({ type: "pause", process: "web", duration: milliseconds(duration) }) as const;
  const taken = (second: number) => {
    const script = [doAt(3_000, pause(5_000)), doAt(3_500, editMap("one", "2")), doAt(4_000, pause(second))];
    const cluster = running({ script: [...script, doAt(6_500, editMap("one", "3"))] });
    cluster.run(seconds(20));
    const seen = cluster.facts("watch.event", { event: "MODIFIED" }).map(({ rv }) => rv);
    return { seen, first: cluster.times({ type: "watch.event", event: "MODIFIED" })[0] };
  };
  expect(taken(2_000)).toEqual({ seen: ["102", "103"], first: 6_000 });
  expect(taken(9_000)).toEqual({ seen: ["102", "103"], first: 13_000 });
});

test("frames of one stream cannot be chosen out of order, those of two streams can", () => {
  const names = ["web", "api"];
  const pauses = names.map((process) => doAt(3_000, { type: "pause", process, duration: seconds(5) }));
  const cluster = running({
    controllers: names.map((name) => testController({ name })),
    script: [...pauses, ...[4, 5].map((at) => doAt(at * 1_000, editMap("one", String(at))))],
  });
  cluster.runTo({ type: "fault.end", fault: "pause", target: "api" });
  const offered = frameOf(cluster.world()).next.filter(({ message }) => message === "stream.arrive");
  expect(offered.map(({ to }) => to)).toEqual(["web/ConfigMap/reflector", "api/ConfigMap/reflector"]);
  cluster.act({ type: "deliver", choice: offered[1]?.choice ?? 0 });
  cluster.run(seconds(9));
  const taken = (actor: string) => cluster.events({ type: "watch.event", event: "MODIFIED", actor });
  expect(taken("*").map(({ actor }) => actor)[0]).toBe("api/ConfigMap/reflector");
  for (const name of names)
    expect(taken(`${name}/*`).map(({ fact }) => "rv" in fact && fact.rv)).toEqual(["102", "103"]);
});

test("a crash in a pause ends the pause: the new life is not held up", () => {
  const cluster = running({
    script: [
      doAt(3_000, { type: "pause", process: "web", duration: seconds(60) }),
      doAt(4_000, { type: "crash", process: "web", restartAfter: seconds(1) }),
    ],
  });
  cluster.run(seconds(10));
  expect(cluster.times({ type: "process.start" })).toEqual([0, 5_000]);
  expect(cluster.world().shared.faults).toEqual([]);
  expect(frameOf(cluster.world()).processes[0]?.state).toBe("running");
});

test("no stream of the crashed process stays open at the server", () => {
  const watches = [usualWatch("ConfigMap"), usualWatch("Secret")];
  const cluster = running({ controllers: [testController({ watches })] });
  cluster.act({ type: "crash", process: "web" });
  expect(cluster.facts("stream.close", { client: "web" }).map(({ reason }) => reason)).toEqual(["client", "client"]);
});

// fidelity apiserver D.2, G29
test("an apply is a PATCH of its field manager; the trace says what it owns, from whom it took it, and what went", () => {
  const map = (data: JsonObject) => ({ ...testMap("one"), data });
  const cluster = testCluster({ controllers: [], given: [testMap("one")] });
  cluster.run(seconds(1));
  cluster.act({ type: "apply", object: map({ a: "2", b: "1" }) });
  cluster.run(seconds(2));
  expect(cluster.facts("user.edit")).toMatchObject([{ verb: "apply", kind: "ConfigMap", key: "demo/one" }]);
  expect(cluster.facts("api.response", { client: "user" })).toMatchObject([
    {
      verb: "patch",
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "given" using v1: .data.a',
    },
  ]);
  cluster.act({ type: "apply", object: map({ a: "2", b: "1" }), fieldManager: "kubectl", force: true });
  cluster.run(seconds(3));
  cluster.act({ type: "apply", object: map({ a: "2" }), fieldManager: "kubectl" });
  cluster.run(seconds(4));
  expect(cluster.facts("api.applied")).toMatchObject([
    { manager: "kubectl", owns: 2, took: ".data.a (given)", dropped: "" },
    { manager: "kubectl", owns: 1, took: "", dropped: ".data.b" },
  ]);
  expect(cluster.stored("ConfigMap", "one")).toMatchObject({ data: { a: "2" } });
});

test("names that nobody has are missed, also those that every object of the language has", () => {
  const cluster = testCluster({ given: [testMap("one")] });
  cluster.runTo({ type: "reconcile.end" });
  const name = "constructor";
  cluster.act({ type: "crash", process: name });
  cluster.act({ type: "freezeCache", server: "a", kind: name, duration: milliseconds(1) });
  cluster.act({ type: "restartServer", server: name, downFor: milliseconds(1) });
  cluster.act({ type: "tell", system: name, event: name, about: name });
  cluster.act({ type: "endWatch", client: name, kind: name, mode: "eof" });
  cluster.act({ type: "delete", target: { kind: name, name: "o*" } });
  expect(cluster.facts("fault.missed").map(({ reason }) => reason)).toEqual([
    "no such process",
    "no such kind",
    "no such server",
    "no such system",
    "no stream is open",
    "no object has a name that begins so",
  ]);
});

test("a change from or to an empty text shows that it is one, and a field that was not there that it was not", () => {
  const cluster = testCluster({ given: [testMap("one")] });
  const target = { kind: "ConfigMap", namespace: "demo", name: "one" };
  for (const note of ["", "x", ""]) cluster.act({ type: "patch", target, merge: { data: { note } } });
  cluster.run(seconds(1));
  expect(cluster.facts("etcd.commit", { verb: "update" }).map(({ change }) => change)).toEqual([
    'data.note – → ""',
    'data.note "" → x',
    'data.note x → ""',
  ]);
});

test("a field of a patch may be called constructor", () => {
  const cluster = testCluster({ given: [testMap("one")] });
  cluster.act({
    type: "patch",
    target: { kind: "ConfigMap", namespace: "demo", name: "one" },
    merge: { data: { constructor: "x" } },
  });
  expect(cluster.facts("user.edit")[0]?.change).toBe("data.constructor – → x");
});

test("which kinds there are is part of the scenario: of a definition only the metadata can change, and it can go", () => {
  const cluster = testCluster({ cluster: { crds: [{ kind: "Widget", group: "example.com", plural: "widgets" }] } });
  const name = "widgets.example.com";
  const object = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata: { name } };
  const target = { kind: "CustomResourceDefinition", name };
  const refused = "which kinds there are is part of the scenario";
  cluster.act({ type: "create", object });
  cluster.act({ type: "apply", object });
  cluster.act({ type: "raw", method: "PUT", kind: "CustomResourceDefinition", name, body: object });
  cluster.act({ type: "patch", target, merge: { spec: { scope: "Cluster" } } });
  expect(missed(cluster)).toEqual(["create", "apply", "raw", "patch"].map((type) => `${type}: ${refused}`));
  cluster.act({ type: "patch", target, merge: { metadata: { labels: { a: "b" } } } });
  cluster.act({ type: "raw", method: "DELETE", kind: "CustomResourceDefinition", name });
  cluster.run(seconds(1));
  expect(cluster.facts("api.response", { client: "user" }).map(({ code }) => code)).toEqual([200, 200]);
});

test("whatever comes into being has a uid, by POST, by apply or by PUT, and each its own", () => {
  const cluster = testCluster({ controllers: [] });
  const lease = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "put", namespace: "demo" },
    spec: {},
  };
  cluster.act({ type: "create", object: testMap("posted") });
  cluster.act({ type: "apply", object: testMap("applied") });
  cluster.act({ type: "raw", method: "PUT", kind: "Lease", namespace: "demo", name: "put", body: lease });
  cluster.run(seconds(1));
  const made = [
    cluster.stored("ConfigMap", "posted"),
    cluster.stored("ConfigMap", "applied"),
    cluster.stored("Lease", "put"),
  ].map((object) => object?.metadata.uid ?? "");
  expect(made.every((uid) => /^[0-9a-f]{8}-[0-9a-f]{4}-4/.test(uid))).toBe(true);
  expect(new Set(made).size).toBe(3);
  const [, applied] = made;
  cluster.act({ type: "apply", object: testMap("applied", { a: "2" }) });
  cluster.run(seconds(2));
  expect(cluster.stored("ConfigMap", "applied")?.metadata.uid).toBe(applied);
});
