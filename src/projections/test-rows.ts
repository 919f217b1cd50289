import type { ClusterFact } from "./sentences.ts";
import type { CausedEvent } from "./why.ts";

const watchError: ClusterFact = {
  type: "watch.event",
  watch: 7,
  event: "ERROR",
  key: "",
  rv: "",
  initialEventsEnd: false,
  code: 410,
  reason: "Expired",
};
const started: ClusterFact = {
  type: "reconcile.start",
  id: "0e6f1c52-77aa-4d1b-9a3c-5c1f0b7d2e94",
  reconcile: 7,
  key: "demo/web",
  worker: 1,
  attempt: 7,
  failures: 0,
};
const read: ClusterFact = {
  type: "reconcile.read",
  uid: "",
  reconcile: 7,
  key: "demo/web",
  kind: "Pod",
  count: 4,
  rv: "612",
  behind: 3,
};
const objects = ["demo/web-4kq7z@598", "demo/web-c2xvn@744", "demo/web-hb8wr@612", "demo/web-zl5jf@871"];
const listResponse: ClusterFact = { type: "list.response", n: 9, rv: "900", objects, continue: "" };
const transition: ClusterFact = {
  type: "machine.transition",
  machine: "reflector",
  event: "listAnswered",
  from: "listing.mostRecent",
  to: "replacing",
  guard: "",
};
const enqueued: ClusterFact = {
  type: "fifo.enqueue",
  delta: "ReplacedAll",
  key: "",
  rv: "900",
  tombstone: false,
  count: 4,
};

/**
 * Events around the moment of `testFrame`, for tests: a Pod is deleted while the watch is cut, a reconcile reads the old
 * store, and the relist is answered at last. `seq`, `step`, time in µs, actor, cause, fact.
 */
export const testRows: readonly CausedEvent[] = [
  row(414, 270, 5_204_000, "user", undefined, { type: "fault.start", fault: "cutLink", target: "a ↔ web", detail: "" }),
  row(415, 271, 6_900_000, "etcd", undefined, commit(655, "delete", "Pod", "demo/web-9mmtd", "")),
  row(416, 272, 6_905_000, "server/a/cache/Pod", 415, applied(655, "delete", "demo/web-9mmtd")),
  row(417, 273, 8_200_000, "etcd", undefined, commit(744, "update", "Pod", "demo/web-c2xvn", "Ready False → True")),
  row(418, 274, 9_266_000, "web/Pod/reflector", 414, watchError),
  row(419, 274, 9_266_000, "web/Pod/reflector", 418, {
    type: "backoff",
    purpose: "loop",
    base: 3_200_000,
    delay: 3_574_000,
  }),
  row(420, 275, 12_832_000, "web/worker/1", undefined, started),
  row(421, 276, 12_833_000, "web/worker/1", 420, read),
  row(422, 280, 12_838_000, "web/Pod/reflector", 419, listRequest(8, "612")),
  row(423, 282, 12_840_000, "server/a", 422, { type: "fault.hit", fault: "answer", target: "LIST Pod", detail: "410" }),
  row(424, 284, 12_840_000, "web/Pod/reflector", 423, {
    type: "list.failed",
    n: 8,
    code: 410,
    reason: "Expired",
    message: "",
  }),
  row(425, 284, 12_840_000, "web/Pod/reflector", 424, listRequest(9, "")),
  row(426, 288, 12_842_000, "web/Pod/reflector", 425, listResponse),
  row(427, 288, 12_842_000, "web/Pod/reflector", 426, transition),
  row(428, 288, 12_842_000, "web/Pod/reflector", 427, enqueued),
];

function row(
  seq: number,
  step: number,
  at: number,
  actor: string,
  cause: number | undefined,
  fact: ClusterFact,
): CausedEvent {
  return { seq, step, at, actor, cause, fact };
}

function commit(
  revision: number,
  verb: "create" | "update" | "delete",
  kind: string,
  key: string,
  change: string,
): ClusterFact {
  return { type: "etcd.commit", revision, verb, kind, key, change };
}

function applied(revision: number, verb: "create" | "update" | "delete", key: string): ClusterFact {
  return { type: "cache.apply", kind: "Pod", revision, verb, key, watchers: 1, oldest: 556 };
}

function listRequest(n: number, resourceVersion: string): ClusterFact {
  return { type: "list.request", n, resourceVersion, limit: 0, continue: "" };
}
