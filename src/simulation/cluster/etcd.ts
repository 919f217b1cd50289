import { assert } from "../../base/assert.ts";
import { ownValue } from "../../base/own-value.ts";
import { emptyMap, entriesOf, type PersistentMap, valueAt, withEntry, withoutKey } from "../../base/persistent-map.ts";
import { type KubeObject, withMetadata } from "../kubernetes/object.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import { formatResourceVersion, type Revision, revision } from "../kubernetes/resource-version.ts";
import type { FieldManager } from "./server/field-managers.ts";
import {
  appendToLog,
  emptyLog,
  entriesAfter,
  forgetOldest,
  indexOfRevision,
  logAt,
  logSize,
  type SlidingLog,
} from "./sliding-log.ts";

/** What etcd holds under one key. `object.metadata.resourceVersion` is `modRevision` in decimal. */
export type StoredValue = {
  readonly object: KubeObject;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  /** 1 for the write that created the key, then +1 per write. */
  readonly version: number;
  /** Who owns which fields of the object; upstream keeps this in `metadata.managedFields`. */
  readonly managers: readonly FieldManager[];
};

/** One committed write. `value` is undefined for a deletion, `previous` for a creation. */
export type EtcdEvent = {
  readonly revision: Revision;
  readonly key: ObjectKey;
  readonly value: StoredValue | undefined;
  readonly previous: StoredValue | undefined;
};

/**
 * One etcd: a single revision counter over all kinds, the current value of each key, and per kind the writes since the last compaction
 * (`etcd:storage/mvcc/kvstore.go, kvstore_txn.go @v3.6.14`). Kinds are prefixes; a transaction writes one key.
 */
export type Etcd = {
  readonly revision: Revision;
  /** Ranges below this revision fail. 0 before the first compaction. */
  readonly compactRevision: Revision;
  readonly kinds: { readonly [kind: string]: KindStore };
  /** The key `compact_rev_key`, by which API servers agree on who compacts. */
  readonly compactionMark: { readonly version: number; readonly value: Revision };
};

type KindStore = {
  readonly values: PersistentMap<ObjectKey, StoredValue>;
  readonly log: SlidingLog<EtcdEvent>;
  /** Revision of the newest write that is forgotten; 0 when none is. */
  readonly forgottenUpTo: Revision;
};

const emptyKind: KindStore = { values: emptyMap(), log: emptyLog(), forgottenUpTo: revision(0) };

/** A fresh store, at revision 1. */
export function emptyEtcd(): Etcd {
  return {
    revision: revision(1),
    compactRevision: revision(0),
    kinds: {},
    compactionMark: { version: 0, value: revision(0) },
  };
}

/** Puts an object there that was written at `at`, before anybody looked: no event tells of it. Its kind has no other under this key. */
export function etcdSeed(etcd: Etcd, kind: string, key: ObjectKey, object: KubeObject, at: Revision): Etcd {
  const store = kindStore(etcd, kind);
  const stored = withMetadata(object, { resourceVersion: formatResourceVersion(at) });
  const value: StoredValue = { object: stored, createRevision: at, modRevision: at, version: 1, managers: [] };
  return { ...etcd, kinds: { ...etcd.kinds, [kind]: { ...store, values: withEntry(store.values, key, value) } } };
}

/** Whether any object of a kind was written since the run began. */
export function wasWritten(etcd: Etcd, kind: string): boolean {
  const { log, forgottenUpTo } = kindStore(etcd, kind);
  return logSize(log) > 0 || forgottenUpTo > 0;
}

/** The current value of a key, or undefined. */
export function etcdGet(etcd: Etcd, kind: string, key: ObjectKey): StoredValue | undefined {
  return valueAt(kindStore(etcd, kind).values, key);
}

/** One key of one kind, and the modRevision it must have for a transaction to write: 0 means that the key must not exist. */
export type Expectation = { readonly kind: string; readonly key: ObjectKey; readonly modRevision: Revision };

/** What a compare-and-swap did. A failed one costs no revision and returns what it found. */
export type TxnResult =
  | { readonly type: "committed"; readonly etcd: Etcd; readonly event: EtcdEvent }
  | { readonly type: "compareFailed"; readonly current: StoredValue | undefined };

