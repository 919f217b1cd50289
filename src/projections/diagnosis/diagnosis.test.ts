// Goal: read-outs print what the real tools print. Method: the formats of klog, audit.k8s.io/v1, kubectl and Prometheus, with texts from upstream.
import { expect, test } from "vitest";
import { micros, seconds } from "../../base/time.ts";
import type { AuditEntry } from "../../simulation/cluster/audit.ts";
import { withObservation } from "../../simulation/cluster/etcd-latency.ts";
import type { ControllerSpec } from "../../simulation/cluster/plan.ts";
import { kindRegistry } from "../../simulation/kubernetes/kind-registry.ts";
import type { ClusterFact } from "../sentences.ts";
import { testFrame } from "../test-frame.ts";
import { auditLines } from "./audit-lines.ts";
import { humanDuration, table } from "./console.ts";
import { controllerLog } from "./controller-log.ts";
import { etcdMetrics } from "./etcd-metrics.ts";
import { knativeLog } from "./knative-log.ts";
import { permissions } from "./permissions.ts";
import { podsTable } from "./pods-table.ts";

const kinds = kindRegistry([
  { kind: "Trigger", group: "eventing.knative.dev", plural: "triggers", statusSubresource: true },
]);
const watch = {
  namespace: undefined,
  owner: undefined,
  selector: "",
  predicates: [],
  resync: micros(0),
  handlerTakes: undefined,
  handlers: [],
} as const;
const spec: ControllerSpec = {
  name: "web",
  reconciler: "Database",
  serviceAccount: undefined,
  workers: 2,
  queue: undefined,
  lease: undefined,
  handlersJoin: "afterSync",
  cacheSyncTimeout: undefined,
  gracefulShutdownTimeout: undefined,
  watches: [{ kind: "Trigger", ...watch }],
  clientQps: 0,
  clientBurst: 30,
  options: {},
};
const forbidden = 'triggers.eventing.knative.dev is forbidden: User "u" cannot list resource "triggers"';

test("a start whose caches did not sync in time is logged with the error that its manager returns", () => {
  const fact = { type: "process.syncTimedOut", process: "web", kind: "Trigger", waited: 120_000_000 } as const;
  const [line] = controllerLog([{ at: 120_000_000, actor: "web", fact }], spec, kinds);
  // `cr:pkg/internal/controller/controller.go:startEventSourcesAndQueueLocked, pkg/internal/source/kind.go:WaitForSync @v0.24.1`
  expect(line).toContain(
    'E0101 00:02:00.000000       1 controller.go:382] "Could not wait for Cache to sync" err="failed to wait for trigger caches to sync kind source: *v1.Trigger: timed out waiting for cache to be synced for kind source: *v1.Trigger"',
  );
});

test("the log has klog's header and upstream's texts, and says nothing of a run that succeeds", () => {
  const ended = { reconcile: 3, key: "demo/hello", row: "1b", took: 900 } as const;
  const lines = controllerLog(
    [
      { at: 3_010_900, actor: "web", fact: { type: "process.workersStart", process: "web", workers: 2 } },
      {
        at: 3_020_000,
        actor: "web/Trigger/reflector",
        fact: { type: "errorHandler.call", stage: "list", code: 403, reason: "Forbidden", message: forbidden },
      },
      {
        at: 3_030_000,
        actor: "web/worker/1",
        fact: {
          type: "reconcile.start",
          reconcile: 3,
          id: "7c3b",
          key: "demo/hello",
          worker: 1,
          attempt: 1,
          failures: 0,
        },
      },
      {
        at: 3_040_000,
        actor: "web/worker/1",
        fact: { type: "reconcile.end", ...ended, outcome: "error", message: "no" },
      },
      { at: 3_050_000, actor: "web/worker/1", fact: { type: "reconcile.end", ...ended, outcome: "ok", message: "" } },
      {
        at: 3_060_000,
        actor: "other/worker/1",
        fact: { type: "reconcile.end", ...ended, outcome: "error", message: "no" },
      },
    ],
    spec,
    kinds,
  );
  expect(lines).toEqual([
    'I0101 00:00:03.010900       1 controller.go:302] "Starting Controller" controller="trigger" controllerGroup="eventing.knative.dev" controllerKind="Trigger"',
    'I0101 00:00:03.010900       1 controller.go:305] "Starting workers" controller="trigger" controllerGroup="eventing.knative.dev" controllerKind="Trigger" "worker count"=2',
    `E0101 00:00:03.020000       1 reflector.go:227] "Failed to watch" err="failed to list *v1.Trigger: ${forbidden.replaceAll('"', '\\"')}" logger="UnhandledError" reflector="pkg/mod/sigs.k8s.io/controller-runtime@v0.24.1/pkg/cache/internal/informers.go:128" type="*v1.Trigger"`,
    'E0101 00:00:03.040000       1 controller.go:494] "Reconciler error" err="no" controller="trigger" controllerGroup="eventing.knative.dev" controllerKind="Trigger" Trigger="demo/hello" namespace="demo" name="hello" reconcileID="7c3b"',
  ]);
});

