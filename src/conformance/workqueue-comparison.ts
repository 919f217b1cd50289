import type { Observation, WorkqueueVector } from "./workqueue-vector.ts";

/** The first place where a replay differs from the recording. */
export type Difference = {
  /** Time of the instant in microseconds. */
  readonly t: number;
  /** The operation of the script, undefined while time ran. */
  readonly i: number | undefined;
  readonly lane: string;
  readonly recorded: readonly Observation[];
  readonly replayed: readonly Observation[];
};

/** All observations of one time and one operation. */
type Instant = { readonly t: number; readonly i: number | undefined; readonly observations: Observation[] };

/** Times may differ by this much: real delays need not be whole microseconds. */
const TOLERANCE_US = 1;

/** Compares instant by instant and lane by lane; undefined when the replay agrees with the recording. */
export function firstDifference(vector: WorkqueueVector, replayed: readonly Observation[]): Difference | undefined {
  const theirs = instantsOf(vector.observed);
  const ours = instantsOf(replayed);
  for (let index = 0; index < Math.max(theirs.length, ours.length); index++) {
    const difference = compareInstants(theirs[index], ours[index], vector);
    if (difference !== undefined) return difference;
  }
  return undefined;
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
  for (const observation of observed) {
    const last = instants.at(-1);
    if (last !== undefined && last.t === observation.t && last.i === observation.i) last.observations.push(observation);
    else instants.push({ t: observation.t, i: observation.i, observations: [observation] });
  }
  return instants;
}

function compareInstants(
  theirs: Instant | undefined,
  ours: Instant | undefined,
  vector: WorkqueueVector,
): Difference | undefined {
  const isSameInstant =
    theirs !== undefined && ours !== undefined && theirs.i === ours.i && Math.abs(theirs.t - ours.t) <= TOLERANCE_US;
  const earlier = theirs === undefined || (ours !== undefined && ours.t < theirs.t) ? ours : theirs;
  const at = { t: earlier?.t ?? 0, i: earlier?.i };
  if (!isSameInstant) {
    return { ...at, lane: "instant", recorded: theirs?.observations ?? [], replayed: ours?.observations ?? [] };
  }
  const recordedLanes = lanesOf(theirs.observations);
  const replayedLanes = lanesOf(ours.observations);
  for (const lane of new Set([...recordedLanes.keys(), ...replayedLanes.keys()])) {
    const recorded = recordedLanes.get(lane) ?? [];
    const replayed = replayedLanes.get(lane) ?? [];
    if (!isSameLane(recorded, replayed) && !isSameLane(withoutTossedAttempt(recorded, vector), replayed)) {
      return { ...at, lane, recorded, replayed };
    }
  }
  return undefined;
}

function lanesOf(observations: readonly Observation[]): Map<string, Observation[]> {
  const lanes = new Map<string, Observation[]>();
  for (const observation of observations) {
    const lane = workqueueLaneOf(observation);
    const members = lanes.get(lane);
    if (members === undefined) lanes.set(lane, [observation]);
    else members.push(observation);
  }
  // The values of one metric within an instant are a set: nobody sees their order.
  for (const [lane, members] of lanes)
    if (lane.startsWith("metric.")) members.sort((a, b) => Number(a.us) - Number(b.us));
  return lanes;
}

/** Without the failing renewal that may or may not be tried at the very instant of the renew deadline. */
function withoutTossedAttempt(recorded: readonly Observation[], vector: WorkqueueVector): readonly Observation[] {
  const isTossed = vector.unordered.some(({ from, why }) => {
    const marked = vector.observed[from];
    return why.startsWith("renew deadline") && marked !== undefined && recorded.includes(marked);
  });
  if (!isTossed) return recorded;
  const next = recorded.findIndex((observation) => observation.type !== "lease.call" || observation.applied === true);
  return recorded.slice(Math.max(0, next));
}

function isSameLane(recorded: readonly Observation[], replayed: readonly Observation[]): boolean {
  return (
    recorded.length === replayed.length &&
    recorded.every((observation, index) => isSame(observation, replayed[index] ?? {}, ""))
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
