import type {
  ChartFrame,
  Frame,
  InformerFrame,
  KindFrame,
  ObjectFrame,
  ProcessFrame,
  QueueFrame,
  ServerFrame,
  WorkerFrame,
} from "../simulation/cluster/frame.ts";
import type { KubeObject } from "../simulation/kubernetes/object.ts";

/**
 * A moment that has everything in it, for tests of the projections: a watch was refused because its history is gone,
 * the relist was just answered, the store still believes in a deleted Pod, and a reconcile read from it.
 */
export const testFrame: Frame = {
  step: 288,
  at: 12_842_000,
  events: 433,
  etcd: {
    revision: 900,
    compacted: 780,
    commits: [
      commit(900, "create", "Pod", "batch/job-7", "created"),
      commit(893, "update", "ReplicaSet", "demo/web", "replicas 4→5"),
      commit(871, "create", "Pod", "demo/web-zl5jf", "created"),
      commit(744, "update", "Pod", "demo/web-c2xvn", "ready"),
      commit(655, "delete", "Pod", "demo/web-9mmtd", "deleted"),
    ],
    nextCompaction: 300_000_000,
  },
  servers: [serverA()],
  links: [{ process: "web", server: "a", state: "up", until: undefined }],
  processes: [webProcess()],
  truth: [podTruth(), replicaSetTruth()],
  nodes: [
    { name: "node-1", ready: true, pods: [{ key: "demo/web-4kq7z", phase: "Running" }] },
    { name: "node-2", ready: true, pods: [{ key: "demo/web-zl5jf", phase: "Pending" }] },
  ],
  systems: [],
  charts: [reflectorChart()],
  webhooks: [],
  faults: [{ id: 3, fault: "answer", target: "LIST Pod", since: 12_839_000, until: undefined }],
  next: [
    { choice: 0, at: 12_842_000, to: "web/Pod", message: "pop", detail: "ReplacedAll" },
    { choice: 1, at: 12_842_000, to: "web/Pod/reflector", message: "openWatch", detail: "WATCH 900" },
  ],
  denied: [],
  definitions: [],
  revokedTokens: [],
  violations: [],
};

/** The step before `testFrame`: the list is still on its way, the reflector still holds 612. */
export const frameBefore: Frame = {
  ...testFrame,
  step: 287,
  at: 12_842_000,
  events: 428,
  servers: testFrame.servers.map((server) => ({
    ...server,
    requests: server.requests.map((request) =>
      request.id === 41 ? { ...request, state: "returning", code: 0, answer: "" } : request,
    ),
  })),
  processes: testFrame.processes.map((process) => ({
    ...process,
    informers: process.informers.map((informer) =>
      informer.kind === "Pod"
        ? {
            ...informer,
            connection: "listAndWatch.listing.mostRecent",
            lastSyncRv: "612",
            unavailable: true,
            fifo: { ...informer.fifo, deltas: [] },
          }
        : informer,
    ),
  })),
  charts: [
    {
      ...reflectorChart(),
      value: { listAndWatch: { listing: "mostRecent" } },
      context: { lastSyncRv: "612", unavailable: true, backoffStep: 3 },
    },
  ],
};

function commit(
  revision: number,
  verb: "create" | "update" | "delete",
  kind: string,
  key: string,
  change: string,
): Frame["etcd"]["commits"][number] {
  return { revision, verb, kind, key, change };
}

