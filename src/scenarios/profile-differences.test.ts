// Goal: every difference between the generations that the notes name can be seen by running one stock scenario in two of them. Method: each row
// of fidelity workqueue §1.5 and each point of the era switch of fidelity informer §7, with the scenario, the two settings, and the first
// event of the kind in question that differs. What is on either side follows from the notes and the script, not from a run.
import { expect, test } from "vitest";
import { micros } from "../base/time.ts";
import type { ClusterEvent } from "../simulation/cluster/cluster.ts";
import { frameOf } from "../simulation/cluster/frame-of.ts";
import { type EventMatcher, matches } from "../simulation/cluster/matcher.ts";
import { stockScenario } from "./catalog.ts";
import { runHeadless } from "./headless-run.ts";
import { type Overrides, planOf } from "./plan-of.ts";
import type { STOCK_IDS } from "./stock-ids.ts";

type Fields = Readonly<Record<string, unknown>>;

type Row = {
  /** What the notes say, in short. */
  readonly row: string;
  readonly scenario: (typeof STOCK_IDS)[number];
  readonly settings: readonly [Overrides, Overrides];
  /** The events in question, from this second on. */
  readonly about: EventMatcher;
  readonly from?: number;
  /** The first of them that differs, on either side; `at` in seconds. Undefined: there is none (any more). What is named is compared. */
  readonly first: readonly [Fields | undefined, Fields | undefined];
};

const CLASSIC = { profile: "classic" } as const;
const IN_ORDER = { profile: "in-order" } as const;
const CURRENT = { profile: "current" } as const;
/** The current queue, but filled by LIST and WATCH as before. */
const CURRENT_LISTING = { profile: "current", parts: { watchList: false } } as const;
const WORK_QUEUES = [IN_ORDER, CURRENT] as const;

const WORKQUEUE: readonly Row[] = [
  {
    row: "RequeueAfter pending, then an event: runs at the event and when it is due | only at the event",
    scenario: "queue-of-its-time",
    settings: WORK_QUEUES,
    about: { type: "reconcile.start", key: "demo/order" },
    from: 6,
    first: [{ at: 12.043 }, { at: 20.003 }],
  },
  {
    row: "event during a run that returns RequeueAfter: at Done and when it is due | only at Done",
    scenario: "queue-of-its-time",
    settings: WORK_QUEUES,
    about: { type: "reconcile.start", key: "demo/order" },
    from: 20,
    first: [{ at: 30.043 }, { at: 40.003 }],
  },
  {
    row: "event during a run that fails: at Done and after the back-off | only at Done",
    scenario: "queue-of-its-time",
    settings: WORK_QUEUES,
    about: { type: "reconcile.start", key: "demo/order" },
    from: 40,
    first: [{ at: 40.083 }, { at: 50.003 }],
  },
  {
    row: "event during a run that fails: the back-off runs | the back-off is swallowed, and the failure counts on both",
    scenario: "queue-of-its-time",
    settings: WORK_QUEUES,
    about: { type: "queue.delay*", key: "demo/order" },
    from: 40,
    first: [{ type: "queue.delayStarted" }, { type: "queue.delaySwallowed" }],
  },
  {
    row: "back-off pending, new event: runs now and at the back-off time | runs now, and the back-off is consumed",
    scenario: "queue-of-its-time",
    settings: WORK_QUEUES,
    about: { type: "reconcile.start", key: "demo/order" },
    from: 51.9,
    first: [{ at: 52.918 }, { at: 75.003 }],
  },
  {
    row: "shutdown with keys queued: they are processed | they are dropped",
    scenario: "queue-of-its-time",
    settings: WORK_QUEUES,
    about: { type: "queue.get" },
    from: 100,
    first: [{ key: "demo/other" }, undefined],
  },
  {
    row: "a key that is added again while it is processed: marked dirty | in the line at once",
    scenario: "queue-of-its-time",
    settings: WORK_QUEUES,
    about: { type: "queue.*", key: "demo/order" },
    from: 20.03,
    first: [{ type: "queue.markedDirty" }, { type: "queue.enqueued" }],
  },
  {
    row: "equal priorities: first in, first out | a key that waited keeps its counter, and overtakes",
    scenario: "queue-of-its-time",
    settings: WORK_QUEUES,
    about: { type: "queue.get" },
    from: 75.02,
    first: [{ key: "demo/other" }, { key: "demo/waits" }],
  },
  {
    row: "default limiter: per key and a shared bucket | per key only",
    scenario: "one-bucket-for-all",
    settings: WORK_QUEUES,
    about: { type: "queue.limited" },
    first: [
      { key: "demo/cow", failures: 5, delay: 124_550 },
      { key: "demo/cow", failures: 5, delay: 80_000 },
    ],
  },
];

