import { expect, test } from "vitest";
import { objectKey } from "../../kubernetes/object-key.ts";
import { refOf } from "./delta.ts";
import { cachedObject, createIndexer, indexContents, indexedObjects, replaceObjects, writeObjects } from "./indexer.ts";
import { pod } from "./test-object.ts";

const empty = createIndexer(true, ["namespace", "label", "owner"]);
const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web", uid: "u1", controller: true };
const owned = { ...pod("d/a@5"), metadata: { ...pod("d/a@5").metadata, ownerReferences: [owner] } };

test("objects are found by namespace, by label and by the uid of their controller", () => {
  const cache = replaceObjects(empty, [owned, pod("d/b@6", { app: "web" }), pod("e/c@7", { app: "web" })], "10");
  expect(indexedObjects(cache, "namespace", "d")?.map(refOf)).toEqual(["d/a@5", "d/b@6"]);
  expect(indexedObjects(cache, "label", "app=web")?.map(refOf)).toEqual(["d/b@6", "e/c@7"]);
  expect(indexedObjects(cache, "owner", "u1")?.map(refOf)).toEqual(["d/a@5"]);
});

test("what an index holds is listed in order, as much of it as is asked for", () => {
  const cache = replaceObjects(empty, [owned, pod("d/b@6", { app: "web" }), pod("e/c@7", { app: "web" })], "10");
  expect(indexContents(cache, 1)).toEqual([
    { name: "namespace", values: [{ value: "d", keys: ["d/a"], more: 1 }], more: 1 },
    { name: "label", values: [{ value: "app=web", keys: ["d/b"], more: 1 }], more: 0 },
    { name: "owner", values: [{ value: "u1", keys: ["d/a"], more: 0 }], more: 0 },
  ]);
});

test("indices follow a change of labels and a deletion", () => {
  const cache = writeObjects(empty, [
    { type: "put", object: pod("d/b@6", { app: "web" }) },
    { type: "put", object: pod("d/b@7", { app: "db" }) },
    { type: "put", object: pod("d/c@8", { app: "db" }) },
    { type: "remove", key: objectKey("d", "c"), resourceVersion: "9" },
  ]);
  expect(indexedObjects(cache, "label", "app=web")).toEqual([]);
  expect(indexedObjects(cache, "label", "app=db")?.map(refOf)).toEqual(["d/b@7"]);
  expect(cache.resourceVersion).toBe("9");
});

test("an earlier version of the cache stays as it was", () => {
  const before = replaceObjects(empty, [pod("d/a@5")], "10");
  writeObjects(before, [{ type: "put", object: pod("d/a@11") }]);
  expect(cachedObject(before, objectKey("d", "a"))?.metadata.resourceVersion).toBe("5");
});

test("without atomic events the cache has no version of its own", () => {
  expect(replaceObjects(createIndexer(false), [pod("a@5")], "10").resourceVersion).toBe("");
});

test("an index that the cache does not have is told apart from an empty one", () => {
  expect(indexedObjects(createIndexer(true), "owner", "u1")).toBeUndefined();
  expect(indexedObjects(empty, "owner", "u1")).toEqual([]);
});
