import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { Notification, Reply, WriteRequest } from "../cluster/reconciler.ts";
import type { KubeObject, OwnerReference } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { failure } from "../kubernetes/status.ts";
import { accept, type Desk, readFrom, runByHand } from "./answer-desk.ts";
import { configMirrorReconciler } from "./config-mirror.ts";

// workqueue 5.14 (CreateOrUpdate), 5.7 (conflicts), 2.5 (For and Owns).
const owner: OwnerReference = {
  apiVersion: "v1",
  kind: "ConfigMap",
  name: "settings",
  uid: "cm-1",
  controller: true,
  blockOwnerDeletion: true,
};

function configMap(
  name: string,
  color: string,
  options: { rv?: string; mirror?: boolean; owned?: boolean } = {},
): KubeObject {
  const { rv = "5", mirror = false, owned = false } = options;
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name,
      namespace: "demo",
      uid: name === "settings" ? "cm-1" : "cm-2",
      resourceVersion: rv,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...(mirror ? { labels: { mirror: "true" } } : {}),
      ...(owned ? { ownerReferences: [owner] } : {}),
    },
    data: { color },
  };
}

const source = configMap("settings", "blue", { mirror: true });
const copy = (color: string, rv?: string) =>
  configMap("settings-copy", color, { owned: true, ...(rv === undefined ? {} : { rv }) });
const conflict: Reply = { type: "status", status: failure(409, "Conflict", "the object has been modified") };

function mirror(store: readonly KubeObject[], desk: Partial<Desk> = {}) {
  const run = runByHand(configMirrorReconciler, "demo/settings", { store, ...desk });
  return { ...run, requests: run.writes.flat(), error: run.result.error?.message };
}

test("a missing copy is created with the data, the fixed name and the owner", () => {
  expect(mirror([source])).toMatchObject({
    requests: [
      {
        type: "create",
        object: {
          metadata: { name: "settings-copy", namespace: "demo", ownerReferences: [owner] },
          data: { color: "blue" },
        },
      },
    ],
    error: undefined,
  });
});

test("an equal copy makes no request", () => {
  expect(mirror([source, copy("blue")])).toMatchObject({ requests: [], error: undefined });
});

test("a different copy is updated with the version that the store had", () => {
  expect(mirror([source, copy("red", "7")]).requests).toMatchObject([
    { type: "update", object: { metadata: { resourceVersion: "7", uid: "cm-2" }, data: { color: "blue" } } },
  ]);
});

// workqueue 5.14: stale cache → AlreadyExists is returned as error, no retry of any kind.
test("a copy that the store does not know yet leads to AlreadyExists, which is returned", () => {
  const exists: Reply = {
    type: "status",
    status: failure(409, "AlreadyExists", 'configmaps "settings-copy" already exists'),
  };
  const { requests, result } = mirror([source], { reply: () => exists, options: { onConflict: "retryFromStore" } });
  expect(requests).toHaveLength(1);
  expect(result.error?.message).toBe('configmaps "settings-copy" already exists');
});

test("a conflict is returned to the queue unless the option says otherwise", () => {
  const { requests, slept, result } = mirror([source, copy("red")], { reply: () => conflict });
  expect({ requests: requests.length, slept }).toEqual({ requests: 1, slept: [] });
  expect(result).toEqual({ error: { message: "the object has been modified" } });
});

test("a retry that reads from the store sends the same stale version five times and fails", () => {
  const { requests, slept, result } = mirror([source, copy("red", "7")], {
    reply: () => conflict,
    options: { onConflict: "retryFromStore" },
  });
  expect(versions(requests)).toEqual(["7", "7", "7", "7", "7"]);
  expect(slept.reduce((sum, each) => sum + each, 0)).toBe(40_000);
  expect(result.error?.message).toBe("the object has been modified");
});

test("a retry that reads from the server gets past the conflict", () => {
  const { requests, result, said } = mirror([source, copy("red", "7")], {
    live: readFrom([copy("red", "9")]),
    reply: (request, index) => (index === 0 ? conflict : accept(request, index)),
    options: { onConflict: "retryFromServer" },
  });
  expect(versions(requests)).toEqual(["9", "9"]);
  expect(result).toEqual({});
  expect(said.filter((each) => ["fetch", "diff", "apply"].includes(each))).toEqual([
    "fetch",
    "diff",
    "apply",
    "fetch",
    "diff",
    "apply",
  ]);
});

test("a live read that fails ends the run with that error", () => {
  const live = (): Reply => ({ type: "network", reason: "connection refused" });
  const { result } = mirror([source], { live, options: { onConflict: "retryFromServer" } });
  expect(result.error?.message).toBe("connection refused");
});

test("a ConfigMap that is gone or no longer labelled is left alone", () => {
  expect(mirror([])).toMatchObject({ requests: [], error: undefined });
  expect(mirror([configMap("settings", "blue")])).toMatchObject({ requests: [], error: undefined });
});

test("a labelled ConfigMap wakes itself, a copy wakes its owner, others nobody", () => {
  const handle = (notification: Notification) =>
    configMirrorReconciler.handle({
      kind: "ConfigMap",
      notification,
      memory: null,
      now: seconds(0),
      lookUp: () => undefined,
      list: () => [],
    });
  const key = objectKey("demo", "settings");
  expect(handle({ type: "add", object: source, initial: true }).enqueue).toEqual([{ key, priority: -100 }]);
  expect(handle({ type: "delete", object: copy("red"), tombstone: false }).enqueue).toEqual([{ key, priority: 0 }]);
  const resync: Notification = { type: "update", old: copy("red"), object: copy("red") };
  expect(handle(resync).enqueue).toEqual([{ key, priority: -100 }]);
  expect(handle({ type: "add", object: configMap("other", "red"), initial: false })).toMatchObject({ enqueue: [] });
});

// workqueue 2.5: owners of old and new, each once.
test("a copy that changes hands wakes the old owner and the new one", () => {
  const moved = {
    ...copy("red", "8"),
    metadata: { ...copy("red", "8").metadata, ownerReferences: [{ ...owner, name: "next" }] },
  };
  const { enqueue } = configMirrorReconciler.handle({
    kind: "ConfigMap",
    notification: { type: "update", old: copy("red"), object: moved },
    memory: null,
    now: seconds(0),
    lookUp: () => undefined,
    list: () => [],
  });
  expect(enqueue.map((each) => each.key)).toEqual(["demo/settings", "demo/next"]);
});

function versions(requests: readonly WriteRequest[]): readonly (string | undefined)[] {
  return requests.map((request) => (request.type === "update" ? request.object.metadata.resourceVersion : undefined));
}
