import { unreachable } from "../../../base/assert.ts";
import { type Micros, micros } from "../../../base/time.ts";
import { record, setTimer } from "../../kernel/turn.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import type { Action, ObjectReference } from "../actions.ts";
import { type ActiveFault, type ClusterTurn, change, clusterOf, type Stream } from "../cluster.ts";
import { etcdCompact, etcdGet } from "../etcd.ts";
import { faultAnswer } from "../server/answer-fault.ts";
import type { ApiRequest } from "../server/request.ts";
import { allStreams, putStream, scheduleWrite, serverOf } from "./cache-access.ts";
import { freezeCache } from "./caches.ts";
import { sendCall } from "./calls.ts";
import { patchText } from "./change-text.ts";
import { cutLink } from "./cut-link.ts";
import { mendLink, slowLink } from "./links.ts";
import { ETCD, informerId, serverActor, USER } from "./names.ts";
import { crashProcess, startLater, stopProcess } from "./process-life.ts";
import { changeProcess } from "./processes.ts";
import { downServer } from "./server-life.ts";
import { breakStream, endStream, failStream } from "./streams.ts";

/** Does what a person or the script wants done. What cannot be done is said in the trace. */
export function performAction(turn: ClusterTurn, action: Action): void {
  const missing = missingTarget(turn, action);
  if (missing !== undefined) {
    record(turn, USER, { type: "fault.missed", fault: action.type, target: targetOf(action), reason: missing });
    return;
  }
  switch (action.type) {
    case "create":
    case "patch":
    case "delete":
      return performEdit(turn, action);
    case "endWatch":
    case "silenceWatch":
    case "holdEvents":
    case "loseEvent":
      return performOnWatch(turn, action);
    case "answer":
    case "stopAnswering":
    case "cutLink":
    case "mendLink":
    case "slowLink":
      return performOnNetwork(turn, action);
    case "compact":
    case "restartServer":
    case "freezeCache":
    case "slowEtcd":
      return performOnServers(turn, action);
    case "crash":
    case "pause":
    case "stop":
    case "slowHandler":
    case "revoke":
    case "grant":
      return performOnProcess(turn, action);
    case "deliver":
      return; // the kernel takes the chosen entry; see boot.ts
    default:
      return unreachable(action);
  }
}

/** A fault that lasts is over. */
export function endFault(turn: ClusterTurn, id: number): void {
  const fault = clusterOf(turn).faults.find((each) => each.id === id);
  if (fault === undefined) return;
  change(turn, ({ faults }) => ({ faults: faults.filter((each) => each.id !== id) }));
  record(turn, USER, { type: "fault.end", fault: fault.fault, target: fault.target });
  const [process = "", server = ""] = fault.target.split(" ↔ ");
  if (fault.fault === "cutLink" || fault.fault === "slowLink") mendLink(turn, process, server);
  if (fault.fault === "holdEvents") {
    for (const stream of allStreams(turn).filter(
      (each) => each.state === "held" && watchTarget(each.client, each.kind) === fault.target,
    )) {
      putStream(turn, { ...stream, state: "open", heldUntil: undefined });
      scheduleWrite(turn, { ...stream, state: "open", heldUntil: undefined });
    }
  }
}

function performEdit(turn: ClusterTurn, action: Extract<Action, { type: "create" | "patch" | "delete" }>): void {
  const client = action.as ?? USER;
  const { kind, namespace, name } =
    action.type === "create"
      ? { kind: action.object.kind, ...nameOf(action.object.metadata) }
      : { namespace: undefined, ...action.target };
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  record(turn, USER, { type: "user.edit", verb: action.type, kind, key, change: changeOf(turn, action) });
  sendCall(turn, { client, request: editRequest(action, client), replyTo: { type: "nobody" } });
}

function editRequest(action: Extract<Action, { type: "create" | "patch" | "delete" }>, client: string): ApiRequest {
  if (action.type === "create") {
    const { kind, metadata } = action.object;
    const place = metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
    return { verb: "create", kind, ...place, user: client, client, body: action.object, options: {} };
  }
  const target = { ...action.target, user: client, client };
  if (action.type === "patch") {
    const subresource = action.subresource === undefined ? {} : { subresource: action.subresource };
    return { verb: "patch", ...target, ...subresource, body: { type: "merge", patch: action.merge }, options: {} };
  }
  const { gracePeriodSeconds, propagation } = action;
  const grace = gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds };
  const policy = propagation === undefined ? {} : { propagationPolicy: propagation };
  return { verb: "delete", ...target, options: { ...grace, ...policy } };
}

