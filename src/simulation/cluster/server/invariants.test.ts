import fc from "fast-check";
import { expect, test } from "vitest";
import type { KubeObject } from "../../kubernetes/object.ts";
import { type Revision, revision } from "../../kubernetes/resource-version.ts";
import { initialEventsEndAnnotation, type WatchEvent } from "../../kubernetes/watch-event.ts";
import { etcdNoise } from "../etcd.ts";
import { entriesAfter } from "../sliding-log.ts";
import type { ListOptions } from "./request.ts";
import { defaultRingSettings } from "./ring.ts";
import { advanceServer, resumeServerDispatch, tickBookmarks } from "./server-caches.ts";
import type { WatchId } from "./server-fact.ts";
import {
  createRequest,
  database,
  deleteRequest,
  listIn,
  listRequest,
  patchRequest,
  type TestCluster,
  testCluster,
  updateRequest,
  watchRequest,
} from "./test-cluster.ts";
import { defaultCacheSettings } from "./watch-cache.ts";

// Section I of the contract, invariants 1 to 7, on random histories: writes by several clients, a cache that lags by any amount,
// connections that read or not, bookmarks at random times, a small ring and narrow channels.

const name = fc.constantFrom("a", "b", "c");
const write = fc.oneof(
  fc.record({ type: fc.constant("create" as const), name, color: fc.constantFrom("red", "blue"), held: fc.boolean() }),
  fc.record({ type: fc.constant("recolor" as const), name, color: fc.constantFrom("red", "blue", "") }),
  fc.record({ type: fc.constant("resize" as const), name, size: fc.nat(2) }),
  fc.record({ type: fc.constant("status" as const), name, phase: fc.nat(2) }),
  fc.record({ type: fc.constant("put" as const), name, behind: fc.nat(2) }),
  fc.record({ type: fc.constant("release" as const), name }),
  fc.record({ type: fc.constant("delete" as const), name }),
);
const move = fc.oneof(
  { weight: 5, arbitrary: write },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("noise" as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("lag" as const), behind: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("read" as const), watch: fc.nat(3), max: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("time" as const), ms: fc.integer({ min: 1, max: 70_000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("watch" as const),
      mode: fc.constantFrom("state", "any", "now", "red"),
      back: fc.nat(3),
    }),
  },
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

type Stream = {
  readonly watch: WatchId;
  readonly selector: string;
  readonly start: number;
  readonly initial: boolean;
  readonly events: WatchEvent[];
  ended: boolean;
};

type History = {
  readonly cluster: TestCluster;
  readonly streams: Stream[];
  /** Every version of every object that was ever stored, oldest first. */
  readonly versions: KubeObject[];
};

function newHistory(): History {
  const ring = { ...defaultRingSettings, initialCapacity: 6, lowerBound: 3, upperBound: 12 };
  const cluster = testCluster({ settings: { cache: { ...defaultCacheSettings, ring, channelSize: 3 } }, syncs: false });
  return { cluster, streams: [], versions: [] };
}

function play(history: History, step: Move): void {
  const { cluster } = history;
  switch (step.type) {
    case "create": {
      const metadata = { name: step.name, namespace: "ns", labels: { color: step.color } };
      const finalizers = step.held ? { finalizers: ["example.com/hold"] } : {};
      cluster.handle(createRequest(database(step.name, { metadata: { ...metadata, ...finalizers } })));
      return;
    }
    case "recolor":
      cluster.handle(patchRequest("Database", step.name, { metadata: { labels: { color: step.color || null } } }));
      return;
    case "resize":
      cluster.handle(patchRequest("Database", step.name, { spec: { size: step.size } }));
      return;
    case "status":
      cluster.handle(patchRequest("Database", step.name, { status: { phase: step.phase } }, "status"));
      return;
    case "put":
      putOld(history, step.name, step.behind);
      return;
    case "release":
      cluster.handle(patchRequest("Database", step.name, { metadata: { finalizers: null } }));
      return;
    case "delete":
      cluster.handle(deleteRequest("Database", step.name));
      return;
    case "noise":
      cluster.setEtcd(etcdNoise(cluster.etcd(), 2));
      return;
    case "lag":
      follow(cluster, revision(cluster.etcd().revision - step.behind));
      return;
    case "time":
      cluster.pass(step.ms / 1000);
      cluster.apply(resumeServerDispatch(cluster.server(), "Database", cluster.now()));
      cluster.apply(tickBookmarks(cluster.server(), "Database", cluster.now()));
      return;
    case "read":
      read(history, history.streams[step.watch], step.max);
      return;
    case "watch":
      open(history, step.mode, step.back);
  }
}

/** A client writes back a version that it read some time ago. */
function putOld({ cluster, versions }: History, wanted: string, behind: number): void {
  const known = versions.filter(({ metadata }) => metadata.name === wanted);
  const old = known.at(-1 - behind);
  if (old !== undefined) cluster.handle(updateRequest({ ...old, spec: { size: 7 } }));
}

function follow(cluster: TestCluster, until: Revision): void {
  cluster.apply(advanceServer(cluster.server(), "Database", cluster.etcd(), until, cluster.now()));
}

function open(history: History, mode: string, back: number): void {
  const { cluster, streams } = history;
  const at = cluster.cache("Database").revision;
  const start = Math.max(1, at - back);
  const bookmarks = { allowWatchBookmarks: true };
  const options: Record<string, ListOptions> = {
    state: { ...bookmarks },
    any: { ...bookmarks, resourceVersion: "0" },
    now: { ...bookmarks, resourceVersion: String(start) },
    red: { ...bookmarks, resourceVersion: String(start), labelSelector: "color=red" },
  };
  const chosen = options[mode] ?? {};
  const { outcome } = cluster.handle(watchRequest("Database", chosen));
  if (outcome.type !== "stream") return;
  const initial = mode === "state" || mode === "any";
  const selector = chosen.labelSelector ?? "";
  streams.push({ watch: outcome.watch, selector, start: initial ? at : start, initial, events: [], ended: false });
}

function read({ cluster }: History, stream: Stream | undefined, max: number): void {
  if (stream === undefined || stream.ended) return;
  const taken = cluster.take("Database", stream.watch, max);
  stream.events.push(...taken.events);
  stream.ended = taken.ended !== undefined;
}

/** Reads until nothing comes: taking makes room, and then a dispatch that waited goes on. */
function readAll(history: History, stream: Stream): void {
  for (let had = -1; had !== stream.events.length; ) {
    had = stream.events.length;
    read(history, stream, 1000);
  }
}

function run(moves: readonly Move[], check: (history: History, before: History["versions"]) => void): void {
  const history = newHistory();
  for (const step of moves) {
    const before = [...latest(history.cluster)];
    play(history, step);
    record(history);
    check(history, before);
  }
  follow(history.cluster, history.cluster.etcd().revision);
  for (const stream of history.streams) readAll(history, stream);
  check(history, [...latest(history.cluster)]);
}

function* latest(cluster: TestCluster): Generator<KubeObject> {
  const kind = cluster.etcd().kinds.Database;
  if (kind === undefined) return;
  const last = new Map<string, KubeObject | undefined>();
  for (const event of entriesAfter(kind.log, 0)) last.set(event.key, event.value?.object);
  for (const object of last.values()) if (object !== undefined) yield object;
}

function record({ cluster, versions }: History): void {
  const kind = cluster.etcd().kinds.Database;
  if (kind === undefined) return;
  const known = Number(versions.at(-1)?.metadata.resourceVersion ?? 0);
  for (const event of entriesAfter(kind.log, known)) if (event.value !== undefined) versions.push(event.value.object);
}

const moves = fc.array(move, { maxLength: 80 });
const thorough = { numRuns: 150 };

/** The events after the initial part. */
function live(stream: Stream): readonly WatchEvent[] {
  if (!stream.initial) return stream.events;
  const end = stream.events.findIndex(
    (event) => event.type === "BOOKMARK" && event.object.metadata.annotations?.[initialEventsEndAnnotation] === "true",
  );
  return end < 0 ? [] : stream.events.slice(end + 1);
}

function versionOf(event: WatchEvent): number {
  return event.type === "ERROR" ? 0 : Number(event.object.metadata.resourceVersion);
}

// I.1
test("revisions of a stream strictly increase, and a bookmark is a promise about everything below it", () => {
  fc.assert(
    fc.property(moves, (steps) => {
      run(steps, ({ streams }) => {
        for (const stream of streams) {
          let last = 0;
          for (const event of live(stream)) {
            if (event.type === "BOOKMARK") expect(versionOf(event)).toBeGreaterThanOrEqual(last);
            else expect(versionOf(event)).toBeGreaterThan(last);
            last = versionOf(event);
          }
        }
      });
    }),
    thorough,
  );
});

// I.2
test("the state at the start of a stream plus its events is the state at its end, for every selector", () => {
  fc.assert(
    fc.property(moves, (steps) => {
      const history = newHistory();
      for (const step of steps) play(history, step);
      follow(history.cluster, history.cluster.etcd().revision);
      for (const stream of history.streams) {
        readAll(history, stream);
        const next = history.cluster.cache("Database").revision;
        if (!stream.ended) expect(replayed(history, stream)).toEqual(listed(history, stream.selector, next));
      }
    }),
    thorough,
  );
});

function replayed(history: History, stream: Stream): readonly string[] {
  const state = new Set(stream.initial ? [] : listed(history, stream.selector, stream.start));
  const held = new Map([...state].map((text) => [text.split("@")[0] ?? "", text]));
  for (const event of stream.events) {
    if (event.type === "BOOKMARK" || event.type === "ERROR") continue;
    const { name: key, resourceVersion } = event.object.metadata;
    if (event.type === "DELETED") {
      expect(held.has(key)).toBe(true);
      held.delete(key);
    } else {
      expect(held.has(key)).toBe(event.type === "MODIFIED");
      held.set(key, `${key}@${resourceVersion}`);
    }
  }
  return [...held.values()].sort();
}

function listed({ cluster }: History, selector: string, at: number): readonly string[] {
  const options = { resourceVersion: String(at), resourceVersionMatch: "Exact", labelSelector: selector };
  const { items } = listIn(cluster.handle(listRequest("Database", options)));
  return items.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`);
}

// I.3
test("a write that changes nothing changes nothing that anybody can see", () => {
  fc.assert(
    fc.property(moves, name, (steps, wanted) => {
      const history = newHistory();
      for (const step of steps) play(history, step);
      const before = history.cluster.etcd();
      const caches = history.cluster.server().caches;
      history.cluster.handle(patchRequest("Database", wanted, {}));
      expect(history.cluster.etcd()).toBe(before);
      expect(history.cluster.server().caches).toBe(caches);
    }),
    thorough,
  );
});

// I.4
test("a PUT is only stored over the version that it was made from", () => {
  fc.assert(
    fc.property(moves, name, fc.nat(3), (steps, wanted, behind) => {
      const history = newHistory();
      for (const step of steps) {
        play(history, step);
        record(history);
      }
      const old = history.versions.filter(({ metadata }) => metadata.name === wanted).at(-1 - behind);
      if (old === undefined) return;
      const current = [...latest(history.cluster)].find(({ metadata }) => metadata.name === wanted);
      const { events } = history.cluster.handle(updateRequest({ ...old, spec: { size: 9 } }));
      const isCurrent = current?.metadata.resourceVersion === old.metadata.resourceVersion;
      if (!isCurrent) expect(events).toEqual([]);
      for (const event of events)
        expect(event.previous?.object.metadata.resourceVersion).toBe(old.metadata.resourceVersion);
    }),
    thorough,
  );
});

// I.5
test("no event at or below the start of a stream is delivered", () => {
  fc.assert(
    fc.property(moves, (steps) => {
      run(steps, ({ streams }) => {
        for (const stream of streams)
          for (const event of live(stream)) expect(versionOf(event)).toBeGreaterThan(stream.start);
      });
    }),
    thorough,
  );
});

// I.6, I.7
test("generation never decreases, a finalizer keeps its object, and a deletion timestamp stays", () => {
  fc.assert(
    fc.property(moves, (steps) => {
      run(steps, ({ cluster }, before) => {
        const after = new Map([...latest(cluster)].map((object) => [object.metadata.uid, object]));
        for (const { metadata } of before) {
          const next = after.get(metadata.uid)?.metadata;
          const lost = next === undefined && (metadata.finalizers?.length ?? 0) > 0;
          if (lost) expect(metadata.deletionTimestamp).toBeDefined();
          if (next === undefined) continue;
          expect(next.generation ?? 0).toBeGreaterThanOrEqual(metadata.generation ?? 0);
          if (metadata.deletionTimestamp !== undefined) expect(next.deletionTimestamp).toBe(metadata.deletionTimestamp);
        }
      });
    }),
    thorough,
  );
});

test("values handed out earlier never change", () => {
  fc.assert(
    fc.property(moves, (steps) => {
      const history = newHistory();
      const kept: { readonly text: string; readonly value: unknown }[] = [];
      for (const step of steps) {
        const value = { etcd: history.cluster.etcd(), server: history.cluster.server() };
        kept.push({ text: JSON.stringify(value), value });
        play(history, step);
      }
      for (const { text, value } of kept) expect(JSON.stringify(value)).toBe(text);
    }),
    { numRuns: 20 },
  );
});