/** Writes `object` if the key is as expected. The object gets the revision of this write as its resource version; without `managers` they stay. */
export function etcdPut(
  etcd: Etcd,
  expected: Expectation,
  object: KubeObject,
  managers?: readonly FieldManager[],
): TxnResult {
  const previous = etcdGet(etcd, expected.kind, expected.key);
  if ((previous?.modRevision ?? 0) !== expected.modRevision) return { type: "compareFailed", current: previous };
  const next = revision(etcd.revision + 1);
  const value: StoredValue = {
    object: withMetadata(object, { resourceVersion: formatResourceVersion(next) }),
    createRevision: previous?.createRevision ?? next,
    modRevision: next,
    version: (previous?.version ?? 0) + 1,
    managers: managers ?? previous?.managers ?? [],
  };
  return commit(etcd, expected, { revision: next, key: expected.key, value, previous });
}

/** Deletes the key if it is as expected. Deleting is a write: it takes a revision of its own. */
export function etcdDelete(etcd: Etcd, expected: Expectation): TxnResult {
  const previous = etcdGet(etcd, expected.kind, expected.key);
  if (previous === undefined || previous.modRevision !== expected.modRevision) {
    return { type: "compareFailed", current: previous };
  }
  const next = revision(etcd.revision + 1);
  return commit(etcd, expected, { revision: next, key: expected.key, value: undefined, previous });
}

function commit(etcd: Etcd, { kind, key }: Expectation, event: EtcdEvent): TxnResult {
  const store = kindStore(etcd, kind);
  const values = event.value === undefined ? withoutKey(store.values, key) : withEntry(store.values, key, event.value);
  const kinds = { ...etcd.kinds, [kind]: { ...store, values, log: appendToLog(store.log, event) } };
  return { type: "committed", etcd: { ...etcd, revision: event.revision, kinds }, event };
}

/** Advances the counter by writes that no watched kind sees: node leases, masterleases, Events (fidelity A.1). */
export function etcdNoise(etcd: Etcd, writes: number): Etcd {
  assert(Number.isInteger(writes) && writes >= 0, `noise writes must be a count, got ${writes}`);
  return writes === 0 ? etcd : { ...etcd, revision: revision(etcd.revision + writes) };
}

/** A range read: the values of a kind at one revision, in no particular order. */
export type RangeResult =
  | { readonly type: "values"; readonly revision: Revision; readonly values: readonly StoredValue[] }
  | { readonly type: "compacted"; readonly compactRevision: Revision }
  | { readonly type: "futureRevision"; readonly current: Revision };

/** All values of a kind as they were at `at`; without it, as they are now (`etcd:storage/mvcc/kvstore_txn.go:rangeKeys`). */
export function etcdRange(etcd: Etcd, kind: string, at: Revision = etcd.revision): RangeResult {
  if (at > etcd.revision) return { type: "futureRevision", current: etcd.revision };
  if (at < etcd.compactRevision) return { type: "compacted", compactRevision: etcd.compactRevision };
  const { values, log } = kindStore(etcd, kind);
  const undone = new Map<ObjectKey, StoredValue | undefined>();
  // The first write after `at` to each key knows what the key held at `at`.
  for (const event of entriesAfter(log, at)) if (!undone.has(event.key)) undone.set(event.key, event.previous);
  const found: StoredValue[] = [];
  for (const [key, value] of entriesOf(values)) if (!undone.has(key)) found.push(value);
  for (const value of undone.values()) if (value !== undefined) found.push(value);
  return { type: "values", revision: at, values: found };
}

/** What a watch delivers from a start revision on. `current` is the revision up to which nothing else happened to the kind. */
export type EtcdWatchResult =
  | { readonly type: "events"; readonly events: readonly EtcdEvent[]; readonly current: Revision }
  | { readonly type: "compacted"; readonly compactRevision: Revision };

/**
 * The writes of a kind from `start` (inclusive) up to `until` (inclusive, default now). A start in the future has no events yet.
 * Fails only below the compact revision (`etcd:storage/mvcc/watcher_group.go:chooseAll`).
 */