function performOnWatch(
  turn: ClusterTurn,
  action: Extract<Action, { type: "endWatch" | "silenceWatch" | "holdEvents" | "loseEvent" }>,
): void {
  const stream = openStreamOf(turn, action.client, action.kind);
  if (stream === undefined) return;
  const target = watchTarget(action.client, action.kind);
  switch (action.type) {
    case "endWatch": {
      const { mode } = action;
      record(turn, USER, { type: "fault.start", fault: "endWatch", target, detail: String(mode) });
      if (typeof mode !== "number")
        return mode === "eof" ? endStream(turn, stream) : breakStream(turn, stream, "fault");
      const answer = faultAnswer(mode, "watch", stream.revision);
      return "status" in answer ? failStream(turn, stream, answer.status, "fault") : endStream(turn, stream);
    }
    case "silenceWatch":
      record(turn, USER, { type: "fault.start", fault: "silenceWatch", target, detail: "" });
      return putStream(turn, { ...stream, state: "silent" });
    case "holdEvents":
      startFault(turn, { fault: "holdEvents", target, duration: action.duration, detail: "" });
      return putStream(turn, { ...stream, state: "held", heldUntil: micros(turn.world.now + action.duration) });
    case "loseEvent":
      record(turn, USER, { type: "fault.start", fault: "loseEvent", target, detail: `${action.count}×` });
      return putStream(turn, { ...stream, losing: stream.losing + action.count });
  }
}

function performOnNetwork(
  turn: ClusterTurn,
  action: Extract<Action, { type: "answer" | "stopAnswering" | "cutLink" | "mendLink" | "slowLink" }>,
): void {
  switch (action.type) {
    case "answer": {
      const { match, mode, extent, retryAfterSeconds = 0 } = action;
      const left = extent.type === "times" ? extent.count : Number.MAX_SAFE_INTEGER;
      const duration = extent.type === "for" ? extent.duration : undefined;
      const detail = extent.type === "times" ? `${mode} ${extent.count}×` : String(mode);
      return startFault(turn, {
        fault: "answer",
        target: targetOf(action),
        duration,
        detail,
        answer: { match, mode, left, retryAfterSeconds },
      });
    }
    case "stopAnswering":
      for (const fault of clusterOf(turn).faults.filter((each) => each.fault === "answer")) endFault(turn, fault.id);
      return;
    case "cutLink":
      startFault(turn, { fault: "cutLink", target: targetOf(action), duration: action.duration, detail: "" });
      return cutLink(turn, action.process, action.server);
    case "mendLink": {
      const cut = clusterOf(turn).faults.find((each) => each.target === targetOf(action));
      if (cut !== undefined) endFault(turn, cut.id);
      return mendLink(turn, action.process, action.server);
    }
    case "slowLink":
      startFault(turn, {
        fault: "slowLink",
        target: targetOf(action),
        duration: undefined,
        detail: `+${action.delay / 1_000} ms`,
      });
      return slowLink(turn, action.process, action.server, action.delay);
  }
}

function performOnServers(
  turn: ClusterTurn,
  action: Extract<Action, { type: "compact" | "restartServer" | "freezeCache" | "slowEtcd" }>,
): void {
  switch (action.type) {
    case "compact": {
      record(turn, USER, { type: "fault.start", fault: "compact", target: ETCD, detail: "" });
      const { etcd } = clusterOf(turn);
      change(turn, () => ({ etcd: etcdCompact(etcd, etcd.revision) }));
      record(turn, ETCD, { type: "etcd.compact", revision: etcd.revision, compacted: etcd.revision });
      return;
    }
    case "restartServer":
      record(turn, USER, { type: "fault.start", fault: "restartServer", target: action.server, detail: "" });
      return downServer(turn, action.server, action.downFor);
    case "freezeCache":
      startFault(turn, { fault: "freezeCache", target: targetOf(action), duration: action.duration, detail: "" });
      return freezeCache(turn, action.server, action.kind, action.duration);
    case "slowEtcd":
      return startFault(turn, {
        fault: "slowEtcd",
        target: ETCD,
        duration: action.duration,
        detail: `+${action.delay / 1_000} ms`,
        delay: action.delay,
      });
  }
}