test("the end of a stream is logged only when it is out of the ordinary", () => {
  const actor = "web/Trigger/reflector";
  const returned = { type: "listAndWatch.return", stage: "", code: 0, reason: "", message: "" } as const;
  const error = { type: "watch.event", watch: 1, event: "ERROR", key: "", rv: "", initialEventsEnd: false } as const;
  const lines = controllerLog(
    [
      { at: 0, actor, fact: { type: "watch.closed", watch: 1 } },
      {
        at: 1,
        actor,
        fact: { type: "watch.request", n: 2, resourceVersion: "5", timeoutSeconds: 300, sendInitialEvents: false },
      },
      {
        at: 2,
        actor: "server/a/watch/web/Trigger",
        fact: {
          type: "stream.error",
          stream: 1,
          client: "web",
          kind: "Trigger",
          code: 410,
          reason: "Expired",
          message: "too old resource version: 5 (9)",
        },
      },
      { at: 3, actor, fact: { ...error, code: 410, reason: "Expired" } },
      { at: 3, actor, fact: returned },
      { at: 4, actor, fact: { ...error, code: 429, reason: "" } },
      { at: 5, actor, fact: { type: "watch.closed", watch: 3 } },
      { at: 5, actor, fact: returned },
    ],
    spec,
    kinds,
  );
  expect(lines.map((line) => line.slice(30).replace(/reflector="[^"]*" /, ""))).toEqual([
    'reflector.go:664] "Warning: watch ended with error" type="*v1.Trigger" err="too old resource version: 5 (9)"',
    'reflector.go:653] "Watch returned 429 - backing off" type="*v1.Trigger"',
    expect.stringContaining("Unexpected watch close - watch lasted less than a second and no items received"),
  ]);
});

const started = (key: string) =>
  ({ type: "reconcile.start", reconcile: 3, id: "7c3b", key, worker: 1, attempt: 1, failures: 0 }) as const;
const answer = (code: number) =>
  ({
    type: "client.response",
    request: 8,
    verb: "update",
    kind: "Trigger",
    key: "demo/hello",
    code,
    reason: "",
    took: 4_000,
  }) as const;
const ending = (outcome: "ok" | "error", message: string) =>
  ({ type: "reconcile.end", reconcile: 3, key: "demo/hello", row: "1b", took: 4_300, outcome, message }) as const;

/** `kp:controller/controller.go @6300c57a`, `ke:pkg/client/injection/reconciler/eventing/v1/trigger/reconciler.go @8cf4c4b6`. */
function knativeLines(...facts: readonly ClusterFact[]) {
  const events = facts.map((fact) => ({ at: 5_012_345, actor: "web/worker/1", fact }));
  const lines = knativeLog(events, { ...spec, reconciler: "KnativeTrigger" }, kinds, "web-1");
  return lines.map((line): unknown => JSON.parse(line));
}

