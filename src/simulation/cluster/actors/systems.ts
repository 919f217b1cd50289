import { defined } from "../../../base/assert.ts";
import { ownValue } from "../../../base/own-value.ts";
import { type Micros, micros } from "../../../base/time.ts";
import type { ChartEvent } from "../../kernel/machine.ts";
import { chartOf, dispatch, forgetActors, launch, post, record, withCause } from "../../kernel/turn.ts";
import type { Json } from "../../kubernetes/object.ts";
import type { Action } from "../actions.ts";
import { type Call, type ClusterTurn, change, clusterOf, type ReplyTo, type System } from "../cluster.ts";
import type { SystemDesk, SystemKind, SystemSpec } from "../system.ts";
import { openCalls, putCall } from "./call-store.ts";
import { leaveCall, sendCall } from "./calls.ts";
import { processOf, USER } from "./names.ts";

/** A system that was not started yet. */
export function newSystem(spec: SystemSpec, kind: SystemKind): System {
  return { spec, kind, state: "running", runs: 0, memory: kind.memory(spec.options) };
}

/** Whether a name is a system's. */
export function isSystem(turn: ClusterTurn, name: string): boolean {
  return ownValue(clusterOf(turn).systems, name) !== undefined;
}

/** A system starts, for the first time or after a crash. */
export function startSystem(turn: ClusterTurn, name: string): void {
  const { spec, kind, runs } = systemNamed(turn, name);
  changeSystem(turn, name, { state: "running", runs: runs + 1 });
  record(turn, name, { type: "system.started", kind: spec.kind, run: runs + 1 });
  kind.start(openDesk(turn, name));
}

/** Its process dies: charts, timers and messages are gone, its requests go on without it, its memory is what its kind says. */
export function crashSystem(turn: ClusterTurn, name: string, restartAfter: Micros | undefined): void {
  const { spec, kind, memory } = systemNamed(turn, name);
  record(turn, name, { type: "system.crashed", kind: spec.kind });
  forgetActors(turn, (actor) => processOf(actor) === name);
  for (const call of openCalls(turn, ({ replyTo }) => isOf(replyTo, name))) {
    leaveCall(turn, call);
    if (call.state === "returning") putCall(turn, { ...call, broken: true, state: "done" });
  }
  changeSystem(turn, name, { state: "crashed", memory: kind.crash(memory) });
  if (restartAfter === undefined) return;
  post(turn, { to: name, message: { type: "system.start" }, after: restartAfter });
}

/** A message that the system has posted to one of its actors. */
export function noteSystem(turn: ClusterTurn, actor: string, name: string, data: Json): void {
  const { kind } = systemNamed(turn, processOf(actor));
  kind.receive(openDesk(turn, processOf(actor)), actor, { type: "note", name, data });
}

/** Tells a system something from outside its own actors. */
function postToSystem(turn: ClusterTurn, actor: string, name: string, data: Json, after: Micros): void {
  post(turn, { to: actor, message: { type: "system.note", name, data }, after, rank: "work" });
}

/** An answer to one of its requests; a former life of the system is not told. */
export function answerSystem(
  turn: ClusterTurn,
  { actor, tag, run }: Extract<ReplyTo, { type: "system" }>,
  { result }: Call,
): void {
  const name = processOf(actor);
  const { kind, runs, state } = systemNamed(turn, name);
  if (run !== runs || state === "crashed" || result === undefined) return;
  kind.receive(openDesk(turn, name), actor, { type: "answer", tag, ...answerOf(result) });
}

/** Gives the chart of one of its actors an event, a timer of its own included. */
export function tellSystem(turn: ClusterTurn, actor: string, event: ChartEvent): void {
  openDesk(turn, processOf(actor)).tell(actor, event);
}

/** A person or the script does something to a system. */
export function sayToSystem(turn: ClusterTurn, { system, event, about }: Extract<Action, { type: "tell" }>): void {
  record(turn, USER, { type: "user.tell", system, event, about });
  const reason = systemNamed(turn, system).kind.told(openDesk(turn, system), event, about);
  if (reason === undefined) return;
  record(turn, USER, { type: "fault.missed", fault: "tell", target: `${system} · ${event}`, reason });
}

function openDesk(turn: ClusterTurn, name: string): SystemDesk<unknown> {
  const { kind, spec, runs } = systemNamed(turn, name);
  const desk: SystemDesk<unknown> = {
    name,
    now: turn.world.now,
    options: spec.options,
    runs,
    memory: () => systemNamed(turn, name).memory,
    remember: (memory) => changeSystem(turn, name, { memory }),
    record: (actor, fact) => void record(turn, actor, fact),
    launch(actor, machine, input) {
      for (const effect of launch(turn, actor, machine, input)) kind.perform(desk, actor, effect);
    },
    tell(actor, event) {
      if (chartOf(turn, actor) === undefined) return;
      for (const effect of dispatch(turn, actor, event)) kind.perform(desk, actor, effect);
    },
    stateOf: (actor) => chartOf(turn, actor)?.text,
    post: (actor, note, data = null, after = micros(0)) => postToSystem(turn, actor, note, data, after),
    request: (actor, tag, request) =>
      void sendCall(turn, { client: name, request, replyTo: { type: "system", actor, tag, run: runs } }),
    aside: (body) => withCause(turn, turn.cause, body),
  };
  return desk;
}

function answerOf(result: NonNullable<Call["result"]>) {
  if (result.type === "network") return { code: 0, reason: result.reason, object: undefined };
  if (result.type === "stream" || result.response.type === "list") return { code: 200, reason: "", object: undefined };
  const { response } = result;
  if (response.type === "object") return { code: response.code, reason: "", object: response.object };
  const { code = 200, reason = "" } = response.status;
  return { code, reason, object: undefined };
}

function isOf(replyTo: ReplyTo, name: string): boolean {
  return replyTo.type === "system" && processOf(replyTo.actor) === name;
}

function systemNamed(turn: ClusterTurn, name: string): System {
  return defined(ownValue(clusterOf(turn).systems, name), `system ${name}`);
}

function changeSystem(turn: ClusterTurn, name: string, by: Partial<System>): void {
  const system = { ...systemNamed(turn, name), ...by };
  change(turn, ({ systems }) => ({ systems: { ...systems, [name]: system } }));
}
