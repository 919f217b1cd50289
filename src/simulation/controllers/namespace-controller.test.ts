import { expect, test } from "vitest";
import { micros, seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import type { Reply } from "../cluster/reconciler.ts";
import { conditionOf } from "../kubernetes/condition.ts";
import type { DraftObject, JsonObject, KubeObject } from "../kubernetes/object.ts";
import { failure } from "../kubernetes/status.ts";
import { type Desk, runByHand } from "./answer-desk.ts";
import { namespaceController } from "./namespace-controller.ts";
import { runSmallPlan } from "./small-plan.ts";

function stored(kind: string, name: string, parts: Partial<KubeObject> = {}, metadata: JsonObject = {}): KubeObject {
  return {
    apiVersion: "v1",
    kind,
    ...parts,
    metadata: {
      name,
      ...(kind === "Namespace" ? {} : { namespace: "shop" }),
      uid: `uid-${name}`,
      resourceVersion: "7",
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...metadata,
    },
  };
}

const leaving = stored(
  "Namespace",
  "shop",
  { spec: { finalizers: ["kubernetes"] }, status: { phase: "Terminating" } },
  { deletionTimestamp: "2026-01-01T00:00:00Z" },
);

/** A run for the namespace with this content after the collections were deleted, at 6 s unless said. */
function look(content: readonly KubeObject[], desk: Partial<Desk> = {}) {
  return runByHand(namespaceController, "shop", { store: [leaving, ...content], now: micros(6_000_000), ...desk });
}

/** The conditions that were written, as `type: reason: message`. */
function conditionsIn(written: ReturnType<typeof look>["writes"]): readonly string[] {
  const update = written.flat().find((request) => request.type === "update" && request.subresource === "status");
  if (update?.type !== "update") return [];
  const types = ["NamespaceDeletionContentFailure", "NamespaceContentRemaining", "NamespaceFinalizersRemaining"];
  return types.map((type) => {
    const { status, reason, message } = conditionOf(update.object, type) ?? {};
    return `${status} ${reason}: ${message}`;
  });
}

const kindsDeleted = (run: ReturnType<typeof look>) =>
  run.writes.flat().flatMap((request) => (request.type === "deleteCollection" ? [request.kind] : []));

test("pods go first, and while there is one nothing else is touched; the conditions say that all is well", () => {
  const pod = stored("Pod", "web", { spec: { terminationGracePeriodSeconds: 20 }, status: { phase: "Running" } });
  const run = look([pod, stored("ConfigMap", "a")]);
  expect(kindsDeleted(run)).toEqual(["Pod"]);
  expect(run.said).toContain("some content remains in the namespace, estimate 20 seconds before it is removed");
  expect(run.asks).toContainEqual({ type: "enqueue", enqueue: { key: "shop", priority: 0, after: seconds(11) } });
  expect(conditionsIn(run.writes)).toEqual([
    "False ContentDeleted: All content successfully deleted, may be waiting on finalization",
    "False ContentRemoved: All content successfully removed",
    "False ContentHasNoFinalizers: All content-preserving finalizers finished",
  ]);
  expect(run.result).toEqual({});
});

test("a pod without a grace period of its own has 30 s, and one that has ended has none", () => {
  const said = (phase: string) => look([stored("Pod", "web", { spec: {}, status: { phase } })]).said.join();
  expect(said("Running")).toContain("estimate 30 seconds");
  expect(said("Succeeded")).not.toContain("estimate");
});

test("a pod that is there after its grace period is an error, and tried again", () => {
  const pod = stored("Pod", "web", { spec: { terminationGracePeriodSeconds: 5 }, status: { phase: "Running" } });
  const run = look([pod]);
  const message =
    "failed to delete pods for namespace: shop, err: unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods";
  expect(run.result).toEqual({ error: { message } });
});

test("what waits for finalizers is counted and looked at again after 8 s", () => {
  const held = { finalizers: ["example.com/hold"] };
  const run = look([stored("ConfigMap", "a", {}, held), stored("Secret", "b", {}, held)]);
  expect(kindsDeleted(run)).toEqual([
    "Pod",
    "Service",
    "ConfigMap",
    "Secret",
    "ReplicaSet",
    "Deployment",
    "Job",
    "Lease",
  ]);
  expect(run.asks).toContainEqual({ type: "enqueue", enqueue: { key: "shop", priority: 0, after: seconds(8) } });
  expect(conditionsIn(run.writes)).toEqual([
    "False ContentDeleted: All content successfully deleted, may be waiting on finalization",
    "True SomeResourcesRemain: Some resources are remaining: configmaps. has 1 resource instances, secrets. has 1 resource instances",
    "True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/hold in 2 resource instances",
  ]);
});

test("what remains without a finalizer is an error of its kind; custom kinds are part of the content", () => {
  const widget = { apiVersion: "example.com/v1" };
  const run = look([stored("Widget", "w", widget)], {
    crds: [{ kind: "Widget", group: "example.com", plural: "widgets" }],
  });
  const message = "unexpected items still remain in namespace: shop for gvr: example.com/v1, Resource=widgets";
  expect(run.result).toEqual({ error: { message } });
  expect(conditionsIn(run.writes)[0]).toBe(
    `True ContentDeletionFailed: Failed to delete all resource types, 1 remaining: ${message}`,
  );
});

test("the error of one kind keeps it from none of the others, and is told once", () => {
  const denied: Reply = { type: "status", status: failure(403, "Forbidden", "not you") };
  const reply = (request: { readonly type: string }): Reply =>
    request.type === "deleteCollection" ? denied : { type: "object", object: leaving };
  const run = look([], { reply });
  expect(kindsDeleted(run)).toHaveLength(8);
  expect(run.result).toEqual({
    error: { message: "[failed to delete pods for namespace: shop, err: not you, not you]" },
  });
});

test("an empty namespace loses the controller's finalizer, and only that one; the status is not sent", () => {
  const spec = { finalizers: ["kubernetes", "example.com/b", "example.com/a"] };
  const run = look([], { store: [{ ...leaving, spec }] });
  const last = run.writes.flat().at(-1);
  expect(last).toMatchObject({
    type: "update",
    subresource: "finalize",
    object: { spec: { finalizers: ["example.com/a", "example.com/b"] } },
  });
  expect(last).not.toHaveProperty("object.status");
  expect(run.result).toEqual({});
});

test("conditions that are as they were are not written again", () => {
  const first = look([]);
  const update = first.writes.flat().find((request) => request.type === "update");
  const object = update?.type === "update" ? update.object : leaving;
  const again = runByHand(namespaceController, "shop", { store: [object], now: micros(9_000_000) });
  const updates = again.writes.flat().filter((request) => request.type === "update");
  expect(updates).toMatchObject([{ subresource: "finalize" }]);
});

test.each([
  ["gone", [], "the namespace is gone"],
  ["emptied of its finalizers", [{ ...leaving, spec: {} }], "finalized already"],
])("nothing is done for a namespace that is %s", (_how, store, note) => {
  const run = look([], { store });
  expect(run.said).toContain(note);
  expect(run.writes).toEqual([]);
});

test("only namespaces that are being deleted are queued, each after 5 s", () => {
  const handled = (object: KubeObject, type: "add" | "delete") => {
    const notification =
      type === "add" ? ({ type, object, initial: false } as const) : ({ type, object, tombstone: false } as const);
    return namespaceController.handle({
      kind: "Namespace",
      notification,
      memory: null,
      now: micros(0),
      lookUp: () => undefined,
      list: () => [],
    }).enqueue;
  };
  expect(handled(leaving, "add")).toEqual([{ key: "shop", priority: 0, after: seconds(5) }]);
  expect(handled(stored("Namespace", "shop"), "add")).toEqual([]);
  expect(handled(leaving, "delete")).toEqual([]);
});

const shop: DraftObject = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
const web: DraftObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { terminationGracePeriodSeconds: 12, containers: [{ name: "main", image: "web:1" }] },
    },
  },
};
const held: DraftObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", namespace: "shop", finalizers: ["example.com/hold"] },
};

