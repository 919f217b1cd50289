import { expect, test } from "vitest";
import type { Notification } from "../cluster/reconciler.ts";
import type { OwnerReference } from "../kubernetes/object.ts";
import { enqueueController, enqueueObject, priorityOf } from "./enqueue-requests.ts";
import { ownedBy, samplePod } from "./sample-objects.ts";

// workqueue 2.5.
const owner = { group: "apps", kind: "ReplicaSet" };
const added = (reference: OwnerReference | undefined): Notification => ({
  type: "add",
  object: samplePod("a", { owner: reference }),
  initial: false,
});

test.each([
  ["a new object", { type: "add", object: samplePod("a"), initial: false }, 0],
  ["an object of the initial list", { type: "add", object: samplePod("a"), initial: true }, -100],
  ["a change", { type: "update", old: samplePod("a"), object: samplePod("a", { resourceVersion: "21" }) }, 0],
  ["a resync", { type: "update", old: samplePod("a"), object: samplePod("a") }, -100],
  ["a deletion", { type: "delete", object: samplePod("a"), tombstone: true }, 0],
] as const satisfies readonly (readonly [string, Notification, number])[])(
  "%s has the priority of its kind",
  (_, notification, priority) => {
    expect(priorityOf(notification)).toBe(priority);
    expect(enqueueObject(notification)).toEqual([{ key: "demo/a", priority }]);
  },
);

test("an owner is found by group, kind and name; neither version nor uid matter", () => {
  const keys = (reference: OwnerReference | undefined) =>
    enqueueController(added(reference), owner).map(({ key }) => key);
  expect(keys(ownedBy("web", "whatever"))).toEqual(["demo/web"]);
  expect(keys({ ...ownedBy("web", "rs-1"), apiVersion: "apps/v1beta2" })).toEqual(["demo/web"]);
  expect(keys({ ...ownedBy("web", "rs-1"), apiVersion: "extensions/v1" })).toEqual([]);
  expect(keys({ ...ownedBy("web", "rs-1"), controller: false })).toEqual([]);
  expect(keys(ownedBy("web", "rs-1", "StatefulSet"))).toEqual([]);
  expect(keys(undefined)).toEqual([]);
});

test("an update wakes the owners of the old and of the new object, each once", () => {
  const old = samplePod("a");
  const keys = (reference: OwnerReference) => {
    const object = samplePod("a", { owner: reference, resourceVersion: "21" });
    return enqueueController({ type: "update", old, object }, owner).map(({ key }) => key);
  };
  expect(keys(ownedBy("web", "rs-1"))).toEqual(["demo/web"]);
  expect(keys(ownedBy("api", "rs-2"))).toEqual(["demo/web", "demo/api"]);
});
