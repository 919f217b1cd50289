import { expect, test } from "vitest";
import type { Delta } from "./delta.ts";
import { refOf } from "./delta.ts";
import { cachedObjects, createIndexer, type Indexer, replaceObjects } from "./indexer.ts";
import { type Applied, applyStage, isSyncUpdate, type Notification, stagesOf } from "./process.ts";
import { pod } from "./test-object.ts";

const cache = replaceObjects(createIndexer(true), [pod("a@5"), pod("b@7")], "10");

function apply(store: Indexer, ...deltas: readonly Delta[]): Applied {
  return applyStage(store, { deltas, initial: false });
}

function told({ notifications }: Applied): readonly string[] {
  return notifications.map(text);
}

function text(notification: Notification): string {
  if (notification.type === "update") return `update ${refOf(notification.old)} ${refOf(notification.object)}`;
  const mark = notification.type === "delete" && notification.tombstone ? " tombstone" : "";
  return `${notification.type} ${refOf(notification.object)}${mark}`;
}

test("presence in the cache decides what a handler hears, not the type of the event", () => {
  expect(told(apply(cache, { type: "Added", object: pod("a@12") }))).toEqual(["update a@5 a@12"]);
  expect(told(apply(cache, { type: "Updated", object: pod("new@12") }))).toEqual(["add new@12"]);
  expect(told(apply(cache, { type: "Deleted", object: pod("zzz@12"), tombstone: false }))).toEqual(["delete zzz@12"]);
});

test("a batch is one write of the cache with its notifications after it, in order", () => {
  const applied = apply(
    cache,
    { type: "Updated", object: pod("a@11") },
    { type: "Deleted", object: pod("b@12"), tombstone: false },
  );
  expect(applied.operation).toBe("transaction");
  expect(applied.store.resourceVersion).toBe("12");
  expect(cachedObjects(applied.store).map(refOf)).toEqual(["a@11"]);
  expect(told(applied)).toEqual(["update a@5 a@11", "delete b@12"]);
});

test("a ReplacedAll swaps the cache and then tells of what is gone before what is listed", () => {
  const applied = apply(cache, { type: "ReplacedAll", resourceVersion: "30", objects: [pod("c@25"), pod("a@5")] });
  expect(told(applied)).toEqual(["delete b@7 tombstone", "add c@25", "update a@5 a@5"]);
  expect(applied.store.resourceVersion).toBe("30");
});

test("a SyncAll writes nothing and tells of every object as it is", () => {
  const applied = apply(cache, { type: "SyncAll" });
  expect(applied).toMatchObject({ operation: "none", store: cache });
  expect(told(applied)).toEqual(["update a@5 a@5", "update b@7 b@7"]);
});

test("a bookmark moves the version of the cache and nothing else", () => {
  const applied = apply(cache, { type: "Bookmark", resourceVersion: "20" });
  expect([applied.store.resourceVersion, told(applied)]).toEqual(["20", []]);
});

test("a tombstone leaves the version of the cache alone", () => {
  expect(apply(cache, { type: "Deleted", object: pod("a@5"), tombstone: true }).store.resourceVersion).toBe("10");
});

test("an update is a sync update if the versions are equal, whatever caused it", () => {
  const same = apply(cache, { type: "Replaced", object: pod("a@5") }).notifications;
  const other = apply(cache, { type: "Sync", object: pod("a@6") }).notifications;
  expect([...same, ...other].map(isSyncUpdate)).toEqual([true, false]);
});

test("deltas of one key that were popped together are written one by one", () => {
  const deltas: readonly Delta[] = [
    { type: "Added", object: pod("a@1") },
    { type: "Updated", object: pod("a@2") },
  ];
  expect(stagesOf({ deltas, initial: false, batch: false })).toHaveLength(2);
  expect(stagesOf({ deltas, initial: false, batch: true })).toHaveLength(1);
});
