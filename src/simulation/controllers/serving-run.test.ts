import { expect, test } from "vitest";
import { type Micros, seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import type { DraftObject, JsonObject, KubeObject } from "../kubernetes/object.ts";
import { jsonAt } from "../kubernetes/object.ts";
import { conditionNamed, conditionsOf } from "./knative-conditions.ts";
import { KNATIVE_SERVICE, SERVING, servingKinds } from "./serving-kinds.ts";
import { existing, patchAt, runSmallPlan, type SmallPlan } from "./small-plan.ts";

// apiserver F.3 and its table of drifts.
const hello: DraftObject = {
  apiVersion: SERVING,
  kind: "Service",
  metadata: { name: "hello", namespace: "demo" },
  spec: { template: { spec: { containers: [{ name: "user-container", image: "hello:1" }] } } },
};
const containers = (image: string) => [{ name: "user-container", image }];

function controllers(revision: JsonObject = {}) {
  return [
    { reconciler: "KnativeService", watches: [KNATIVE_SERVICE, "Configuration", "Route", "Revision"] },
    { reconciler: "KnativeConfiguration", watches: ["Configuration", "Revision"] },
    { reconciler: "KnativeRevision", watches: ["Revision", "Deployment", "PodAutoscaler"], options: revision },
    { reconciler: "KnativeRoute", watches: ["Route", "Configuration", "Revision", "Ingress"] },
    { reconciler: "KnativePodAutoscaler", watches: ["PodAutoscaler", "Deployment"] },
    { reconciler: "KnativeIngress", watches: ["Ingress"] },
    { reconciler: "Deployment", watches: ["Deployment", "ReplicaSet", "Pod"] },
    { reconciler: "ReplicaSet", watches: ["ReplicaSet", "Pod"] },
  ];
}

function run(script: SmallPlan["script"] = [], options: { revision?: JsonObject; until?: Micros } = {}) {
  const { revision, until = seconds(14) } = options;
  return runSmallPlan({ controllers: controllers(revision), crds: servingKinds, given: [hello], script, until });
}

const ready = (object: KubeObject) => conditionNamed(conditionsOf(object.status), "Ready")?.status;
const imageOf = (object: KubeObject) => jsonAt(object.spec, "template", "spec", "containers");

function at(time: Micros, action: Action) {
  return { at: time, action };
}

test("a Service becomes Ready with a Configuration, a Revision, a Deployment, a Route and an Ingress", () => {
  const result = run();
  expect(existing(result, KNATIVE_SERVICE, "hello").status).toMatchObject({
    observedGeneration: 1,
    latestCreatedRevisionName: "hello-00001",
    latestReadyRevisionName: "hello-00001",
    url: "http://hello.demo.example.com",
    traffic: [{ revisionName: "hello-00001", percent: 100, latestRevision: true }],
  });
  for (const [kind, name] of [
    [KNATIVE_SERVICE, "hello"],
    ["Configuration", "hello"],
    ["Revision", "hello-00001"],
    ["PodAutoscaler", "hello-00001"],
    ["Route", "hello"],
    ["Ingress", "hello"],
  ] as const) {
    expect({ kind, ready: ready(existing(result, kind, name)) }).toEqual({ kind, ready: "True" });
  }
  expect(result.violations).toEqual([]);
});

test("a new image makes one further Revision, and traffic moves when that is ready", () => {
  const edit = patchAt(seconds(8), KNATIVE_SERVICE, "hello", {
    spec: { template: { spec: { containers: containers("hello:2") } } },
  });
  const result = run([edit]);
  expect(result.all("Revision").map(({ metadata }) => metadata.name)).toEqual(["hello-00001", "hello-00002"]);
  expect(existing(result, KNATIVE_SERVICE, "hello").status).toMatchObject({
    observedGeneration: 2,
    traffic: [{ revisionName: "hello-00002", percent: 100 }],
  });
});

const edited = patchAt(seconds(8), "Deployment", "hello-00001-deployment", {
  spec: { template: { spec: { containers: containers("evil:1") } } },
});

test("an image edited in the Deployment stays since 1.22, and is written back at its event up to 1.21", () => {
  const since = run([edited]);
  expect(imageOf(existing(since, "Deployment", "hello-00001-deployment"))).toEqual(containers("evil:1"));
  const before = run([edited], { revision: { deploymentCompare: "spec" } });
  const deployment = existing(before, "Deployment", "hello-00001-deployment");
  expect(JSON.stringify(imageOf(deployment))).toContain("hello:1");
  const [edit, repair] = before.events.filter(
    ({ at: time, fact }) => time >= seconds(8) && fact.type === "etcd.commit" && fact.kind === "Deployment",
  );
  expect((repair?.at ?? 0) - (edit?.at ?? 0)).toBeLessThan(seconds(0.1));
});

test("the hash label edited away makes the Revision write the Deployment, in either version", () => {
  const label = patchAt(seconds(10), "Deployment", "hello-00001-deployment", {
    metadata: { labels: { "serving.knative.dev/deployment-hash": "x" } },
  });
  const deployment = existing(run([edited, label]), "Deployment", "hello-00001-deployment");
  expect(JSON.stringify(imageOf(deployment))).toContain("hello:1");
});

test("a deleted Deployment is made again at its event", () => {
  const action: Action = {
    type: "delete",
    target: { kind: "Deployment", namespace: "demo", name: "hello-00001-deployment" },
  };
  const result = run([at(seconds(8), action)]);
  expect(existing(result, "Deployment", "hello-00001-deployment").metadata.creationTimestamp).toBe(
    "2026-01-01T00:00:08Z",
  );
});

test("edited replicas are undone by the autoscaler at its next tick of two seconds", () => {
  const result = run([patchAt(seconds(8.5), "Deployment", "hello-00001-deployment", { spec: { replicas: 3 } })]);
  expect(existing(result, "Deployment", "hello-00001-deployment").spec?.replicas).toBe(1);
  const patch = result.events.find(
    ({ fact }) => fact.type === "client.request" && fact.verb === "patch" && fact.kind === "Deployment",
  );
  expect(patch?.at).toBeGreaterThanOrEqual(seconds(10));
  expect(patch?.at).toBeLessThan(seconds(10.2));
});

// ks:reconciler/route/resources/ingress.go:makeBaseIngressPath: a split names a revision and its share, not how it was chosen.
test("an Ingress splits by revisions: a Route that names the latest one instead of following it leaves the Ingress as it is", () => {
  const pin = { spec: { traffic: [{ revisionName: "hello-00001", percent: 100 }] } };
  const result = run([patchAt(seconds(8), "Route", "hello", pin)]);
  expect(jsonAt(existing(result, "Ingress", "hello").spec, "rules")).toEqual([
    {
      hosts: ["hello.demo.example.com", "hello.demo.svc.cluster.local"],
      http: {
        paths: [
          {
            splits: [
              {
                serviceNamespace: "demo",
                serviceName: "hello-00001",
                servicePort: 80,
                percent: 100,
                appendHeaders: {
                  "Knative-Serving-Namespace": "demo",
                  "Knative-Serving-Revision": "hello-00001",
                },
              },
            ],
          },
        ],
      },
    },
  ]);
  expect(existing(result, "Ingress", "hello").metadata.generation).toBe(1);
  expect(existing(result, "Route", "hello").metadata.generation).toBe(3);
});

test("traffic edited in the Route is written back by the Service", () => {
  const edit = patchAt(seconds(8), "Route", "hello", {
    spec: { traffic: [{ revisionName: "hello-00001", percent: 100 }] },
  });
  const result = run([edit]);
  expect(existing(result, "Route", "hello").spec).toEqual({
    traffic: [{ configurationName: "hello", latestRevision: true, percent: 100 }],
  });
});

test("a Configuration edited behind the Service's back costs Revisions: one for the edit, one for the repair", () => {
  const edit = patchAt(seconds(8), "Configuration", "hello", {
    spec: { template: { spec: { containers: containers("evil:1") } } },
  });
  const result = run([edit]);
  const revisions = result.all("Revision").map(({ metadata }) => metadata.name);
  expect(revisions.at(-1)).toBe("hello-00003");
  expect(imageOf(existing(result, "Configuration", "hello"))).toEqual(containers("hello:1"));
});

test("a deleted Revision of the present generation is made again under its name", () => {
  const action: Action = { type: "delete", target: { kind: "Revision", namespace: "demo", name: "hello-00001" } };
  const result = run([at(seconds(8), action)]);
  expect(existing(result, "Revision", "hello-00001").metadata.creationTimestamp).toBe("2026-01-01T00:00:08Z");
});

test("a ConfigMap that nobody watches changes nothing", () => {
  const config: DraftObject = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "settings", namespace: "demo" },
    data: { a: "1" },
  };
  const result = run([at(seconds(8), { type: "create", object: config })]);
  expect(result.events.filter(({ at: time, fact }) => time >= seconds(8) && fact.type === "reconcile.start")).toEqual(
    [],
  );
});

test("while the digests are resolved the Revision waits without an error and is woken by the resolver", () => {
  const result = run([], { revision: { digestMs: 1_500 } });
  const waits = result.facts("reconcile.note").filter(({ text }) => text.startsWith("the digests"));
  expect(waits).toHaveLength(1);
  expect(ready(existing(result, "Revision", "hello-00001"))).toBe("True");
  expect(result.facts("reconcile.end").filter(({ row, key }) => row === "1b" && key === "demo/hello-00001")).toEqual(
    [],
  );
});
