import { expect, test } from "vitest";
import { actorOfNode, nodeOfActor, nodeOfEvent, scopeOfActor } from "./node-of-event.ts";
import type { Part } from "./pipeline-layout.ts";
import { testFrame } from "./test-frame.ts";

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
