import { defined } from "../../../base/assert.ts";
import { type Micros, micros, milliseconds } from "../../../base/time.ts";
import { type DroppedRequests, noDroppedRequests, withDroppedRequest } from "./dropped-requests.ts";
import { ALL_SHARES, type Flow, handOf, type LevelName, PRIORITY_LEVELS } from "./flow-schema.ts";

/** How many requests an API server works on at a time, and the queues of its levels where they are not upstream's. */
export type FlowControlSettings = {
  /** Upstream: 400 that read and 200 that write, together (`--max-requests-inflight`, `--max-mutating-requests-inflight`). */
  readonly concurrency: number;
  /** Queues of each level; 0: nobody waits, what finds no seat is refused. Absent: upstream's. */
  readonly queues?: number;
  readonly handSize?: number;
  readonly queueLength?: number;
};

/** A request in a queue, and what virtual time it was when it came. */
type Waiting = { readonly call: number; readonly arrivedAt: number };

/** A request in a seat, and since when. */
type Seated = { readonly call: number; readonly since: Micros };

/** One queue: who waits, oldest first, who of it has a seat, and the virtual time at which its next request would be handed out. */
type Queue = { readonly waiting: readonly Waiting[]; readonly seated: readonly Seated[]; readonly next: number };

/** A priority level: its seats, and the queues in front of them. Virtual time is what each queue would have been served if all were served alike. */
export type Level = {
  readonly name: LevelName;
  readonly seats: number;
  readonly handSize: number;
  readonly queueLength: number;
  readonly queues: readonly Queue[];
  /** Requests with a seat where there are no queues. */
  readonly seatedWithoutQueue: readonly Seated[];
  readonly virtualTime: number;
  readonly syncedAt: Micros;
  /** The queue that was handed out from last; ties go to those after it. */
  readonly robin: number;
  readonly arrivals: number;
  readonly dropped: DroppedRequests;
  readonly refused: number;
};

/** Priority and fairness of one API server. */
export type FlowControl = { readonly [Name in LevelName]: Level };

/** Why a request was refused (`as:util/flowcontrol/metrics`: the reasons of apiserver_flowcontrol_rejected_requests_total). */
export type RejectReason = "queue-full" | "time-out" | "concurrency-limit";

/** Virtual time is counted in units of 10 ns, as upstream rounds it (`as:util/flowcontrol/request/seat_seconds.go:SeatsTimesDuration @v0.36.3`). */
function seatTime(seats: number, span: number): number {
  return Math.round(seats * span * 100);
}

/** How long a request is taken to be in its seat before it is known (`as:util/flowcontrol/fairqueuing/queueset/queueset.go:estimatedServiceDuration @v0.36.3`). */
const ESTIMATE: Micros = milliseconds(3);

/** The work of one request. */
const WORK = seatTime(1, ESTIMATE);

/** Levels with nobody in them. Each has its part of the concurrency, rounded up (`as:util/flowcontrol/apf_controller.go @v0.36.3`); levels do not borrow from one another here. */
export function newFlowControl(settings: FlowControlSettings): FlowControl {
  const levels = PRIORITY_LEVELS.map((defaults): readonly [LevelName, Level] => {
    const { name, shares } = defaults;
    const queues = settings.queues ?? defaults.queues;
    const level: Level = {
      name,
      seats: Math.ceil((settings.concurrency * shares) / ALL_SHARES),
      handSize: Math.min(settings.handSize ?? defaults.handSize, queues),
      queueLength: settings.queueLength ?? defaults.queueLength,
      queues: Array.from({ length: queues }, () => ({ waiting: [], seated: [], next: 0 })),
      seatedWithoutQueue: [],
      virtualTime: 0,
      syncedAt: micros(0),
      robin: 0,
      arrivals: 0,
      dropped: noDroppedRequests,
      refused: 0,
    };
    return [name, level];
  });
  return Object.fromEntries(levels) as FlowControl; // one entry for each name
}

/** How many requests have a seat. */
export function seatsInUse({ queues, seatedWithoutQueue }: Level): number {
  return queues.reduce((sum, { seated }) => sum + seated.length, seatedWithoutQueue.length);
}

/** How many requests wait. */
export function requestsWaiting({ queues }: Level): number {
  return queues.reduce((sum, { waiting }) => sum + waiting.length, 0);
}

/** What became of a request that came: it has its seat, waits in a queue behind others, or is refused. `seated` are all that got a seat now. */
export type Arrival = {
  readonly level: Level;
  readonly outcome:
    | { readonly type: "seated" }
    | { readonly type: "queued"; readonly queue: number; readonly ahead: number }
    | { readonly type: "refused"; readonly reason: RejectReason };
};

/**
 * A request comes (`queueset.go:StartRequest, shuffleShardAndRejectOrEnqueueLocked @v0.36.3`). Of the queues in its flow's hand it joins the shortest; when all seats are taken and that one is
 * full it is refused. Every request takes one seat here: upstream gives long lists and widely watched writes more.
 */
export function arriveAt(old: Level, flow: Flow, call: number, now: Micros): Arrival {
  const level = synced(old, now);
  const arrived: Level = { ...level, arrivals: level.arrivals + 1 };
  if (level.queues.length === 0) return arriveWithoutQueue(arrived, call, now);
  const index = shortestOfHand(level, flow);
  const queue = defined(arrived.queues[index], `queue ${index}`);
  if (seatsInUse(arrived) >= arrived.seats && queue.waiting.length >= arrived.queueLength)
    return refusal(arrived, "queue-full", now);
  const isIdle = queue.waiting.length === 0 && queue.seated.length === 0;
  const waiting = [...queue.waiting, { call, arrivedAt: arrived.virtualTime }];
  const joined = { ...queue, waiting, next: isIdle ? arrived.virtualTime : queue.next };
  const handedOut = handOut(withQueue(arrived, index, bounded(joined)), now);
  const isSeated = handedOut.seated.includes(call);
  const outcome = isSeated
    ? ({ type: "seated" } as const)
    : ({ type: "queued", queue: index, ahead: queue.waiting.length } as const);
  return { level: handedOut.level, outcome };
}