const INFORMER: readonly Row[] = [
  {
    row: "Replace: one Replaced for each object | one ReplacedAll",
    scenario: "three-queues",
    settings: [IN_ORDER, CURRENT],
    about: { type: "fifo.enqueue" },
    first: [
      { delta: "Replaced", key: "demo/alpha" },
      { delta: "ReplacedAll", key: "" },
    ],
  },
  {
    row: "Pop: one key with all its deltas | a batch in the order of arrival, which ends where a key comes again",
    scenario: "three-queues",
    settings: [CLASSIC, IN_ORDER],
    about: { type: "fifo.pop", initial: false },
    first: [
      {
        deltas: ["Updated demo/alpha@593", "Updated demo/alpha@595", "Deleted demo/alpha@596", "Added demo/alpha@597"],
      },
      { deltas: ["Updated demo/alpha@593", "Updated demo/beta@594"] },
    ],
  },
  {
    row: "Resync: one Sync for each object | one SyncAll",
    scenario: "resync-asks-nobody",
    settings: [IN_ORDER, CURRENT_LISTING],
    about: { type: "fifo.enqueue", delta: "Sync*" },
    first: [{ delta: "Sync" }, { delta: "SyncAll" }],
  },
  {
    row: "the initial list: LIST 0 | a stream",
    scenario: "three-pods",
    settings: [IN_ORDER, CURRENT],
    about: { type: "*", actor: "web/ReplicaSet/reflector" },
    first: [
      { type: "list.request", resourceVersion: "0" },
      { type: "watch.request", sendInitialEvents: true },
    ],
  },
  {
    row: "a bookmark moves the reflector only | it becomes a delta as well",
    scenario: "quiet-kind-bookmarks",
    settings: [IN_ORDER, CURRENT_LISTING],
    about: { type: "fifo.*" },
    from: 60,
    first: [undefined, { type: "fifo.enqueue", delta: "Bookmark", rv: "650" }],
  },
  {
    row: "a bookmark leaves the version of the store | it moves it",
    scenario: "quiet-kind-bookmarks",
    settings: [IN_ORDER, CURRENT_LISTING],
    about: { type: "store.write" },
    from: 60,
    first: [undefined, { operation: "bookmark", rv: "650" }],
  },
  {
    row: "an empty list: synced inside Replace | synced after the empty ReplacedAll was popped",
    scenario: "three-pods",
    settings: [IN_ORDER, CURRENT_LISTING],
    about: { type: "fifo.*", actor: "web/Pod/process" },
    first: [{ type: "fifo.synced" }, { type: "fifo.pop" }],
  },
  {
    row: "a deletion of what nobody knows: ignored | queued",
    scenario: "three-queues",
    settings: [CLASSIC, IN_ORDER],
    about: { type: "*", key: "demo/gamma", actor: "web/*" },
    first: [{ type: "delta.ignored", reason: "unknownObject" }, { type: "fifo.enqueue" }],
  },
  {
    row: "a deletion of what nobody knows: nothing | OnDelete",
    scenario: "three-queues",
    settings: [CLASSIC, CURRENT],
    about: { type: "handler.call", key: "demo/gamma" },
    first: [undefined, { method: "OnDelete", tombstone: false }],
  },
  {
    row: "a relist: what it shows, then what it lacks | what it lacks, then what it shows",
    scenario: "three-queues",
    settings: [CLASSIC, IN_ORDER],
    about: { type: "handler.call" },
    from: 6,
    first: [
      { method: "OnUpdate", key: "demo/alpha" },
      { method: "OnDelete", key: "demo/beta" },
    ],
  },
  {
    row: "an outage of minutes: the waits stay at their longest | they begin anew two minutes after they last began",
    scenario: "long-outage",
    settings: [IN_ORDER, CURRENT],
    about: { type: "backoff" },
    first: [{ base: 30_000_000 }, { base: 800_000 }],
  },
];

/** What a run has of the events in question: the fields that the row names. */
async function seen({ scenario, about, from = 0, first }: Row, setting: Overrides): Promise<readonly Fields[]> {
  const trace: ClusterEvent[] = [];
  runHeadless(planOf(await stockScenario(scenario), setting), (events) => trace.push(...events));
  const names = [...new Set(first.flatMap((fields) => Object.keys(fields ?? {})))];
  return trace.flatMap((event) => {
    if (event.at < from * 1_000_000 || !matches(about, event) || /^(machine|timer)\./.test(event.fact.type)) return [];
    const fields: Fields = { ...event.fact, at: event.at / 1_000_000 };
    return [Object.fromEntries(names.map((name) => [name, fields[name]]))];
  });
}

test.each([...WORKQUEUE, ...INFORMER])("$row ($scenario)", async (row) => {
  const [one, other] = await Promise.all(row.settings.map((setting) => seen(row, setting)));
  const place = (one ?? []).findIndex((fields, index) => JSON.stringify(fields) !== JSON.stringify(other?.[index]));
  const index = place < 0 ? (one?.length ?? 0) : place;
  for (const [side, found] of [one?.[index], other?.[index]].entries()) {
    const wanted = row.first[side];
    if (wanted === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(wanted);
  }
});

test("Len while a key is added again during its run: not counted | counted (queue-of-its-time)", async () => {
  const lengths: number[] = [];
  for (const setting of WORK_QUEUES) {
    const plan = planOf(await stockScenario("queue-of-its-time"), setting);
    const { world } = runHeadless({ ...plan, until: micros(20_035_000) }, () => {});
    lengths.push(...frameOf(world).processes.flatMap(({ queue }) => queue?.length ?? []));
  }
  expect(lengths).toEqual([0, 1]);
});