test("a run: the content goes, nobody makes it anew, and the namespace ends with the last finalizer inside", () => {
  const target = { kind: "ConfigMap", namespace: "shop", name: "a" };
  const release: Action = { type: "patch", target, merge: { metadata: { finalizers: null } } };
  const run = runSmallPlan({
    controllers: [
      { reconciler: "Deployment", watches: ["Deployment", "ReplicaSet", "Pod"] },
      { reconciler: "ReplicaSet", watches: ["ReplicaSet", "Pod"] },
      { reconciler: "NamespaceController", watches: ["Namespace"], queue: "classic" },
    ],
    given: [shop, web, held],
    script: [
      { at: seconds(5), action: { type: "delete", target: { kind: "Namespace", name: "shop" } } },
      { at: seconds(40), action: release },
    ],
    until: seconds(60),
  });
  const deletions = run.facts("etcd.commit").filter(({ verb }) => verb === "delete");
  expect(deletions.map(({ kind }) => kind)).toEqual([
    "Pod",
    "Pod",
    "ReplicaSet",
    "Deployment",
    "ConfigMap",
    "Namespace",
  ]);
  const answers = run.facts("client.response");
  const refused = answers.filter(({ code, verb }) => code === 403 && verb === "create").map(({ kind }) => kind);
  expect(new Set(refused)).toEqual(new Set(["Pod", "ReplicaSet"]));
  // The conditions were written with the version that the first PUT of /finalize then still has.
  const finalizing = answers.filter(({ kind, verb, code }) => kind === "Namespace" && verb === "update" && code !== 0);
  expect(finalizing.slice(-2).map(({ code }) => code)).toEqual([409, 200]);
  expect(run.facts("reconcile.end").filter(({ key, outcome }) => key === "shop" && outcome !== "ok")).toEqual([]);
  expect(run.violations).toEqual([]);
});

test("a kind that is not served any more is no part of the content", () => {
  const crds = [{ kind: "Widget", group: "example.com", plural: "widgets" }];
  const definition = { kind: "CustomResourceDefinition", name: "widgets.example.com" };
  const run = runSmallPlan({
    controllers: [{ reconciler: "NamespaceController", watches: ["Namespace"], queue: "classic" }],
    crds,
    given: [shop],
    script: [
      { at: seconds(1), action: { type: "delete", target: definition } },
      { at: seconds(3), action: { type: "delete", target: { kind: "Namespace", name: "shop" } } },
    ],
    until: seconds(15),
  });
  const emptied = run.facts("client.request").filter(({ verb }) => verb === "deletecollection");
  expect(emptied.map(({ kind }) => kind)).not.toContain("Widget");
  expect(run.all("Namespace")).toEqual([]);
});
