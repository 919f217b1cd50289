import { type Micros, micros } from "../../../base/time.ts";
import { cancelTimer, record, setTimer, withCause } from "../../kernel/turn.ts";
import { type ActiveFault, type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { allStreams } from "./cache-access.ts";
import { settleLink } from "./links.ts";
import { USER, watchTarget } from "./names.ts";
import { resumeProcess } from "./process-life.ts";
import { releaseStream } from "./streams.ts";

/** A fault that lasts. Without a duration somebody has to end it. */
export type Starting = {
  readonly fault: string;
  readonly target: string;
  readonly detail: string;
  readonly duration: Micros | undefined;
  readonly delay?: Micros;
  readonly answer?: NonNullable<ActiveFault["answer"]>;
};

/** A fault that lasts begins; with a duration it ends by itself. One of its kind on the same target ends for it, only answers add up. */
export function startFault(turn: ClusterTurn, starting: Starting): void {
  const { fault, target, detail, duration, delay = micros(0), answer } = starting;
  if (answer === undefined) endFaults(turn, fault, target);
  const id = clusterOf(turn).nextFault;
  const until = duration === undefined ? undefined : micros(turn.world.now + duration);
  const active: ActiveFault = { id, fault, target, since: turn.world.now, until, delay, answer };
  change(turn, ({ faults, nextFault }) => ({ faults: [...faults, active], nextFault: nextFault + 1 }));
  record(turn, USER, { type: "fault.start", fault, target, detail });
  if (duration !== undefined)
    setTimer(turn, { actor: USER, name: timerOf(id), after: duration, message: { type: "fault.end", fault: id } });
}

/** A fault that lasts is over. */
export function endFault(turn: ClusterTurn, id: number): void {
  const fault = clusterOf(turn).faults.find((each) => each.id === id);
  if (fault === undefined) return;
  cancelTimer(turn, USER, timerOf(id));
  change(turn, ({ faults }) => ({ faults: faults.filter((each) => each.id !== id) }));
  record(turn, USER, { type: "fault.end", fault: fault.fault, target: fault.target });
  const [process = "", server = ""] = fault.target.split(" ↔ ");
  if (fault.fault === "cutLink" || fault.fault === "slowLink") settleLink(turn, process, server);
  if (fault.fault === "pause") resumeProcess(turn, fault.target);
  if (fault.fault === "holdEvents") releaseStreams(turn, fault.target);
}

/** Ends the faults of one kind on one target. */
export function endFaults(turn: ClusterTurn, fault: string, target: string): void {
  const { cause } = turn;
  for (const each of clusterOf(turn).faults)
    if (each.fault === fault && each.target === target) withCause(turn, cause, () => endFault(turn, each.id));
}

function releaseStreams(turn: ClusterTurn, target: string): void {
  for (const stream of allStreams(turn))
    if (stream.state === "held" && watchTarget(stream.client, stream.kind) === target) releaseStream(turn, stream);
}

function timerOf(fault: number): string {
  return `fault ${fault}`;
}
