// Goal: each check finds what it is there for, and nothing in a run as it is. Method: a real step, and the same step with one thing bent.
import { expect, test } from "vitest";
import { defined } from "../../base/assert.ts";
import { itemAt, replaceAt } from "../../base/persistent-list.ts";
import { valueAt, withEntry, withoutKey } from "../../base/persistent-map.ts";
import { milliseconds } from "../../base/time.ts";
import { doAt, editMap, type TestCluster, testCluster, testMap } from "../cluster/actors/test-cluster.ts";
import { createEngine } from "../cluster/boot.ts";
import type { ClusterEvent, ClusterWorld } from "../cluster/cluster.ts";
import type { EtcdEvent } from "../cluster/etcd.ts";
import type { EventMatcher } from "../cluster/matcher.ts";
import type { ApiRequest } from "../cluster/server/request.ts";
import { type KubeObject, withMetadata } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { checkAll } from "./check-all.ts";

type Taken = { readonly before: ClusterWorld; readonly after: ClusterWorld; readonly events: readonly ClusterEvent[] };

const target = { kind: "ConfigMap", namespace: "demo", name: "one" };
const ONE = objectKey("demo", "one");

function start(): TestCluster {
  const hold = { metadata: { finalizers: ["example.com/hold"] } };
  const script = [
    doAt(1_000, editMap("one", "2")),
    doAt(1_500, { type: "patch", target, merge: hold }),
    doAt(2_000, { type: "delete", target }),
    doAt(2_500, { type: "patch", target, merge: { metadata: { labels: { x: "1" } } } }),
    doAt(3_000, editMap("one", "2")),
    doAt(3_500, { type: "patch", target, merge: { metadata: { finalizers: null } } }),
  ];
  return testCluster({ given: [testMap("one")], script, reconcile: sleeps });
}

function* sleeps() {
  yield { type: "sleep", duration: milliseconds(10) } as const;
  return {};
}

/** The first step in which an event like that happens. */
function stepWith(match: EventMatcher): Taken {
  const cluster = start();
  for (let n = 0; n < 2_000; n++) {
    const before = cluster.world();
    if (!cluster.step()) break;
    const after = cluster.world();
    const isOf = (events: readonly ClusterEvent[]) => events.filter(({ step }) => step === after.step);
    if (isOf(cluster.events(match)).length > 0) return { before, after, events: isOf(cluster.events({ type: "*" })) };
  }
  throw new Error(`no ${match.type}`);
}

const broken = ({ before, after, events }: Taken) => checkAll(before, after, events).map(({ invariant }) => invariant);

/** The same step with other fields in the events of a type. */
function bendFacts(taken: Taken, type: string, by: Readonly<Record<string, unknown>>): Taken {
  const bent = (fact: ClusterEvent["fact"]) => (fact.type === type ? ({ ...fact, ...by } as typeof fact) : fact); // of its own type
  return { ...taken, events: taken.events.map((event) => ({ ...event, fact: bent(event.fact) })) };
}

const bendShared = (world: ClusterWorld, by: Partial<ClusterWorld["shared"]>): ClusterWorld => ({
  ...world,
  shared: { ...world.shared, ...by },
});

/** The same step with another newest write to ConfigMaps. */
function bendCommit(taken: Taken, by: (event: EtcdEvent) => EtcdEvent): Taken {
  const { etcd } = taken.after.shared;
  const store = defined(etcd.kinds["ConfigMap"], "ConfigMap");
  const { items } = store.log;
  const last = items.length - 1;
  const log = { ...store.log, items: replaceAt(items, last, by(defined(itemAt(items, last), "a write"))) };
  return {
    ...taken,
    after: bendShared(taken.after, { etcd: { ...etcd, kinds: { ...etcd.kinds, ConfigMap: { ...store, log } } } }),
  };
}

function bendObject(event: EtcdEvent, by: (object: KubeObject) => KubeObject): EtcdEvent {
  const value = defined(event.value, "an object");
  return { ...event, value: { ...value, object: by(value.object) } };
}

const update = (revision: number) => stepWith({ type: "etcd.commit", kind: "ConfigMap", revision });

test("a run as it is breaks nothing", () => {
  const cluster = start();
  for (let n = 0; n < 300; n++) {
    const before = cluster.world();
    if (!cluster.step()) break;
    const after = cluster.world();
    const events = cluster.events({ type: "*" }).filter(({ step }) => step === after.step);
    expect(broken({ before, after, events })).toEqual([]);
  }
});