export function etcdWatch(etcd: Etcd, kind: string, start: Revision, until: Revision = etcd.revision): EtcdWatchResult {
  if (start < etcd.compactRevision) return { type: "compacted", compactRevision: etcd.compactRevision };
  return eventsFrom(etcd, kind, start, until);
}

/**
 * What a watch that is open since before `start` delivers: compaction does not hurt it, unless it has not been sent yet what was
 * forgotten (`etcd:storage/mvcc/watchable_store.go:syncWatchers`: only watchers that fell behind are held against the compact revision).
 */
export function etcdFollow(
  etcd: Etcd,
  kind: string,
  start: Revision,
  until: Revision = etcd.revision,
): EtcdWatchResult {
  if (start <= kindStore(etcd, kind).forgottenUpTo) {
    return { type: "compacted", compactRevision: etcd.compactRevision };
  }
  return eventsFrom(etcd, kind, start, until);
}

function eventsFrom(etcd: Etcd, kind: string, start: Revision, until: Revision): EtcdWatchResult {
  const current = revision(Math.min(until, etcd.revision));
  const events: EtcdEvent[] = [];
  for (const event of entriesAfter(kindStore(etcd, kind).log, start - 1)) {
    if (event.revision > current) break;
    events.push(event);
  }
  return { type: "events", events, current };
}

/** Forgets history below `at`. Refused for a revision already compacted or still to come (`etcd:storage/mvcc/kvstore.go:Compact`). */
export function etcdCompact(etcd: Etcd, at: Revision): Etcd {
  if (at <= etcd.compactRevision || at > etcd.revision) return etcd;
  const kinds: Record<string, KindStore> = {};
  for (const [kind, store] of Object.entries(etcd.kinds)) {
    const forgotten = Math.min(indexOfRevision(store.log, at), logSize(store.log));
    const newest = forgotten === 0 ? undefined : logAt(store.log, forgotten - 1);
    const forgottenUpTo = newest?.revision ?? store.forgottenUpTo;
    kinds[kind] = { values: store.values, log: forgetOldest(store.log, forgotten), forgottenUpTo };
  }
  return { ...etcd, compactRevision: at, kinds };
}

/** What one API server remembers between two rounds of compaction; both 0 after its start. */
export type Compactor = { readonly version: number; readonly revision: Revision };

/** A compactor that has not run yet. */
export const newCompactor: Compactor = { version: 0, revision: revision(0) };

/** What a round of compaction did: `marked` when it won the key, `yielded` when another server had. */
export type CompactionRound = {
  readonly etcd: Etcd;
  readonly compactor: Compactor;
  readonly outcome: "marked" | "yielded";
  /** The revision compacted to, if history was forgotten. */
  readonly compactedTo: Revision | undefined;
};

/**
 * One round of an API server's compactor, every 5 minutes (`as:storage/etcd3/compact.go:Compact @v0.36.3`): write the remembered revision
 * under the common key if nobody else did, and compact to it; remember today's revision for the next round. A win is itself a write.
 */
export function compactionRound(etcd: Etcd, compactor: Compactor): CompactionRound {
  const { version } = etcd.compactionMark;
  if (version !== compactor.version) {
    const adopted = { version, revision: etcd.revision };
    return { etcd, compactor: adopted, outcome: "yielded", compactedTo: undefined };
  }
  const now = revision(etcd.revision + 1);
  const marked: Etcd = {
    ...etcd,
    revision: now,
    compactionMark: { version: version + 1, value: compactor.revision },
  };
  const compacted = compactor.revision === 0 ? marked : etcdCompact(marked, compactor.revision);
  const moved = compacted.compactRevision !== etcd.compactRevision;
  return {
    etcd: compacted,
    compactor: { version: version + 1, revision: now },
    outcome: "marked",
    compactedTo: moved ? compacted.compactRevision : undefined,
  };
}

function kindStore(etcd: Etcd, kind: string): KindStore {
  return ownValue(etcd.kinds, kind) ?? emptyKind;
}
