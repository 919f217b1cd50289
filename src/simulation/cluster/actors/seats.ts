import { seconds } from "../../../base/time.ts";
import { cancelTimer, post, record, setTimer, withCause } from "../../kernel/turn.ts";
import type { Call, ClusterTurn } from "../cluster.ts";
import { arriveAt, type Level, leaveQueue, leaveSeat, type RejectReason } from "../server/flow-control.ts";
import { flowOf } from "../server/flow-schema.ts";
import { changeServer, serverOf } from "./cache-access.ts";
import { callOf, keyText, putCall } from "./call-store.ts";
import { serverActor } from "./names.ts";

/** A quarter of the 60 s that a request has; a watch, which has no such limit, waits as long (`as:server/filters/priority-and-fairness.go:getRequestWaitContext @v0.36.3`). */
const LONGEST_WAIT = seconds(15);

/** What a request gets that asks for a seat; without flow control everybody is seated. */
type Seat =
  | { readonly type: "seated" }
  | { readonly type: "queued" }
  | { readonly type: "refused"; readonly retryAfter: number };

/** A request asks for a seat in the priority level that it belongs to. */
export function askForSeat(turn: ClusterTurn, call: Call): Seat {
  const flow = flowOf(call.request);
  const before = levelOf(turn, call.server, flow.level);
  if (before === undefined) return { type: "seated" };
  const { id, server } = call;
  const { level, outcome } = arriveAt(before, flow, id, turn.world.now);
  putLevel(turn, server, level);
  switch (outcome.type) {
    case "seated":
      putCall(turn, { ...call, level: flow.level });
      return outcome;
    case "queued": {
      putCall(turn, { ...call, level: flow.level, state: "queued" });
      const { queue, ahead } = outcome;
      const place = { level: flow.level, flow: `${flow.schema}/${flow.distinguisher}`, queue, ahead };
      record(turn, serverActor(server), { type: "api.queued", ...subjectOf(call), ...place, seats: level.seats });
      const message = { type: "call.endWaiting", call: id } as const;
      setTimer(turn, { actor: serverActor(server), name: timerOf(id), after: LONGEST_WAIT, message });
      return { type: "queued" };
    }
    case "refused":
      recordRejected(turn, call, flow.level, outcome.reason);
      return { type: "refused", retryAfter: level.dropped.retryAfter };
  }
}

/** A request that waits for a seat goes without one. Returns the Retry-After that its client is told, in seconds. */
export function leaveLine(turn: ClusterTurn, call: Call, reason: RejectReason): number {
  const before = levelOf(turn, call.server, call.level);
  const level = before === undefined ? undefined : leaveQueue(before, call.id, turn.world.now);
  if (level === undefined) return 1;
  putLevel(turn, call.server, level);
  cancelTimer(turn, serverActor(call.server), timerOf(call.id));
  recordRejected(turn, call, level.name, reason);
  return level.dropped.retryAfter;
}

/** A request is through: whoever is next gets its seat. */
export function giveUpSeat(turn: ClusterTurn, { id, server, level }: Call): void {
  const before = levelOf(turn, server, level);
  if (before === undefined) return;
  const departure = leaveSeat(before, id, turn.world.now);
  putLevel(turn, server, departure.level);
  const { cause } = turn;
  for (const next of departure.seated) withCause(turn, cause, () => seat(turn, callOf(turn, next)));
}

function seat(turn: ClusterTurn, call: Call): void {
  const { id, server, level = "", arrivedAt = turn.world.now } = call;
  putCall(turn, { ...call, state: "served" });
  cancelTimer(turn, serverActor(server), timerOf(id));
  record(turn, serverActor(server), {
    type: "api.seated",
    ...subjectOf(call),
    level,
    waited: turn.world.now - arrivedAt,
  });
  post(turn, { to: serverActor(server), message: { type: "call.begin", call: id }, rank: "work" });
}

function recordRejected(turn: ClusterTurn, call: Call, level: string, reason: RejectReason): void {
  withCause(turn, turn.cause, () =>
    record(turn, serverActor(call.server), { type: "api.rejected", ...subjectOf(call), level, reason }),
  );
}

function subjectOf({ id, client, request }: Call) {
  const { verb, kind } = request;
  return { request: id, client, verb, kind, key: keyText(request) };
}

function levelOf(turn: ClusterTurn, server: string, name: Call["level"]): Level | undefined {
  return name === undefined ? undefined : serverOf(turn, server).api.flowControl?.[name];
}

function putLevel(turn: ClusterTurn, server: string, level: Level): void {
  const { api } = serverOf(turn, server);
  if (api.flowControl === undefined) return;
  changeServer(turn, server, { api: { ...api, flowControl: { ...api.flowControl, [level.name]: level } } });
}

function timerOf(call: number): string {
  return `seat ${call}`;
}
