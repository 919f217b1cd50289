import { expect, test } from "vitest";
import { actorOfNode, kindOnTheWay, nodeOfActor, nodeOfEvent, scopeOfActor } from "./node-of-event.ts";
import type { Part } from "./pipeline-layout.ts";
import { testFrame } from "./test-frame.ts";
import { columnsOf } from "./timeline/test-columns.ts";

const at = (type: string, actor: string) => nodeOfEvent({ actor, fact: { type } }, ["a", "b"]);

test("an event belongs to the node of its family, whoever records it", () => {
  expect(at("etcd.commit", "etcd")).toBe("etcd");
  expect(at("cache.apply", "server/b/cache/Pod")).toBe("server/b");
  expect(at("store.write", "web/Pod/process")).toBe("store");
  expect(at("fifo.pop", "web/Pod/process")).toBe("fifo");
  expect(at("queue.get", "web/queue")).toBe("queue");
});

test("a transition of a chart belongs to the node of its actor", () => {
  expect(at("machine.transition", "web/Pod/reflector")).toBe("reflector");
  expect(at("timer.set", "web/worker/2")).toBe("workers");
  expect(at("machine.transition", "pod/demo/web-1")).toBeUndefined();
});

test("selecting a node selects an actor that leads back to it", () => {
  const parts: readonly Part[] = ["etcd", "reflector", "fifo", "store", "handlers", "queue", "workers", "client"];
  for (const part of parts) {
    const { actor } = actorOfNode(part, "", { process: "web", kind: "Pod" });
    expect(nodeOfActor(actor ?? "", ["a"]), part).toBe(part);
  }
  expect(nodeOfActor(actorOfNode("server", "b", { process: "web", kind: "Pod" }).actor ?? "", ["a", "b"])).toBe(
    "server/b",
  );
});

test("an actor tells which informer has to be shown for it", () => {
  const scope = (actor: string) => scopeOfActor(actor, testFrame.processes);
  expect(scope("web/Pod/reflector")).toEqual({ process: "web", kind: "Pod" });
  expect(scope("server/a/watch/web/ReplicaSet")).toEqual({ process: "web", kind: "ReplicaSet" });
  expect(scope("web/queue")).toEqual({ process: "web" });
  expect(scope("etcd")).toEqual({});
});

test("news of a queue or a worker came through the last informer of its process that had a part in it", () => {
  const columns = columnsOf([
    { at: 0, lane: "user" },
    { at: 1, lane: "server/a/watch/web/ReplicaSet", cause: 0 },
    { at: 2, lane: "web/ReplicaSet/reflector", cause: 1 },
    { at: 3, lane: "web/queue", cause: 2 },
    { at: 4, lane: "web/worker/1", cause: 3 },
    // Of no part in it: news of pods meanwhile.
    { at: 5, lane: "web/Pod/reflector" },
    { at: 6, lane: "web/worker/1", cause: 4 },
  ]);
  const kind = (event: number, process = "web") => kindOnTheWay(columns, event, process, testFrame.processes);
  expect([kind(0), kind(1), kind(4), kind(5), kind(6)]).toEqual([
    undefined,
    "ReplicaSet",
    "ReplicaSet",
    "Pod",
    "ReplicaSet",
  ]);
  expect(kind(6, "other")).toBeUndefined();
});
