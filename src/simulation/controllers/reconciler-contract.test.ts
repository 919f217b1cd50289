import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../base/time.ts";
import type { ReconcilerKind, Run } from "../cluster/reconciler.ts";
import type { DraftObject } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { enqueueKey, getCached, write } from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";
import { reconcilers } from "./reconcilers.ts";
import { runSmallPlan } from "./small-plan.ts";

// What a run may ask for on the real engine, beside what the ReplicaSet controller uses.
const settings: DraftObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "demo" },
};
const key = objectKey("demo", "settings");

function probe(reconcile: ReconcilerKind["reconcile"]): Readonly<Record<string, ReconcilerKind>> {
  return {
    Probe: {
      name: "Probe",
      primary: "ConfigMap",
      watches: ["ConfigMap"],
      options: {},
      memory: null,
      handle: ({ notification, memory }) => ({ memory, enqueue: enqueueObject(notification) }),
      reconcile,
    },
  };
}

const controllers = [{ reconciler: "Probe", watches: ["ConfigMap"] }];

// kube-controller-manager's and Knative's controllers are made on client-go's queue, whatever controller-runtime's default is.
test("built-in and Knative controllers have client-go's queue in every generation; a scenario may say otherwise", () => {
  const made = Object.values(reconcilers).filter(({ queue }) => queue === "classic");
  expect(made.map(({ name }) => name.replace(/^Knative.*/, "Knative*")).sort()).toEqual(
    expect.arrayContaining(["Deployment", "GarbageCollector", "Job", "Knative*"]),
  );
  const queueOf = (name: string, queue?: "priority") => {
    const watches = reconcilers[name]?.watches ?? [];
    const controllers = [{ reconciler: name, watches, ...(queue === undefined ? {} : { queue }) }];
    const { processes } = runSmallPlan({ controllers, given: [], until: seconds(1) }).world.shared;
    return Object.values(processes)[0]?.loop.queue.type;
  };
  expect(queueOf("Job")).toBe("classic");
  expect(queueOf("Job", "priority")).toBe("priority");
  expect(queueOf("ReplicaSet")).toBe("priority");
});

test("a run can wake another key of its controller, at once or later", () => {
  const later = objectKey("demo", "later");
  const more = probe(function* (request): Run {
    if (request.key === key) yield* enqueueKey({ key: later, priority: 0, after: milliseconds(250) });
    return {};
  });
  const run = runSmallPlan({ controllers, more, given: [settings], until: seconds(2) });
  expect(run.facts("reconcile.start").map((fact) => fact.key)).toEqual([key, later]);
  const [first, second] = run.events.filter(({ fact }) => fact.type === "reconcile.start");
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(milliseconds(250));
});

test("a run that panics is tried again like one that fails", () => {
  const more = probe(function* (request): Run {
    yield* getCached("ConfigMap", request.key);
    return { panic: "index out of range" };
  });
  const run = runSmallPlan({ controllers, more, given: [settings], until: milliseconds(700) });
  const ends = run.facts("reconcile.end");
  expect(ends.length).toBeGreaterThan(2);
  expect(new Set(ends.map(({ outcome, row }) => `${outcome} ${row}`))).toEqual(new Set(["panic 1b"]));
  expect(ends[0]?.message).toContain("index out of range");
});

test("a run knows which kinds it can read from a store", () => {
  const known: (readonly string[])[] = [];
  const more = probe(function* ({ watched, key: asked }): Run {
    known.push(watched);
    yield* getCached("ConfigMap", asked);
    return {};
  });
  runSmallPlan({ controllers, more, given: [settings], until: seconds(1) });
  expect(known.at(-1)).toEqual(["ConfigMap"]);
});

test("a deletion can depend on the version that was read", () => {
  const codes: number[] = [];
  const more = probe(function* ({ key: asked }): Run {
    if (asked !== key) return {};
    const stale = yield* write({ type: "delete", kind: "ConfigMap", key, resourceVersion: "1" });
    codes.push(stale.type === "status" ? stale.status.code : 0);
    return {};
  });
  const run = runSmallPlan({ controllers, more, given: [settings], until: seconds(1) });
  expect(codes.at(-1)).toBe(409);
  expect(run.get("ConfigMap", "settings")).toBeDefined();
});

test("two groups may share a Kind: each object goes to its own", () => {
  const crds = [{ kind: "Service", group: "serving.example.com", plural: "services" }];
  const more = probe(function* ({ key: asked }): Run {
    const metadata = { name: "web", namespace: "demo" };
    if (asked === key)
      yield* write({ type: "create", object: { apiVersion: "serving.example.com/v1", kind: "Service", metadata } });
    return {};
  });
  const core: DraftObject = { apiVersion: "v1", kind: "Service", metadata: { name: "web", namespace: "demo" } };
  const run = runSmallPlan({ controllers, more, crds, given: [core, settings], until: seconds(1) });
  expect(run.get("Service", "web")?.apiVersion).toBe("v1");
  expect(run.get("Service.serving.example.com", "web")?.apiVersion).toBe("serving.example.com/v1");
});