function serverA(): ServerFrame {
  return {
    id: "a",
    state: "up",
    caches: [
      {
        kind: "Pod",
        rv: 900,
        listRv: 598,
        ring: Array.from({ length: 100 }, (_, index) => 801 + index),
        capacity: 100,
        oldest: 800,
        objects: [
          { key: "demo/web-4kq7z", rv: 598 },
          { key: "demo/web-c2xvn", rv: 744 },
          { key: "demo/web-hb8wr", rv: 612 },
          { key: "demo/web-zl5jf", rv: 871 },
        ],
      },
      {
        kind: "ReplicaSet",
        rv: 893,
        listRv: 598,
        ring: [604, 893],
        capacity: 100,
        oldest: 598,
        objects: [{ key: "demo/web", rv: 893 }],
      },
    ],
    levels: [],
    audit: [],
    etcdLatency: [],
    streams: [
      stream(7, "web", "Pod", "closed", 612, "410"),
      stream(2, "web", "ReplicaSet", "open", 893, ""),
      stream(3, "scheduler", "Pod", "open", 900, ""),
    ],
    requests: [
      request(42, "create", "Pod", "", "travelling", 0, "", 12_840_900),
      request(41, "list", "Pod", "", "done", 200, "rv 900", 12_840_000),
      { ...request(40, "list", "Pod", "612", "done", 410, "Expired", 12_838_000), fault: true },
    ],
  };
}

function stream(
  id: number,
  client: string,
  kind: string,
  state: ServerFrame["streams"][number]["state"],
  rv: number,
  closedBy: string,
): ServerFrame["streams"][number] {
  return {
    id,
    client,
    kind,
    state,
    rv,
    from: String(rv),
    closedBy,
    deadline: 400_000_000,
    queued: 0,
    sent: undefined,
    taken: undefined,
  };
}

function request(
  id: number,
  verb: string,
  kind: string,
  rv: string,
  state: ServerFrame["requests"][number]["state"],
  code: number,
  answer: string,
  sentAt: number,
): ServerFrame["requests"][number] {
  return { id, client: "web", verb, kind, name: "", rv, state, code, answer, fault: false, sentAt };
}

function webProcess(): ProcessFrame {
  return {
    name: "web",
    election: undefined,
    user: "system:serviceaccount:kube-system:web",
    runs: 1,
    state: "running",
    informers: [podInformer(), replicaSetInformer()],
    queue: webQueue(),
    workers: [
      worker(1, "demo/web", 7, "apply", [{ kind: "Pod", rv: "612", count: 4 }], ""),
      worker(2, "demo/api", 4, "end", [], "409 · 20 ms"),
    ],
    client: {
      inFlight: [{ id: 42, verb: "create", kind: "Pod", name: "", since: 12_840_900 }],
      tokens: 29,
      burst: 30,
    },
    expectations: [{ key: "demo/web", adds: 1, deletes: 0, since: 12_833_000 }],
  };
}

function podInformer(): InformerFrame {
  return {
    id: "web/Pod",
    kind: "Pod",
    namespace: "demo",
    selector: "",
    lifecycle: "Running",
    connection: "listAndWatch.replacing",
    lastSyncRv: "900",
    unavailable: false,
    hasSynced: true,
    isStopped: false,
    backoff: { step: 3, nextBase: 6_400_000, waiting: undefined, resetsAt: 120_000_000 },
    fifo: {
      kind: "RealFIFO atomic",
      deltas: [
        {
          type: "ReplacedAll",
          key: "",
          rv: "900",
          tombstone: false,
          objects: [
            { key: "demo/web-4kq7z", rv: "598" },
            { key: "demo/web-c2xvn", rv: "744" },
            { key: "demo/web-hb8wr", rv: "612" },
            { key: "demo/web-zl5jf", rv: "871" },
          ],
        },
      ],
      more: 0,
      synced: true,
    },
    store: {
      rv: "612",
      objects: [
        { key: "demo/web-4kq7z", rv: 598, uid: "u1", status: "Running" },
        { key: "demo/web-9mmtd", rv: 601, uid: "u2", status: "Running" },
        { key: "demo/web-c2xvn", rv: 603, uid: "u3", status: "Pending" },
        { key: "demo/web-hb8wr", rv: 612, uid: "u4", status: "Running" },
      ],
      more: 0,
      indices: [],
    },
    handlers: [
      { id: "owner", call: undefined, pending: 0, synced: true, calls: 9 },
      {
        id: "audit",
        call: { fn: "OnAdd", key: "demo/web-c2xvn", since: 12_002_000, until: 16_002_000 },
        pending: 1,
        synced: false,
        calls: 3,
      },
    ],
  };
}