test("Knative logs zap's JSON, and says of each run that it succeeded", () => {
  expect(knativeLines(started("demo/hello"), answer(200), ending("ok", ""))).toEqual([
    {
      level: "info",
      ts: "2026-01-01T00:00:05.012Z",
      logger: "mt-broker-controller",
      caller: "controller/controller.go:530",
      msg: "Reconcile succeeded",
      commit: "8cf4c4b673034020f5ecab731fb6a2a7f9350244",
      "knative.dev/pod": "web-1",
      "knative.dev/controller": "knative.dev.eventing.pkg.reconciler.broker.trigger.Reconciler",
      "knative.dev/kind": "eventing.knative.dev.Trigger",
      "knative.dev/traceid": "7c3b",
      "knative.dev/key": "demo/hello",
      duration: 0.0043,
    },
  ]);
});

test("a status that was refused is a warning; what follows from a conflict Knative keeps to itself, and from a 403 not", () => {
  const conflict = "Operation cannot be fulfilled on triggers: the object has been modified; please apply your changes";
  expect(knativeLines(started("demo/hello"), answer(409), ending("error", conflict))).toMatchObject([
    { level: "warn", caller: "trigger/reconciler.go:295", msg: "Failed to update resource status", error: conflict },
  ]);
  expect(knativeLines(started("demo/hello"), answer(403), ending("error", forbidden))).toMatchObject([
    { level: "warn", msg: "Failed to update resource status", targetMethod: "ReconcileKind" },
    { level: "error", caller: "controller/controller.go:557", msg: "Reconcile error", error: forbidden },
  ]);
});

test("an error of the reconciler itself is told twice, and the request of another key is not its status", () => {
  expect(knativeLines(started("demo/other"), answer(409), ending("error", "no broker"))).toMatchObject([
    { level: "error", caller: "trigger/reconciler.go:323", msg: "Returned an error" },
    { level: "error", msg: "Reconcile error", error: "no broker" },
  ]);
});

test("client-go logs through Knative's logger, and at verbosity 0 it says nothing of a cache that was populated", () => {
  const facts: readonly ClusterFact[] = [
    { type: "synced", who: "informer" },
    { type: "errorHandler.call", stage: "list", code: 403, reason: "Forbidden", message: forbidden },
  ];
  const lines = knativeLog(
    facts.map((fact) => ({ at: 0, actor: "web/Trigger/reflector", fact })),
    { ...spec, reconciler: "KnativeTrigger" },
    kinds,
    "web-1",
  );
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    {
      level: "error",
      logger: "mt-broker-controller.UnhandledError",
      caller: "cache/reflector.go:227",
      msg: "Failed to watch",
      type: "*v1.Trigger",
      error: `failed to list *v1.Trigger: ${forbidden}`,
    },
  ]);
});

const entry: AuditEntry = {
  id: 4,
  server: "a",
  stage: "ResponseComplete",
  verb: "update",
  kind: "Trigger",
  namespace: "demo",
  name: "hello",
  subresource: "status",
  query: "",
  user: "system:serviceaccount:knative-eventing:mt-broker-controller",
  client: "mt-broker-controller",
  code: 403,
  reason: "Forbidden",
  message: 'triggers.eventing.knative.dev "hello" is forbidden: User "u" cannot update resource "triggers/status"',
  receivedAt: micros(2_500_000),
  at: micros(2_500_100),
};

test("an audit line is an audit.k8s.io/v1 Event at the level Metadata", () => {
  const [line = ""] = auditLines([entry], kinds);
  expect(JSON.parse(line)).toMatchObject({
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: "Metadata",
    stage: "ResponseComplete",
    requestURI: "/apis/eventing.knative.dev/v1/namespaces/demo/triggers/hello/status",
    verb: "update",
    user: {
      username: entry.user,
      groups: ["system:serviceaccounts", "system:serviceaccounts:knative-eventing", "system:authenticated"],
    },
    objectRef: {
      resource: "triggers",
      namespace: "demo",
      name: "hello",
      apiGroup: "eventing.knative.dev",
      apiVersion: "v1",
      subresource: "status",
    },
    responseStatus: { status: "Failure", reason: "Forbidden", code: 403 },
    requestReceivedTimestamp: "2026-01-01T00:00:02.500000Z",
    stageTimestamp: "2026-01-01T00:00:02.500100Z",
    annotations: { "authorization.k8s.io/decision": "forbid" },
  });
});