test("found: a version that does not grow on a stream, or that lies at its start", () => {
  const taken = stepWith({ type: "stream.send", client: "web", event: "MODIFIED" });
  expect(broken(taken)).toEqual([]);
  expect(broken(bendFacts(taken, "stream.send", { rv: 100 }))).toEqual(["streamOrder"]);
  const sent = defined(
    taken.events.find(({ fact }) => fact.type === "stream.send"),
    "an event",
  ).fact;
  const id = sent.type === "stream.send" ? String(sent.stream) : "";
  const { streams } = taken.before.shared;
  const from = { ...defined(valueAt(streams, id), "its stream"), from: "102", revision: 100 };
  const before = bendShared(taken.before, { streams: withEntry(streams, id, from) });
  expect(broken({ ...taken, before })).toEqual(["streamStart"]);
});

test("found: a bookmark that takes something back", () => {
  const taken = stepWith({ type: "stream.bookmark", client: "web", initialEventsEnd: false });
  expect(broken(bendFacts(taken, "stream.bookmark", { rv: 100 }))).toEqual(["streamOrder"]);
});

test("found: a revision for a write that changed nothing", () => {
  const taken = stepWith({ type: "api.unchanged" });
  const { etcd } = taken.after.shared;
  const after = bendShared(taken.after, { etcd: { ...etcd, revision: (etcd.revision + 1) as typeof etcd.revision } });
  expect(broken(taken)).toEqual([]);
  expect(broken({ ...taken, after })).toEqual(["unchangedWrites"]);
});

test("found: a write over another version than the stored one", () => {
  const bent = bendCommit(update(102), (event) => ({ ...event, previous: undefined }));
  expect(broken(bent)).toEqual(["commitsOverStored"]);
});

test("found: an update that replaced another version than the one it named", () => {
  const taken = update(102);
  const answer = defined(
    taken.events.find(({ fact }) => fact.type === "api.response"),
    "an answer",
  ).fact;
  const id = answer.type === "api.response" ? String(answer.request) : "";
  const { calls } = taken.before.shared;
  const call = defined(valueAt(calls, id), "its call");
  const naming = (resourceVersion: string) => {
    const body = { type: "merge", patch: { metadata: { resourceVersion }, data: { a: "2" } } } as const;
    const request = { ...editOf(call.request), body };
    return bendShared(taken.before, { calls: withEntry(calls, id, { ...call, request }) });
  };
  expect(broken({ ...taken, before: naming("101") })).toEqual([]);
  expect(broken({ ...taken, before: naming("55") })).toEqual(["commitsOverStored"]);
});

function editOf(request: ApiRequest): Extract<ApiRequest, { verb: "patch" }> {
  if (request.verb !== "patch") throw new Error(`${request.verb} is no patch`);
  return request;
}

test("found: a generation that decreases, and one that was observed before it came", () => {
  const less = bendCommit(update(102), (event) => ({
    ...bendObject(event, (object) => withMetadata(object, { generation: 1 })),
    previous: {
      ...defined(event.previous, "before"),
      object: withMetadata(defined(event.previous, "before").object, { generation: 2 }),
    },
  }));
  expect(broken(less)).toEqual(["generations"]);
  const early = bendCommit(update(102), (event) =>
    bendObject(event, (object) => ({ ...object, status: { observedGeneration: 5 } })),
  );
  expect(broken(bendFacts(early, "api.response", { client: "web" }))).toEqual(["generations"]);
  expect(broken(early)).toEqual([]); // a person may write what they like
});

test("found: an object that disappears with its finalizers, and one that is not being deleted any more", () => {
  expect(broken(update(104))).toEqual([]);
  expect(broken(bendCommit(update(104), (event) => ({ ...event, value: undefined })))).toEqual(["finalizers"]);
  expect(broken(update(106))).toEqual([]);
  expect(broken(bendFacts(update(106), "api.response", { verb: "delete" }))).toEqual(["finalizers"]);
  const revived = bendCommit(update(105), (event) =>
    bendObject(event, (object) => {
      const { deletionTimestamp: _gone, ...metadata } = object.metadata;
      return { ...object, metadata };
    }),
  );
  expect(broken(revived)).toEqual(["finalizers"]);
});

