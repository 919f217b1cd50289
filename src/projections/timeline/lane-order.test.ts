import { expect, test } from "vitest";
import { chooseLanes, lanesOfPast } from "./choose-lanes.ts";
import { inCauseOrder, namesProcess, readLane, withShortKind } from "./lane-order.ts";

const names = [
  "web/worker/2",
  "web/Pod/reflector",
  "user",
  "web/queue",
  "pod/demo/web-1",
  "web/Pod/handler/audit",
  "web/Pod/handler/zone",
  "web/Pod/pop/zone",
  "web/Pod/pop/audit",
  "web/ReplicaSet/reflector",
  "server/a",
  "etcd",
  "web/worker/10",
  "server/a/watch/web/Pod",
  "web/client",
  "web/Pod/process",
  "scheduler",
];

test("a lane's name says what it shows, of which kind and in which process", () => {
  expect(readLane("server/a/watch/kubelet/node-1/Pod")).toMatchObject({
    part: "watch",
    process: "kubelet/node-1",
    kind: "Pod",
  });
  expect(readLane("web/Pod/handler/owner/1")).toMatchObject({
    part: "handler",
    process: "web",
    kind: "Pod",
    subject: "owner/1",
  });
  expect(readLane("web/Pod/pop/audit")).toMatchObject({ part: "pop", kind: "Pod", subject: "audit" });
  expect(readLane("web/key/demo/web")).toMatchObject({ part: "key", process: "web", subject: "demo/web" });
  expect(readLane("pod/demo/web-1")).toMatchObject({ part: "pod", process: "", subject: "demo/web-1" });
  expect(readLane("web/queue")).toMatchObject({ part: "queue", process: "web", subject: "" });
  expect(readLane("edge/conn-1")).toMatchObject({ part: "system", process: "edge", subject: "conn-1" });
  expect(readLane("script")).toMatchObject({ part: "script", process: "" });
  expect(readLane("server")).toMatchObject({ part: "server", subject: "" });
  expect(readLane("lease")).toMatchObject({ part: "other", subject: "lease" });
  expect(readLane("a/b/c/d")).toMatchObject({ part: "other", subject: "a/b/c/d" });
});

test("lanes run from the person over the API and the informer to the workers and the pods", () => {
  expect(inCauseOrder(names).map(({ name }) => name)).toEqual([
    "user",
    "etcd",
    "server/a",
    "server/a/watch/web/Pod",
    "web/Pod/reflector",
    "web/Pod/process",
    "web/Pod/pop/audit",
    "web/Pod/handler/audit",
    "web/Pod/pop/zone",
    "web/Pod/handler/zone",
    "web/ReplicaSet/reflector",
    "web/queue",
    "web/worker/2",
    "web/worker/10",
    "web/client",
    "scheduler",
    "pod/demo/web-1",
  ]);
});

test("the order does not depend on the order in which the lanes of one kind appeared", () => {
  const again = [...names].sort();
  expect(inCauseOrder(again).map(({ name }) => name)).toEqual(inCauseOrder(names).map(({ name }) => name));
});

test("a title names the process of a client that is no controller, and every process where there are two", () => {
  const lanes = ["web/Pod/reflector", "server/a/watch/web/Pod", "server/a/watch/scheduler/Pod", "etcd"].map(readLane);
  expect(lanes.map(namesProcess(lanes))).toEqual([false, false, true, false]);
  const two = [...lanes, readLane("gc/queue")];
  expect(two.map(namesProcess(two))).toEqual([true, true, true, false, true]);
});

const calm = { needed: [], kept: new Set<string>(), kind: "", inside: "" };

test("where there is room for five, the person, a watch, its reflector, a queue and a worker stay", () => {
  const chosen = chooseLanes(inCauseOrder(names), 5, calm).map(({ part }) => part);
  expect(chosen).toEqual(["you", "watch", "reflector", "queue", "worker"]);
});

test("the informer that is looked at comes before those of other kinds", () => {
  const two = inCauseOrder([
    "user",
    "web/Pod/reflector",
    "web/Pod/store",
    "web/Job/reflector",
    "web/Job/store",
    "web/worker/1",
  ]);
  const shown = (kind: string) => chooseLanes(two, 4, { ...calm, kind }).map(({ name }) => name);
  expect(shown("Pod")).toEqual(["user", "web/Pod/reflector", "web/Pod/store", "web/worker/1"]);
  expect(shown("Job")).toEqual(["user", "web/Job/reflector", "web/Job/store", "web/worker/1"]);
});

test("the watch of the scheduler does not pass for that of the informer that is looked at", () => {
  const lanes = inCauseOrder([
    "user",
    "web/Pod/reflector",
    "web/Pod/fifo",
    "server/a/watch/web/Pod",
    "server/a/watch/scheduler/Pod",
    "server/a/watch/kubelet/node-1/Pod",
  ]);
  const shown = chooseLanes(lanes, 4, { ...calm, kind: "Pod" }).map(({ name }) => name);
  expect(shown).toEqual(["user", "server/a/watch/web/Pod", "web/Pod/reflector", "web/Pod/fifo"]);
});

test("who looks into an informer sees each of its goroutines and what lies between them, in the order of the hand-overs", () => {
  const parts = ["watch", "decoder", "reflector", "fifo", "process", "store", "pop/audit", "handler/audit"];
  const lanes = inCauseOrder([
    "user",
    "etcd",
    "server/a",
    ...parts.map((part) => (part === "watch" ? "server/a/watch/web/Pod" : `web/Pod/${part}`)),
    "web/Job/reflector",
    "web/key/demo/web",
    "web/worker/1",
  ]);
  const shown = (inside: string) => chooseLanes(lanes, 9, { ...calm, kind: "Pod", inside }).map(({ part }) => part);
  expect(shown("web/Pod")).toEqual(["you", "watch", "decoder", "reflector", "fifo", "loop", "store", "pop", "handler"]);
  // Who looks at a worker does not.
  expect(shown("")).toEqual(["you", "etcd", "server", "watch", "reflector", "store", "reflector", "key", "worker"]);
});

test("short names of kinds are kubectl's; a kind without one keeps its name", () => {
  const kindIn = (name: string) => withShortKind(readLane(name)).kind;
  expect(kindIn("web/ReplicaSet/reflector")).toBe("rs");
  expect(kindIn("web/Database/reflector")).toBe("Database");
  expect(kindIn("etcd")).toBe("");
});

test("a lane that is needed is there, however small the room", () => {
  const chosen = chooseLanes(inCauseOrder(names), 2, { ...calm, needed: ["pod/demo/web-1"] });
  expect(chosen.map(({ name }) => name)).toEqual(["user", "pod/demo/web-1"]);
});

test("the lanes of a causal past come first, from cause to effect", () => {
  const needed = ["web/worker/2", "web/queue", "etcd"];
  const chosen = lanesOfPast(inCauseOrder(names), 5, { ...calm, needed });
  expect(chosen.slice(0, 3).map(({ name }) => name)).toEqual(needed);
  expect(new Set(chosen).size).toBe(5);
});