function replicaSetInformer(): InformerFrame {
  return {
    id: "web/ReplicaSet",
    kind: "ReplicaSet",
    namespace: "",
    selector: "",
    lifecycle: "Running",
    connection: "listAndWatch.watching.streaming",
    lastSyncRv: "893",
    unavailable: false,
    hasSynced: true,
    isStopped: false,
    backoff: { step: 0, nextBase: 800_000, waiting: undefined, resetsAt: 120_000_000 },
    fifo: { kind: "RealFIFO atomic", deltas: [], more: 0, synced: true },
    store: { rv: "893", objects: [{ key: "demo/web", rv: 893, uid: "u9", status: "4/5" }], more: 0, indices: [] },
    handlers: [{ id: "object", call: undefined, pending: 0, synced: true, calls: 3 }],
  };
}

function webQueue(): QueueFrame {
  return {
    kind: "priority",
    length: 4,
    ready: [
      { key: "demo/web", priority: 0, locked: true },
      { key: "demo/jobs", priority: -100, locked: false },
    ],
    processing: [{ key: "demo/web", dirty: true, worker: 1 }],
    waiting: [
      { key: "demo/api", priority: 0, readyAt: 12_860_000, since: 12_840_000 },
      { key: "demo/cron", priority: -100, readyAt: 17_002_000, since: 7_002_000 },
    ],
    failures: [{ key: "demo/api", count: 3 }],
    shuttingDown: false,
  };
}

function worker(
  index: number,
  key: string,
  reconcile: number,
  phase: WorkerFrame["phase"],
  reads: WorkerFrame["reads"],
  outcome: string,
): WorkerFrame {
  return { index, state: "running", key, reconcile, phase, since: 12_832_000, reads, outcome };
}

function podTruth(): KindFrame {
  return {
    kind: "Pod",
    objects: [
      object("Pod", "demo/web-4kq7z", 598, "u1", "Running"),
      object("Pod", "demo/web-c2xvn", 744, "u3", "Running"),
      object("Pod", "demo/web-hb8wr", 612, "u4", "Running"),
      object("Pod", "demo/web-zl5jf", 871, "u5", "Pending"),
    ],
    more: 0,
  };
}

function replicaSetTruth(): KindFrame {
  return { kind: "ReplicaSet", objects: [object("ReplicaSet", "demo/web", 893, "u9", "4/5")], more: 0 };
}

function object(kind: string, key: string, rv: number, uid: string, status: string): ObjectFrame {
  const [namespace = "", name = ""] = key.split("/");
  const kube: KubeObject = {
    apiVersion: kind === "Pod" ? "v1" : "apps/v1",
    kind,
    metadata: { name, namespace, uid, resourceVersion: String(rv), creationTimestamp: "2024-01-01T00:00:00Z" },
    spec: kind === "Pod" ? { nodeName: "node-1" } : { replicas: 5 },
    status: { phase: status },
  };
  return { key, rv, uid, status, object: kube };
}

function reflectorChart(): ChartFrame {
  return {
    actor: "web/Pod/reflector",
    machine: "reflector",
    value: { listAndWatch: "replacing" },
    context: { lastSyncRv: "900", unavailable: false, backoffStep: 3 },
    visits: { "reflector.listAndWatch.replacing": 2 },
    last: [
      {
        source: "reflector.listAndWatch.listing.mostRecent",
        targets: ["reflector.listAndWatch.replacing"],
        event: "listed",
        guard: undefined,
      },
    ],
    lastSeq: 432,
    timers: [{ id: "backoffReset", due: 120_000_000 }],
  };
}