test("a DELETE that takes a policy back takes the object with it, and breaks nothing", () => {
  const script = [
    doAt(1_000, { type: "delete", target, propagation: "Orphan" }),
    doAt(1_500, { type: "delete", target, propagation: "Background" }),
  ];
  const cluster = testCluster({ given: [testMap("one")], script, reconcile: sleeps });
  const found: string[] = [];
  for (let before = cluster.world(); cluster.step(); before = cluster.world()) {
    if (cluster.world().now > milliseconds(2_000)) break;
    const { step } = cluster.world();
    const events = cluster.events({ type: "*" }).filter((event) => event.step === step);
    found.push(...broken({ before, after: cluster.world(), events }));
  }
  expect(cluster.stored("ConfigMap", "one")).toBeUndefined();
  expect(found).toEqual([]);
});

test("found: a store that lacks what its version promises, unless events were swallowed", () => {
  const taken = stepWith({ type: "store.write", rv: "102" });
  const { informers } = taken.after.shared;
  const informer = defined(informers["web/ConfigMap"], "informer");
  const store = { ...informer.store, objects: withoutKey(informer.store.objects, ONE) };
  const after = bendShared(taken.after, { informers: { ...informers, "web/ConfigMap": { ...informer, store } } });
  expect(broken(taken)).toEqual([]);
  expect(broken({ ...taken, after })).toEqual(["storeMatchesVersion"]);
  expect(broken({ ...taken, after: bendShared(after, { isLossy: true }) })).toEqual([]);
});

test("found: a handler that is called twice, or of something that is not in the store yet", () => {
  const taken = stepWith({ type: "handler.call", method: "OnUpdate" });
  expect(broken(taken)).toEqual([]);
  expect(broken(bendFacts(taken, "handler.call", { n: 1 }))).toEqual(["handlerOrder"]);
  expect(broken(bendFacts(taken, "handler.call", { rv: "999" }))).toEqual(["storeBeforeHandlers"]);
});

test("found: a registration that has synced too early", () => {
  const taken = stepWith({ type: "synced", who: "queue" });
  const { informers } = taken.after.shared;
  const informer = defined(informers["web/ConfigMap"], "informer");
  const listeners = informer.listeners.map((listener) => ({ ...listener, initialOutstanding: 1 }));
  const after = bendShared(taken.after, { informers: { ...informers, "web/ConfigMap": { ...informer, listeners } } });
  expect(broken(taken)).toEqual([]);
  expect(broken({ ...taken, after })).toEqual(["syncAfterAdds"]);
});

test("found: a key that is gone from the queue, and one that two workers run", () => {
  const taken = stepWith({ type: "reconcile.start" });
  const { processes } = taken.after.shared;
  const web = defined(processes["web"], "web");
  const bendLoop = (loop: Partial<typeof web.loop>) =>
    bendShared(taken.after, { processes: { ...processes, web: { ...web, loop: { ...web.loop, ...loop } } } });
  const empty = defined(start().world().shared.processes["web"], "web").loop.queue;
  expect(broken(taken)).toEqual([]);
  expect(broken({ ...taken, after: bendLoop({ queue: empty }) })).toEqual(["noKeyLost"]);
  const [worker] = web.loop.workers;
  const twice = worker === undefined ? [] : [worker, { ...worker, id: "worker-2" as const }];
  expect(broken({ ...taken, after: bendLoop({ workers: twice }) })).toEqual(["oneWorkerPerKey"]);
});

test("what is broken is an event of its step, and the world remembers it", () => {
  const broken = { invariant: "finalizers", message: "x disappeared" };
  const engine = createEngine({}, {}, (_before, _after, events) =>
    events.some(({ fact }) => fact.type === "etcd.commit" && fact.revision === 102) ? [broken] : [],
  );
  let { world } = engine.boot({ ...start().world().shared.plan, controllers: [] });
  const events: ClusterEvent[] = [];
  while (world.shared.violations.length === 0) {
    const next = defined(engine.step(world), "a step");
    events.push(...next.events);
    world = next.world;
  }
  const last = defined(events.at(-1), "an event");
  expect(last).toMatchObject({ step: world.step, fact: { type: "invariant.broken", ...broken } });
  expect(events.find(({ seq }) => seq === last.cause)?.step).toBe(world.step);
  expect(world.shared.violations).toEqual([broken]);
});
