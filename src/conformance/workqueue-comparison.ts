import type { Comparison, Difference } from "./comparison.ts";
import type { Observation, WorkqueueVector } from "./workqueue-vector.ts";

/** An observation with its position. */
type Placed = { readonly observation: Observation; readonly position: number };

/** All observations of one time and one operation. */
type Instant = { readonly t: number; readonly i: number | undefined; readonly members: Placed[] };

/** Times may differ by this much: real delays need not be whole microseconds. */
const TOLERANCE_US = 1;

/** Compares instant by instant and lane by lane, up to the first difference: behind it nothing would fit. */
export function compareWorkqueue(vector: WorkqueueVector, replayed: readonly Observation[]): Comparison {
  const theirs = instantsOf(vector.observed);
  const ours = instantsOf(replayed);
  const pairs: Comparison["pairs"][number][] = [];
  for (let index = 0; index < Math.max(theirs.length, ours.length); index++) {
    const difference = compareInstants(theirs[index], ours[index], vector, pairs);
    if (difference !== undefined) return { pairs, differences: [difference] };
  }
  return { pairs, differences: [] };
}

/** Inside one instant only the order within a lane means something. */
export function workqueueLaneOf(observation: Observation): string {
  const { type, key, worker, caller, candidate } = observation;
  switch (type) {
    case "push":
    case "touch":
    case "matured":
      return "line";
    case "get.item":
    case "get.blocked":
    case "get.shutdown":
      return `worker ${worker}`;
    case "drain.blocked":
    case "drain.returned":
      return `caller ${caller}`;
    case "queue.op":
    case "get":
    case "reconcile.start":
    case "reconcile.end":
    case "decision":
    case "log":
      return `key ${key}`;
    case "lease.call":
    case "leader.event":
    case "leader.stoppedLeading":
    case "elector.returned":
      return `candidate ${candidate}`;
    case "leader.startedLeading":
    case "leader.contextDone":
      return `leading ${candidate}`;
    case "leader.newLeader":
      return `newLeader ${candidate}`;
    case "attempt.start":
    case "attempt.end":
    case "returned":
      return "retry";
    case "requeues":
    case "limiter.tokens":
    case "panic":
      return "script";
    default:
      return type;
  }
}

function instantsOf(observed: readonly Observation[]): readonly Instant[] {
  const instants: Instant[] = [];
  for (const [position, observation] of observed.entries()) {
    const last = instants.at(-1);
    const placed = { observation, position };
    if (last !== undefined && last.t === observation.t && last.i === observation.i) last.members.push(placed);
    else instants.push({ t: observation.t, i: observation.i, members: [placed] });
  }
  return instants;
}

function compareInstants(
  theirs: Instant | undefined,
  ours: Instant | undefined,
  vector: WorkqueueVector,
  pairs: Comparison["pairs"][number][],
): Difference | undefined {
  const isSameInstant =
    theirs !== undefined && ours !== undefined && theirs.i === ours.i && Math.abs(theirs.t - ours.t) <= TOLERANCE_US;
  const earlier = theirs === undefined || (ours !== undefined && ours.t < theirs.t) ? ours : theirs;
  const at = { t: earlier?.t ?? 0, i: earlier?.i };
  if (!isSameInstant) return differenceOf({ ...at, lane: "instant" }, theirs?.members ?? [], ours?.members ?? []);
  const recordedLanes = lanesOf(theirs.members);
  const replayedLanes = lanesOf(ours.members);
  for (const lane of new Set([...recordedLanes.keys(), ...replayedLanes.keys()])) {
    const recorded = recordedLanes.get(lane) ?? [];
    const replayed = replayedLanes.get(lane) ?? [];
    const same = withoutTossedAttempt(recorded, vector).find((each) => isSameLane(each, replayed));
    if (same === undefined) return differenceOf({ ...at, lane }, recorded, replayed);
    for (const [index, { position }] of same.entries()) pairs.push([position, replayed[index]?.position ?? 0]);
  }
  return undefined;
}

/** Says what each side has; the place is the first that does not fit. */
function differenceOf(
  at: { readonly t: number; readonly i: number | undefined; readonly lane: string },
  recorded: readonly Placed[],
  replayed: readonly Placed[],
): Difference {
  const from = recorded.findIndex((each, index) => !isSameLane([each], replayed.slice(index, index + 1)));
  const first = from < 0 ? recorded.length : from;
  const told = (members: readonly Placed[]) => members.map(({ observation }) => observation);
  return {
    text: JSON.stringify({ ...at, recorded: told(recorded), replayed: told(replayed) }, undefined, 1),
    recorded: recorded[first]?.position,
    replayed: replayed[first]?.position,
  };
}

function lanesOf(members: readonly Placed[]): Map<string, Placed[]> {
  const lanes = new Map<string, Placed[]>();
  for (const placed of members) {
    const lane = workqueueLaneOf(placed.observation);
    const others = lanes.get(lane);
    if (others === undefined) lanes.set(lane, [placed]);
    else others.push(placed);
  }
  // The values of one metric within an instant are a set: nobody sees their order.
  for (const [lane, each] of lanes)
    if (lane.startsWith("metric.")) each.sort((a, b) => Number(a.observation.us) - Number(b.observation.us));
  return lanes;
}

/**
 * The lane as it is, and without the requests of the failing renewal that may or may not be tried at the very instant of
 * the renew deadline. Requests of a release may follow those, so any number of the first may be the tossed ones.
 */
function withoutTossedAttempt(recorded: readonly Placed[], vector: WorkqueueVector): readonly (readonly Placed[])[] {
  const isTossed = vector.unordered.some(
    ({ from, why }) => why.startsWith("renew deadline") && recorded.some(({ position }) => position === from),
  );
  if (!isTossed) return [recorded];
  const next = recorded.findIndex(
    ({ observation }) => observation.type !== "lease.call" || observation.applied === true,
  );
  return Array.from({ length: Math.max(0, next) + 1 }, (_, count) => recorded.slice(count));
}

function isSameLane(recorded: readonly Placed[], replayed: readonly Placed[]): boolean {
  return (
    recorded.length === replayed.length &&
    recorded.every(({ observation }, index) => isSame(observation, replayed[index]?.observation ?? {}, ""))
  );
}

/** Remainders below a microsecond, which virtual time does not have. */
const SUB_MICROSECOND = new Set(["tNs", "delayUsNs"]);

function isSame(a: unknown, b: unknown, field: string): boolean {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= toleranceOf(field);
  if (Array.isArray(a) && Array.isArray(b)) {
    if (field === "waiting") return isSame(a.map(waitingKeyOf), b.map(waitingKeyOf), "waitingKeys");
    return a.length === b.length && a.every((item, index) => isSame(item, b[index], field));
  }
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...fields].every((name) => SUB_MICROSECOND.has(name) || isSame(a[name], b[name], name));
}

/** A waiting key is recorded as [key, priority, readyAtUs], with the nanoseconds that are left as a fourth element. */
function waitingKeyOf(entry: readonly unknown[]): Readonly<Record<string, unknown>> {
  const [key, priority, readyAtUs] = entry;
  return { key, priority, readyAtUs };
}

function toleranceOf(field: string): number {
  if (field === "tokens") return 2e-6;
  return field === "t" || field === "us" || field === "sentAt" || field.endsWith("Us") ? TOLERANCE_US : 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
