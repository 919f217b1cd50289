import { expect, test } from "vitest";
import { type Micros, seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import type { ClusterWorld } from "../cluster/cluster.ts";
import { isConditionTrue } from "../kubernetes/condition.ts";
import type { DraftObject, JsonObject, KubeObject } from "../kubernetes/object.ts";
import { failure } from "../kubernetes/status.ts";
import { formatTimestamp } from "../kubernetes/timestamp.ts";
import { accept, runByHand } from "./answer-desk.ts";
import { jobReconciler } from "./job.ts";
import { isPodReady } from "./pod-facts.ts";
import { replicaSetMemory } from "./replica-set-memory.ts";
import { existing, objectsOf, runSmallPlan } from "./small-plan.ts";

// apiserver E.6.
const draft = (spec: JsonObject): DraftObject => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "count", namespace: "demo" },
  spec: { template: { spec: { containers: [{ name: "main", image: "count:1" }] } }, ...spec },
});
const job = (spec: JsonObject, status?: JsonObject): KubeObject => ({
  ...draft(spec),
  metadata: {
    name: "count",
    namespace: "demo",
    uid: "job-1",
    resourceVersion: "10",
    generation: 1,
    creationTimestamp: formatTimestamp(seconds(0)),
  },
  ...(status === undefined ? {} : { status }),
});

function pod(name: string, phase: string, ended?: Micros): KubeObject {
  const state = ended === undefined ? {} : { state: { terminated: { finishedAt: formatTimestamp(ended) } } };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: "demo",
      uid: `uid-${name}`,
      resourceVersion: "20",
      creationTimestamp: formatTimestamp(seconds(0)),
      finalizers: ["batch.kubernetes.io/job-tracking"],
      ownerReferences: [{ apiVersion: "batch/v1", kind: "Job", name: "count", uid: "job-1", controller: true }],
    },
    status: { phase, containerStatuses: [{ name: "main", ...state }] },
  };
}

function sync(store: readonly KubeObject[], now: Micros = seconds(100)) {
  const run = runByHand(jobReconciler, "demo/count", { store, now });
  return { ...run, requests: run.writes.flat() };
}

test("as many pods are made as may run at once and are still needed", () => {
  const created = (spec: JsonObject, status?: JsonObject) =>
    sync([job(spec, status)]).requests.filter(({ type }) => type === "create").length;
  expect(created({ completions: 5, parallelism: 2 })).toBe(2);
  expect(created({ completions: 5, parallelism: 2 }, { succeeded: 4 })).toBe(1);
});

// job_controller.go:manageJob.
test("creations that fail because the namespace goes away count as if they had worked", () => {
  const refused = (reason: string) => {
    const status = failure(403, "Forbidden", "forbidden", { causes: [{ reason, message: "" }] });
    const run = runByHand(jobReconciler, "demo/count", {
      store: [job({ completions: 2, parallelism: 2 })],
      now: seconds(100),
      reply: (request, index) => (request.type === "create" ? { type: "status", status } : accept(request, index)),
    });
    return { error: run.result.error?.message, adds: replicaSetMemory(run.memory).expectations["demo/count"]?.adds };
  };
  expect(refused("NamespaceTerminating")).toEqual({ error: undefined, adds: 2 });
  expect(refused("Other")).toEqual({ error: "forbidden", adds: 0 });
});

test("a pod that ended is counted in three steps: its uid, its finalizer, the number", () => {
  const { requests } = sync([job({ completions: 2 }), pod("a", "Succeeded", seconds(90))]);
  const steps = requests
    .slice(0, 3)
    .map((request) => (request.type === "update" ? request.object.status : request.type));
  expect(steps).toMatchObject([
    { uncountedTerminatedPods: { succeeded: ["uid-a"] } },
    "patch",
    { uncountedTerminatedPods: {}, succeeded: 1 },
  ]);
});

test("a pod that was noted before a crash is counted once", () => {
  const noted = { uncountedTerminatedPods: { succeeded: ["uid-a"], failed: [] } };
  const { requests } = sync([job({ completions: 2 }, noted), pod("a", "Succeeded", seconds(90))]);
  const last = requests.findLast((request) => request.type === "update");
  expect(last?.type === "update" ? last.object.status?.succeeded : undefined).toBe(1);
});

test("after failures in a row the next pod waits 10, 20, 40 seconds from the last one", () => {
  const failedAt = (...ends: readonly number[]) => ends.map((end, at) => pod(`p${at}`, "Failed", seconds(end)));
  const wait = (pods: readonly KubeObject[]) => sync([job({}), ...pods]).result.requeueAfter;
  expect(wait(failedAt(95))).toBe(seconds(5));
  expect(wait(failedAt(80, 95))).toBe(seconds(15));
  expect(wait(failedAt(60, 80, 95))).toBe(seconds(35));
});

test("one failure more than the limit ends the Job", () => {
  const { requests } = sync([job({ backoffLimit: 0 }), pod("a", "Failed", seconds(90))]);
  const last = requests.at(-1);
  expect(last?.type === "update" ? last.object.status : undefined).toMatchObject({
    failed: 1,
    conditions: [{ type: "Failed", status: "True", reason: "BackoffLimitExceeded" }],
  });
});

/** Ends each pod of the Job as soon as it is ready, as its container would. */
function endPods(phase: "Succeeded" | "Failed") {
  const done = new Set<string>();
  return (world: ClusterWorld): Action | undefined => {
    const next = objectsOf(world, "Pod").find((each) => isPodReady(each) && !done.has(each.metadata.uid));
    if (next === undefined) return undefined;
    done.add(next.metadata.uid);
    const state = { terminated: { finishedAt: formatTimestamp(world.now) } };
    const merge = { status: { phase, conditions: [], containerStatuses: [{ name: "main", state }] } };
    return {
      type: "patch",
      target: { kind: "Pod", namespace: "demo", name: next.metadata.name },
      merge,
      subresource: "status",
    };
  };
}

const plan = (spec: JsonObject, until: Micros) => ({
  controllers: [{ reconciler: "Job", watches: ["Job", "Pod"] }],
  given: [draft(spec)],
  until,
});

test("a Job is complete when enough pods have succeeded, each counted once", () => {
  const run = runSmallPlan(plan({ completions: 3, parallelism: 2 }, seconds(30)), endPods("Succeeded"));
  const done = existing(run, "Job", "count");
  expect(isConditionTrue(done, "Complete")).toBe(true);
  expect(done.status).toMatchObject({ succeeded: 3, active: 0 });
  expect(run.all("Pod").every(({ metadata }) => metadata.finalizers === undefined)).toBe(true);
  expect(run.violations).toEqual([]);
});

test("a Job whose pods fail ends after its limit, with pauses in between", () => {
  const run = runSmallPlan(plan({ backoffLimit: 1 }, seconds(60)), endPods("Failed"));
  const done = existing(run, "Job", "count");
  expect(isConditionTrue(done, "Failed")).toBe(true);
  expect(done.status).toMatchObject({ failed: 2 });
  expect(run.all("Pod")).toHaveLength(2);
});
