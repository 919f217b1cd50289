import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { Reply, WriteRequest } from "../cluster/reconciler.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import { failure, type StatusReason } from "../kubernetes/status.ts";
import { accept, type Desk, readFrom, runByHand } from "./answer-desk.ts";
import { replicaSetReconciler } from "./replica-set.ts";
import { ownedBy, samplePod, sampleReplicaSet } from "./sample-objects.ts";

// apiserver E.1.1; kk:pkg/controller/controller_ref_manager.go.
const orphan = samplePod("orphan", { owner: undefined });
const stray = samplePod("stray", { labels: { app: "other" } });
const refusal = (code: number, reason: StatusReason): Reply => ({
  type: "status",
  status: failure(code, reason, `${reason}!`),
});

function sync(store: readonly KubeObject[], desk: Partial<Desk> & { readonly patch?: Reply } = {}) {
  const patched = desk.patch ?? { type: "object", object: orphan };
  const reply = (request: WriteRequest, index: number) => (request.type === "patch" ? patched : accept(request, index));
  const run = runByHand(replicaSetReconciler, "demo/web", { store, now: seconds(100), reply, ...desk });
  const requests = run.writes.flat();
  return {
    ...run,
    patches: requests.filter((request) => request.type === "patch"),
    error: run.result.error?.message,
    creates: requests.filter((request) => request.type === "create").length,
    liveReads: run.asks.filter((ask) => ask.type === "getLive").length,
    hasStatus: requests.some((request) => request.type === "update"),
  };
}

test("an orphan that matches is adopted with its uid as precondition, after one live read for all of them", () => {
  const second = samplePod("second", { owner: undefined });
  const { patches, liveReads, creates } = sync([sampleReplicaSet({ replicas: 3 }), orphan, second]);
  expect(patches[0]).toEqual({
    type: "patch",
    kind: "Pod",
    key: "demo/orphan",
    merge: { metadata: { uid: "uid-orphan", ownerReferences: [ownedBy("web", "rs-1")] } },
  });
  expect({ patches: patches.length, liveReads, creates }).toEqual({ patches: 2, liveReads: 1, creates: 1 });
});

test("without orphans nothing is read live", () => {
  expect(sync([sampleReplicaSet({ replicas: 1 }), samplePod("a")]).liveReads).toBe(0);
});

const uid2 = sampleReplicaSet({ uid: "rs-2" });
const leaving = sampleReplicaSet({ deletionTimestamp: "2026-01-01T00:01:00Z" });
test.each([
  ["is gone", readFrom([]), "can't recheck DeletionTimestamp"],
  ["has another uid", readFrom([uid2]), "original ReplicaSet demo/web is gone: got uid rs-2, wanted rs-1"],
  ["is being deleted", readFrom([leaving]), "demo/web has just been deleted at 2026-01-01T00:01:00Z"],
])(
  "nothing is adopted when the live ReplicaSet %s, and the sync ends with an error before scaling",
  (_, live, text) => {
    const { patches, creates, hasStatus, result } = sync([sampleReplicaSet(), orphan], { live });
    expect({ patches, creates, hasStatus }).toEqual({ patches: [], creates: 0, hasStatus: false });
    expect(result.error?.message).toContain(`can't adopt Pod demo/orphan (uid-orphan): `);
    expect(result.error?.message).toContain(text);
  },
);

test("an orphan that is gone is no error, one that somebody else took is", () => {
  const store = [sampleReplicaSet({ replicas: 1 }), orphan];
  expect(sync(store, { patch: refusal(404, "NotFound") })).toMatchObject({ error: undefined, creates: 1 });
  expect(sync(store, { patch: refusal(422, "Invalid") })).toMatchObject({
    error: "Invalid!",
    creates: 0,
  });
});

test("orphans that do not match, are terminating or belong to another are left alone", () => {
  const store = [
    sampleReplicaSet({ replicas: 0 }),
    samplePod("other", { owner: undefined, labels: { app: "other" } }),
    samplePod("leaving", { owner: undefined, deletionTimestamp: "2026-01-01T00:00:30Z" }),
    samplePod("taken", { owner: ownedBy("web", "rs-0") }),
  ];
  expect(sync(store)).toMatchObject({ patches: [], creates: 0, error: undefined });
});

test("an own pod that no longer matches is released: only this owner is taken off, with the uid as precondition", () => {
  const friend = { apiVersion: "v1", kind: "ConfigMap", name: "friend", uid: "cm-1" };
  const owners = [friend, ...(stray.metadata.ownerReferences ?? [])];
  const pod = { ...stray, metadata: { ...stray.metadata, ownerReferences: owners } };
  const { patches, said } = sync([sampleReplicaSet({ replicas: 1 }), pod]);
  expect(patches).toMatchObject([
    { key: "demo/stray", merge: { metadata: { uid: "uid-stray", ownerReferences: [friend] } } },
  ]);
  expect(said).toContain("have 0, want 1: create 1");
});

test("a release is no error when the pod is gone or another pod of that name, otherwise it is", () => {
  const store = [sampleReplicaSet({ replicas: 0 }), stray];
  expect(sync(store, { patch: refusal(404, "NotFound") }).result).toEqual({});
  expect(sync(store, { patch: refusal(422, "Invalid") }).result).toEqual({});
  expect(sync(store, { patch: refusal(409, "Conflict") }).result.error?.message).toBe("Conflict!");
});

test("a ReplicaSet that is being deleted neither adopts nor releases", () => {
  expect(sync([leaving, orphan, stray]).patches).toEqual([]);
});

test("several failures read as one error, the same text once", () => {
  const store = [sampleReplicaSet(), orphan, stray];
  const reply = (request: WriteRequest, index: number) =>
    request.type === "patch"
      ? refusal(index === 0 ? 500 : 409, index === 0 ? "InternalError" : "Conflict")
      : accept(request, index);
  expect(sync(store, { reply }).result.error?.message).toBe("[InternalError!, Conflict!]");
  expect(sync(store, { patch: refusal(409, "Conflict") }).result.error?.message).toBe("Conflict!");
});