function performOnProcess(
  turn: ClusterTurn,
  action: Extract<Action, { type: "crash" | "pause" | "stop" | "slowHandler" | "revoke" | "grant" }>,
): void {
  const { process } = action;
  switch (action.type) {
    case "crash":
      record(turn, USER, { type: "fault.start", fault: "crash", target: process, detail: "" });
      crashProcess(turn, process);
      if (action.restartAfter !== undefined) startLater(turn, process, action.restartAfter);
      return;
    case "pause":
      startFault(turn, { fault: "pause", target: process, duration: action.duration, detail: "" });
      return changeProcess(turn, process, { pausedUntil: micros(turn.world.now + action.duration) });
    case "stop":
      record(turn, USER, { type: "fault.start", fault: "stop", target: process, detail: "" });
      return stopProcess(turn, process);
    case "slowHandler": {
      const { kind, handler, takes } = action;
      record(turn, USER, {
        type: "fault.start",
        fault: "slowHandler",
        target: targetOf(action),
        detail: `${takes / 1_000} ms`,
      });
      const { slowHandlers } = clusterOf(turn).processes[process] ?? { slowHandlers: {} };
      return changeProcess(turn, process, { slowHandlers: { ...slowHandlers, [`${kind}/${handler}`]: takes } });
    }
    case "revoke":
    case "grant": {
      const { verb, kind } = action;
      record(turn, USER, { type: "fault.start", fault: action.type, target: targetOf(action), detail: "" });
      const without = clusterOf(turn).denied.filter(
        (each) => each.process !== process || each.verb !== verb || each.kind !== kind,
      );
      return change(turn, () => ({
        denied: action.type === "grant" ? without : [...without, { process, verb, kind }],
      }));
    }
  }
}

type Starting = {
  readonly fault: string;
  readonly target: string;
  readonly detail: string;
  readonly duration: Micros | undefined;
  readonly delay?: Micros;
  readonly answer?: NonNullable<ActiveFault["answer"]>;
};

/** A fault that lasts begins; with a duration it ends by itself. */
function startFault(turn: ClusterTurn, { fault, target, detail, duration, delay = micros(0), answer }: Starting): void {
  const id = clusterOf(turn).nextFault;
  const until = duration === undefined ? undefined : micros(turn.world.now + duration);
  const active: ActiveFault = { id, fault, target, since: turn.world.now, until, delay, answer };
  change(turn, ({ faults, nextFault }) => ({ faults: [...faults, active], nextFault: nextFault + 1 }));
  record(turn, USER, { type: "fault.start", fault, target, detail });
  if (duration !== undefined)
    setTimer(turn, { actor: USER, name: `fault ${id}`, after: duration, message: { type: "fault.end", fault: id } });
}

/** Why an action has nothing to act on. */
function missingTarget(turn: ClusterTurn, action: Action): string | undefined {
  const { processes, servers } = clusterOf(turn);
  if (
    "process" in action &&
    action.process in processes === false &&
    action.type !== "cutLink" &&
    action.type !== "mendLink" &&
    action.type !== "slowLink"
  )
    return "no such process";
  if ("server" in action && servers[action.server] === undefined) return "no such server";
  const isAboutWatch =
    action.type === "endWatch" ||
    action.type === "silenceWatch" ||
    action.type === "holdEvents" ||
    action.type === "loseEvent";
  if (isAboutWatch && openStreamOf(turn, action.client, action.kind) === undefined) return "no stream is open";
  if (action.type === "freezeCache" && serverOf(turn, action.server).api.caches[action.kind] === undefined)
    return "no such kind";
  return undefined;
}

/** What an action is about, as the trace and the page name it. */
export function targetOf(action: Action): string {
  switch (action.type) {
    case "endWatch":
    case "silenceWatch":
    case "holdEvents":
    case "loseEvent":
      return watchTarget(action.client, action.kind);
    case "cutLink":
    case "mendLink":
    case "slowLink":
      return `${action.process} ↔ ${action.server}`;
    case "answer": {
      const { client = "*", verb = "*", kind = "*", name } = action.match;
      return `${client} · ${verb} ${kind}${name === undefined ? "" : ` ${name}`}`;
    }
    case "restartServer":
      return serverActor(action.server);
    case "freezeCache":
      return `${action.server} · ${action.kind}`;
    case "slowHandler":
      return `${informerId(action.process, action.kind)} · ${action.handler}`;
    case "revoke":
    case "grant":
      return `${action.process} · ${action.verb} ${action.kind}`;
    case "crash":
    case "pause":
    case "stop":
      return action.process;
    case "create":
      return action.object.metadata.name ?? "";
    case "patch":
    case "delete":
      return action.target.name;
    default:
      return "";
  }
}

function watchTarget(client: string, kind: string): string {
  return `${client} · ${kind}`;
}

function openStreamOf(turn: ClusterTurn, client: string, kind: string): Stream | undefined {
  return allStreams(turn).findLast((each) => each.client === client && each.kind === kind && each.state !== "closed");
}

function nameOf({
  namespace,
  name = "",
}: {
  readonly namespace?: string;
  readonly name?: string;
}): Omit<ObjectReference, "kind"> {
  return namespace === undefined ? { name } : { namespace, name };
}

function changeOf(turn: ClusterTurn, action: Extract<Action, { type: "create" | "patch" | "delete" }>): string {
  if (action.type !== "patch") return "";
  const { kind, namespace, name } = action.target;
  return patchText(etcdGet(clusterOf(turn).etcd, kind, objectKey(namespace, name))?.object, action.merge);
}