test("an audit line of a request whose sender nobody knows has neither a user nor a decision of RBAC", () => {
  const refused = { stage: "ResponseStarted", user: "", code: 401, reason: "", message: "no" } as const;
  const [line = ""] = auditLines([{ ...entry, ...refused }], kinds);
  expect(JSON.parse(line)).toMatchObject({ user: {}, responseStatus: { metadata: {}, message: "no", code: 401 } });
  expect(JSON.parse(line)).not.toHaveProperty("annotations");
});

test("a watch's URI carries its parameters; all stages of a request have one auditID; nothing is answered yet when it was received", () => {
  const watching = {
    ...entry,
    verb: "watch",
    name: "",
    subresource: "",
    query: "resourceVersion=5&watch=true",
  } as const;
  const lines = auditLines(
    [
      { ...watching, stage: "RequestReceived", code: 0, reason: "", message: "" },
      { ...watching, stage: "ResponseStarted", code: 200, reason: "", message: "" },
    ],
    kinds,
  ).map((line) => JSON.parse(line));
  expect(lines.map(({ requestURI }) => requestURI)).toEqual(
    Array(2).fill("/apis/eventing.knative.dev/v1/namespaces/demo/triggers?resourceVersion=5&watch=true"),
  );
  expect(lines[0].auditID).toBe(lines[1].auditID);
  expect(lines.map(({ responseStatus }) => responseStatus?.code)).toEqual([undefined, 200]);
});

test("kubectl's columns: three spaces behind the widest entry, ages as HumanDuration writes them", () => {
  expect(
    table([
      ["NAME", "READY"],
      ["web-1", "1/1"],
    ]),
  ).toEqual(["NAME    READY", "web-1   1/1"]);
  expect([5, 119, 120, 270, 600, 11_000].map((age) => humanDuration(seconds(age)))).toEqual([
    "5s",
    "119s",
    "2m",
    "4m30s",
    "10m",
    "3h3m",
  ]);
});

test("a process that crashed shows as a pod in CrashLoopBackOff, with its restarts", () => {
  const [web] = testFrame.processes;
  if (web === undefined) throw new Error("the test frame has a process");
  const crashed = { ...testFrame, truth: [], processes: [{ ...web, state: "crashed" as const, runs: 4 }] };
  const [header, row = ""] = podsTable(crashed).lines;
  expect(header).toMatch(/^NAMESPACE +NAME +READY +STATUS +RESTARTS +AGE$/);
  expect(row).toMatch(/^kube-system +web-[a-z0-9]{9}-[a-z0-9]{5} +0\/1 +CrashLoopBackOff +3 +\d+/);
});

test("can-i leaves out the verbs that RBAC refuses, for the kind and its status", () => {
  const denied = [{ process: "web", verb: "update", kind: "Trigger" }];
  expect(permissions({ ...testFrame, denied }, spec, { controllers: [spec], kinds })).toEqual({
    command: "kubectl auth can-i --list --as=system:serviceaccount:kube-system:web",
    lines: [
      "Resources                              Non-Resource URLs   Resource Names   Verbs",
      "triggers.eventing.knative.dev          []                  []               [get list watch create patch delete]",
      "triggers.eventing.knative.dev/status   []                  []               [get patch]",
    ],
  });
});

test("etcd's latency is a Prometheus histogram with cumulative buckets", () => {
  const figures = withObservation(
    withObservation([], "update", "Trigger", micros(1_000)),
    "update",
    "Trigger",
    seconds(4),
  );
  const labels = 'group="eventing.knative.dev",operation="update",resource="triggers"';
  expect(etcdMetrics(figures, kinds).lines).toEqual([
    `etcd_request_duration_seconds_bucket{${labels},le="0.005"} 1`,
    `etcd_request_duration_seconds_bucket{${labels},le="0.1"} 1`,
    `etcd_request_duration_seconds_bucket{${labels},le="1"} 1`,
    `etcd_request_duration_seconds_bucket{${labels},le="5"} 2`,
    `etcd_request_duration_seconds_bucket{${labels},le="+Inf"} 2`,
    `etcd_request_duration_seconds_sum{${labels}} 4.001`,
    `etcd_request_duration_seconds_count{${labels}} 2`,
  ]);
});
