import { expect, test } from "vitest";
import { micros } from "../../../base/time.ts";
import {
  arriveAt,
  type Level,
  leaveQueue,
  leaveSeat,
  newFlowControl,
  requestsWaiting,
  seatsInUse,
} from "./flow-control.ts";

function levelWith(seats: number, queues: number, handSize: number, queueLength: number): Level {
  return { ...newFlowControl({ concurrency: 600, queues, handSize, queueLength })["workload-low"], seats };
}

const flow = (distinguisher: string) => ({ level: "workload-low", schema: "service-accounts", distinguisher }) as const;

// as:util/flowcontrol/apf_controller.go: ceil(concurrency × shares / all shares); these are the values of a cluster with default flags.
test("each level has its part of the server's concurrency, rounded up", () => {
  const seats = Object.values(newFlowControl({ concurrency: 600 })).map((level) => [level.name, level.seats]);
  expect(Object.fromEntries(seats)).toEqual({
    "leader-election": 25,
    "node-high": 98,
    system: 74,
    "workload-high": 98,
    "workload-low": 245,
    "global-default": 49,
  });
  expect(newFlowControl({ concurrency: 1 })["global-default"].seats).toBe(1);
});

type Arrival = readonly [flow: string, at: number, takes: number, seatedAt: number | "refused"];

// Goal: the fair queuing is upstream's. Method: a schedule for 2 seats and 4 queues of 4, hands of 2, was run through the real queue set
// (k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset @v0.36.3) with the same hashes; the last column is when it let each request run. So were
// 900 random schedules, without a difference.
const schedule: readonly Arrival[] = [
  ["bulk", 1000, 20000, 1000],
  ["bulk", 1010, 20000, 1010],
  ["bulk", 1020, 20000, 21010],
  ["bulk", 1030, 20000, 26000],
  ["bulk", 1040, 20000, 47010],
  ["bulk", 1050, 20000, 55000],
  ["bulk", 1060, 20000, 75000],
  ["bulk", 1070, 20000, 68010],
  ["bulk", 1080, 20000, 88010],
  ["bulk", 1090, 20000, 96000],
  ["quiet", 2000, 5000, 21000],
  ["bulk", 26000, 8000, 116000],
  ["bulk", 26010, 8000, 108010],
  ["bulk", 26020, 8000, "refused"],
  ["bulk", 26030, 8000, "refused"],
  ["bulk", 26040, 8000, "refused"],
  ["bulk", 26050, 8000, "refused"],
  ["other", 27000, 3000, 41010],
  ["quiet", 27500, 3000, 44010],
  ["other", 28000, 9000, 46000],
  ["quiet", 60000, 1000, 67010],
  ["bulk", 60500, 1000, 116010],
  ["other", 90000, 1000, 95000],
];

/** When each request gets its seat. */
function play(arrivals: readonly Arrival[], start: Level): readonly (number | "refused" | undefined)[] {
  let level = start;
  const seatedAt: (number | "refused" | undefined)[] = arrivals.map(() => undefined);
  let ends: readonly { readonly at: number; readonly call: number }[] = [];
  const seat = (calls: readonly number[], now: number) => {
    for (const call of calls) seatedAt[call] = now;
    ends = [...ends, ...calls.map((call) => ({ at: now + (arrivals[call]?.[2] ?? 0), call }))];
  };
  const next = [...arrivals.keys()];
  while (next.length > 0 || ends.length > 0) {
    const [call] = next;
    const [end, ...later] = ends.toSorted((a, b) => a.at - b.at || a.call - b.call);
    const arrival = call === undefined ? undefined : arrivals[call];
    if (call !== undefined && arrival !== undefined && (end === undefined || arrival[1] <= end.at)) {
      next.shift();
      const arrived = arriveAt(level, flow(arrival[0]), call, micros(arrival[1]));
      level = arrived.level;
      if (arrived.outcome.type === "seated") seat([call], arrival[1]);
      if (arrived.outcome.type === "refused") seatedAt[call] = "refused";
    } else if (end !== undefined) {
      ends = later;
      const left = leaveSeat(level, end.call, micros(end.at));
      level = left.level;
      seat(left.seated, end.at);
    }
  }
  return seatedAt;
}

test("seats are handed out as the real queue set hands them out", () => {
  expect(play(schedule, levelWith(2, 4, 2, 4))).toEqual(schedule.map(([, , , seatedAt]) => seatedAt));
});

test("a request is refused when all seats are taken and its queue is full, and not before", () => {
  let level = levelWith(1, 1, 1, 2);
  const outcomes = [1, 2, 3, 4].map((call) => {
    const arrived = arriveAt(level, flow("a"), call, micros(call));
    level = arrived.level;
    return arrived.outcome;
  });
  expect(outcomes).toEqual([
    { type: "seated" },
    { type: "queued", queue: 0, ahead: 0 },
    { type: "queued", queue: 0, ahead: 1 },
    { type: "refused", reason: "queue-full" },
  ]);
  expect([seatsInUse(level), requestsWaiting(level), level.refused]).toEqual([1, 2, 1]);
});

test("without queues nobody waits: what finds no seat is refused", () => {
  const first = arriveAt(levelWith(1, 0, 1, 2), flow("a"), 1, micros(1));
  expect(first.outcome).toEqual({ type: "seated" });
  const second = arriveAt(first.level, flow("b"), 2, micros(2));
  expect(second.outcome).toEqual({ type: "refused", reason: "concurrency-limit" });
  const left = leaveSeat(second.level, 1, micros(3));
  expect(arriveAt(left.level, flow("b"), 3, micros(4)).outcome).toEqual({ type: "seated" });
});

test("who leaves the line is refused and makes room; who is not in it cannot leave it", () => {
  const seated = arriveAt(levelWith(1, 1, 1, 1), flow("a"), 1, micros(1)).level;
  const queued = arriveAt(seated, flow("a"), 2, micros(2)).level;
  const left = leaveQueue(queued, 2, micros(3));
  expect(left?.refused).toBe(1);
  expect(left === undefined ? undefined : requestsWaiting(left)).toBe(0);
  expect(leaveQueue(queued, 1, micros(3))).toBeUndefined();
});
