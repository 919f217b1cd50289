import { unreachable } from "../../../base/assert.ts";
import { ownValue } from "../../../base/own-value.ts";
import { micros } from "../../../base/time.ts";
import { record } from "../../kernel/turn.ts";
import type { Action } from "../actions.ts";
import { type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { streamErrorByFault } from "../server/answer-fault.ts";
import { ENDLESS } from "./answer-faults.ts";
import { openStreamOf, putStream, streamOf } from "./cache-access.ts";
import { freezeCache } from "./caches.ts";
import { cutLink } from "./cut-link.ts";
import { performEdit } from "./edits.ts";
import { endFault, endFaults, startFault } from "./fault-life.ts";
import { settleLink } from "./links.ts";
import { missingTarget } from "./missing-target.ts";
import { ETCD, informerId, linkTarget, serverActor, USER, watchTarget } from "./names.ts";
import { crashProcess, pauseProcess, startLater, stopProcess } from "./process-life.ts";
import { changeProcess } from "./processes.ts";
import { compactByHand, downServer } from "./server-life.ts";
import { breakStream, disturbStream, endStream, failStream } from "./streams.ts";
import { crashSystem, isSystem, sayToSystem } from "./systems.ts";

/** Does what a person or the script wants done. What cannot be done is said in the trace. */
export function performAction(turn: ClusterTurn, action: Action): void {
  const missing = missingTarget(turn, action);
  if (missing !== undefined) {
    record(turn, USER, { type: "fault.missed", fault: action.type, target: targetOf(action), reason: missing });
    return;
  }
  switch (action.type) {
    case "create":
    case "apply":
    case "patch":
    case "delete":
    case "raw":
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
    case "revokeToken":
    case "renewToken":
      return performOnProcess(turn, action);
    case "tell":
      return sayToSystem(turn, action);
    case "deliver":
      return; // the kernel takes the chosen entry; see boot.ts
    default:
      return unreachable(action);
  }
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
      return failStream(turn, stream, streamErrorByFault(mode, stream.revision), "fault");
    }
    case "silenceWatch":
      record(turn, USER, { type: "fault.start", fault: "silenceWatch", target, detail: "" });
      endFaults(turn, "holdEvents", target);
      return disturbStream(turn, streamOf(turn, stream.id) ?? stream, "silent");
    case "holdEvents": {
      const { duration } = action;
      startFault(turn, { fault: "holdEvents", target, duration, detail: "" });
      return disturbStream(turn, streamOf(turn, stream.id) ?? stream, "held", micros(turn.world.now + duration));
    }
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
      const { match, mode, extent, retryAfterSeconds } = action;
      const left = extent.type === "times" ? extent.count : ENDLESS;
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
    case "mendLink":
      endFaults(turn, "cutLink", targetOf(action));
      return endFaults(turn, "slowLink", targetOf(action));
    case "slowLink":
      startFault(turn, {
        fault: "slowLink",
        target: targetOf(action),
        duration: undefined,
        detail: `+${action.delay / 1_000} ms`,
        delay: action.delay,
      });
      return settleLink(turn, action.process, action.server);
  }
}

function performOnServers(
  turn: ClusterTurn,
  action: Extract<Action, { type: "compact" | "restartServer" | "freezeCache" | "slowEtcd" }>,
): void {
  switch (action.type) {
    case "compact":
      record(turn, USER, { type: "fault.start", fault: "compact", target: ETCD, detail: "" });
      return compactByHand(turn);
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

type ProcessFault = Extract<
  Action,
  { type: "crash" | "pause" | "stop" | "slowHandler" | "revoke" | "grant" | "revokeToken" | "renewToken" }
>;

function performOnProcess(turn: ClusterTurn, action: ProcessFault): void {
  const { process } = action;
  switch (action.type) {
    case "crash":
      record(turn, USER, { type: "fault.start", fault: "crash", target: process, detail: "" });
      if (isSystem(turn, process)) return crashSystem(turn, process, action.restartAfter);
      endFaults(turn, "pause", process);
      crashProcess(turn, process);
      if (action.restartAfter !== undefined) startLater(turn, process, action.restartAfter);
      return;
    case "pause":
      startFault(turn, { fault: "pause", target: process, duration: action.duration, detail: "" });
      return pauseProcess(turn, process);
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
      const { slowHandlers } = ownValue(clusterOf(turn).processes, process) ?? { slowHandlers: {} };
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
    case "revokeToken":
    case "renewToken": {
      record(turn, USER, { type: "fault.start", fault: action.type, target: process, detail: "" });
      const others = clusterOf(turn).revokedTokens.filter((each) => each !== process);
      return change(turn, () => ({ revokedTokens: action.type === "renewToken" ? others : [...others, process] }));
    }
  }
}

/** What an action is about, as the trace and the page name it. */
function targetOf(action: Action): string {
  switch (action.type) {
    case "endWatch":
    case "silenceWatch":
    case "holdEvents":
    case "loseEvent":
      return watchTarget(action.client, action.kind);
    case "cutLink":
    case "mendLink":
    case "slowLink":
      return linkTarget(action.process, action.server);
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
    case "revokeToken":
    case "renewToken":
      return action.process;
    case "tell":
      return `${action.system} · ${action.event}`;
    case "create":
    case "apply":
      return action.object.metadata.name ?? "";
    case "patch":
    case "delete":
      return action.target.name;
    case "raw":
      return action.name ?? "";
    default:
      return "";
  }
}
