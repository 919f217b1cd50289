import { expect, test } from "vitest";
import { actorTitle, chartFor, contextFields, mailboxOf, stateWords, subjectOf } from "./inspect.ts";
import { frameBefore, testFrame } from "./test-frame.ts";

test("an actor's name says what it is before it says whose", () => {
  const titles = (actor: string) => Object.values(actorTitle(actor)).join(" | ");
  expect(titles("web/Pod/reflector")).toBe("reflector | Pod, web");
  expect(titles("web/Pod/process")).toBe("process loop | Pod, web");
  expect(titles("web/Pod/handler/audit")).toBe("handler audit | Pod, web");
  expect(titles("server/a/watch/web/Pod")).toBe("watch web · Pod | server a");
  expect(titles("web/worker/2")).toBe("worker 2 | web");
  expect(titles("web/key/demo/web")).toBe("key demo/web | web");
  expect(titles("pod/demo/web-1")).toBe("pod demo/web-1 | ");
  expect(titles("web/queue")).toBe("queue | web");
  expect(titles("etcd")).toBe("etcd | ");
});

test("an actor without a chart is shown with the one that says most about it", () => {
  const [reflector] = testFrame.charts;
  if (reflector === undefined) throw new Error("no chart");
  const named = (actor: string, lastSeq: number) => ({ ...reflector, actor, lastSeq });
  const charts = [
    named("web/Pod/informer", 5),
    named("web/key/demo/a", 7),
    named("web/key/demo/b", 9),
    named("server/a/watch/web/Pod", 3),
  ];
  expect(chartFor("web/Pod/process", charts)?.actor).toBe("web/Pod/informer");
  expect(chartFor("web/queue", charts)?.actor).toBe("web/key/demo/b");
  expect(chartFor("server/a", charts)?.actor).toBe("server/a/watch/web/Pod");
  const streams = [...charts, named("server/a/watch/web/ReplicaSet", 2)];
  expect(chartFor("server/a/cache/ReplicaSet", streams)?.actor).toBe("server/a/watch/web/ReplicaSet");
  expect(chartFor("server/a/cache/Pod", streams)?.actor).toBe("server/a/watch/web/Pod");
  expect(chartFor("etcd", charts)).toBeUndefined();
});

test("a chart's memory stands beside what it was before this step", () => {
  const [now, before] = [testFrame.charts[0], frameBefore.charts[0]];
  if (now === undefined) throw new Error("no chart");
  expect(contextFields(now, before)).toEqual([
    { name: "lastSyncRv", value: "900", before: "612" },
    { name: "unavailable", value: "false", before: "true" },
    { name: "backoffStep", value: "3", before: "" },
  ]);
});

test("a state is named by its innermost words, one for each region", () => {
  expect(stateWords({ listAndWatch: "replacing" })).toBe("replacing");
  expect(stateWords({ running: { connection: "streaming", handlers: "synced" } })).toBe("streaming | synced");
});

test("the mailbox holds what is due for the actor now", () => {
  expect(mailboxOf(testFrame, "web/Pod/reflector").map(({ choice }) => choice)).toEqual([1]);
  expect(mailboxOf(testFrame, "web/Pod").map(({ choice }) => choice)).toEqual([0, 1]);
});

test("the object of an event is named by its key and its kind, or by the informer it happened in", () => {
  expect(subjectOf({ key: "demo/a", kind: "Pod" }, "")).toEqual({ kind: "Pod", key: "demo/a" });
  expect(subjectOf({ key: "demo/a", kind: "update" }, "Pod")).toEqual({ kind: "Pod", key: "demo/a" });
  expect(subjectOf({ key: "demo/a" }, "")).toBeUndefined();
  expect(subjectOf({ key: "" }, "Pod")).toBeUndefined();
});