function arriveWithoutQueue(level: Level, call: number, now: Micros): Arrival {
  if (seatsInUse(level) >= level.seats) return refusal(level, "concurrency-limit", now);
  const seatedWithoutQueue = [...level.seatedWithoutQueue, { call, since: now }];
  return { level: { ...level, seatedWithoutQueue }, outcome: { type: "seated" } };
}

function refusal(level: Level, reason: RejectReason, now: Micros): Arrival {
  return { level: withRefusal(level, now), outcome: { type: "refused", reason } };
}

function withRefusal(level: Level, now: Micros): Level {
  return { ...level, refused: level.refused + 1, dropped: withDroppedRequest(level.dropped, now) };
}

/** A level after something ended, and who got a seat by that. */
export type Departure = { readonly level: Level; readonly seated: readonly number[] };

/** A request is through and leaves its seat to others (`queueset.go:finishRequestAndDispatchAsMuchAsPossible @v0.36.3`). */
export function leaveSeat(old: Level, call: number, now: Micros): Departure {
  const level = synced(old, now);
  const index = level.queues.findIndex(({ seated }) => seated.some((each) => each.call === call));
  const queue = level.queues[index];
  if (queue === undefined) {
    const seatedWithoutQueue = level.seatedWithoutQueue.filter((each) => each.call !== call);
    return { level: { ...level, seatedWithoutQueue }, seated: [] };
  }
  const own = queue.seated.find((each) => each.call === call);
  // What it took less than the estimate, the queue gets back.
  const next = queue.next - seatTime(1, ESTIMATE - (now - (own?.since ?? now)));
  const seated = queue.seated.filter((each) => each.call !== call);
  return handOut(withQueue(level, index, bounded({ ...queue, seated, next })), now);
}

/** A request that waited is refused, since its time is up, or nobody waits for it any more. Undefined if it does not wait. */
export function leaveQueue(old: Level, call: number, now: Micros): Level | undefined {
  const level = synced(old, now);
  const index = level.queues.findIndex(({ waiting }) => waiting.some((each) => each.call === call));
  const queue = level.queues[index];
  if (queue === undefined) return undefined;
  const waiting = queue.waiting.filter((each) => each.call !== call);
  return withRefusal(withQueue(level, index, bounded({ ...queue, waiting })), now);
}

/** Hands out seats as long as there are any: always to the queue whose next request would be through first in virtual time (`queueset.go:findDispatchQueueToBoundLocked`). */
function handOut(level: Level, now: Micros): Departure {
  let current = level;
  const seated: number[] = [];
  while (requestsWaiting(current) > 0 && seatsInUse(current) < current.seats) {
    const index = nextQueue(current);
    const queue = defined(current.queues[index], `queue ${index}`);
    const [first, ...others] = queue.waiting;
    const { call } = defined(first, `a request that waits in queue ${index}`);
    const taken = { waiting: others, seated: [...queue.seated, { call, since: now }], next: queue.next + WORK };
    current = { ...withQueue(current, index, bounded(taken)), robin: index };
    seated.push(call);
  }
  return { level: current, seated };
}

function nextQueue({ queues, robin }: Level): number {
  const inTurn = queues.map((_, offset) => (robin + 1 + offset) % queues.length);
  const waiting = inTurn.filter((index) => (queues[index]?.waiting.length ?? 0) > 0);
  return waiting.reduce((best, index) => ((queues[index]?.next ?? 0) < (queues[best]?.next ?? 0) ? index : best));
}

/** The queue of the hand in which least waits; the one to begin with changes from request to request. */
function shortestOfHand({ queues, handSize, arrivals }: Level, flow: Flow): number {
  const hand = handOf(flow, queues.length, handSize);
  const inTurn = hand.map((_, offset) => hand[(arrivals + offset) % handSize] ?? 0);
  const length = (index: number) => queues[index]?.waiting.length ?? 0;
  return inTurn.reduce((best, index) => (length(index) < length(best) ? index : best));
}

/** Virtual time goes on as fast as each of the queues in use could be served (`queueset.go:syncTimeLocked, getVirtualTimeRatioLocked`). */
function synced(level: Level, now: Micros): Level {
  const active = level.queues.filter(({ waiting, seated }) => waiting.length + seated.length > 0);
  const wanted = active.reduce((sum, { waiting, seated }) => sum + waiting.length + seated.length, 0);
  const ratio = active.length === 0 ? 0 : Math.min(wanted, level.seats) / active.length;
  return { ...level, virtualTime: level.virtualTime + seatTime(ratio, now - level.syncedAt), syncedAt: now };
}

/** No request is handed out before it came, in virtual time either: a queue saves nothing up (`queueset.go:boundNextDispatchLocked`). */
function bounded(queue: Queue): Queue {
  return { ...queue, next: Math.max(queue.next, queue.waiting[0]?.arrivedAt ?? queue.next) };
}

function withQueue(level: Level, index: number, queue: Queue): Level {
  return { ...level, queues: level.queues.map((each, at) => (at === index ? queue : each)) };
}
