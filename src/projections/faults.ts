import { micros } from "../base/time.ts";
import type { FailureMode } from "../simulation/cluster/actions.ts";
import type { Frame, StreamFrame } from "../simulation/cluster/frame.ts";
import { ofListAnswer, ofStreamEnd, ofWatchAnswer, ofWriteAnswer } from "./consequence.ts";
import {
  answering,
  entry,
  type FaultMenu,
  type FaultTarget,
  forModes,
  forSpans,
  type MenuEntry,
  only,
} from "./fault-entry.ts";
import { informerOf, processOf, type Scope } from "./node-lines.ts";
import { referenceTo } from "./object-reference.ts";
import { systemFaults } from "./system-faults.ts";

/** The faults of what stands at a place of the pipeline. Those that are impossible now are there too, with the reason. */
export function faultsFor(frame: Frame, target: FaultTarget): FaultMenu {
  const { node, scope } = target;
  const system = frame.systems.find(({ name }) => name === target.system?.name);
  if (system !== undefined) return systemFaults(frame, system, target.system?.part ?? "");
  const server = node.startsWith("server/") ? node.slice("server/".length) : serverOf(frame, scope);
  const object = target.key === undefined ? [] : [objectFaults(frame, scope.kind, target.key)];
  switch (node) {
    case "etcd":
      return { subject: { type: "etcd", name: "etcd", state: "" }, groups: [etcdFaults(frame)] };
    case "handlers":
      return {
        subject: { type: "handlers", name: scope.kind, state: "" },
        groups: [handlerFaults(frame, scope), processFaults(frame, scope)],
      };
    case "queue":
    case "workers":
      return {
        subject: processSubject(frame, scope),
        groups: [processFaults(frame, scope), [answerWrite(frame, scope)]],
      };
    case "client":
      return {
        subject: { type: "client", name: scope.process, state: "" },
        groups: [[answerWrite(frame, scope), ...permissions(frame, scope)], linkFaults(frame, scope, server)],
      };
    case "store":
    case "truth":
      return {
        subject: { type: "object", name: target.key ?? scope.kind, state: "" },
        groups: [...object, watchFaults(frame, scope), processFaults(frame, scope)],
      };
    default:
      if (node.startsWith("server/")) {
        const state = frame.servers.find(({ id }) => id === server)?.state ?? "";
        const groups = [
          serverFaults(frame, scope, server),
          watchFaults(frame, scope),
          linkFaults(frame, scope, server),
        ];
        return { subject: { type: "server", name: server, state }, groups };
      }
      return {
        subject: {
          type: "watch",
          name: `${scope.process} · ${scope.kind}`,
          state: streamState(openStream(frame, scope) ?? anyStream(frame, scope)),
        },
        groups: [watchFaults(frame, scope), [...linkFaults(frame, scope, server), restart(frame, server)]],
      };
  }
}

const CONNECT_MODES: readonly FailureMode[] = [410, 429, 500, "refused", "eof"];
const LIST_MODES: readonly FailureMode[] = [410, 429, 500, 504, "refused", "timeout"];
const WRITE_MODES: readonly FailureMode[] = [409, 429, 500, 403, "timeout"];
const STREAM_MODES: readonly FailureMode[] = ["eof", "reset", 410, 429, 500];
const SERVER_MODES: readonly FailureMode[] = [429, 500, 503, "timeout"];
const SECOND = 1_000_000;

function watchFaults(frame: Frame, scope: Scope): readonly MenuEntry[] {
  const { process: client, kind } = scope;
  const reflector = informerOf(frame, scope);
  const blocked = openStream(frame, scope) === undefined ? "noStream" : undefined;
  const refuseWatch = forModes(CONNECT_MODES, answering({ client, verb: "watch", kind }), (mode) =>
    ofWatchAnswer(mode, reflector),
  );
  const refuseList = forModes(LIST_MODES, answering({ client, verb: "list", kind }), (mode) =>
    ofListAnswer(mode, reflector),
  );
  const hold = forSpans(
    [SECOND / 2, 2 * SECOND, 10 * SECOND],
    (duration) => ({ type: "holdEvents", client, kind, duration }),
    { type: "staleStore" },
  );
  const lose = [1, 3].map((count) => ({
    label: { type: "count", count } as const,
    action: { type: "loseEvent", client, kind, count } as const,
    outcome: { type: "neverTold" } as const,
  }));
  const end = forModes(
    STREAM_MODES,
    (mode) => ({ type: "endWatch", client, kind, mode }),
    (mode) => ofStreamEnd(mode, reflector),
  );
  return [
    entry("answerWatch", kind, refuseWatch, { extents: true }),
    entry("answerList", kind, refuseList, { extents: true }),
    entry("holdEvents", kind, hold, { blocked }),
    entry("loseEvent", kind, lose, { blocked }),
    entry("silenceWatch", kind, only({ type: "silenceWatch", client, kind }, { type: "staleStore" }), { blocked }),
    entry("endWatch", kind, end, { blocked }),
  ];
}

function answerWrite(frame: Frame, { process }: Scope): MenuEntry {
  const inFlight = processOf(frame, { process, kind: "" })?.client.inFlight[0]?.verb.toLowerCase();
  const verb = (["update", "patch", "delete"] as const).find((each) => each === inFlight) ?? "create";
  const options = forModes(WRITE_MODES, answering({ client: process, verb }), ofWriteAnswer);
  return entry("answerWrite", verb.toUpperCase(), options, { extents: true });
}

function linkFaults(frame: Frame, { process }: Scope, server: string): readonly MenuEntry[] {
  const link = frame.links.find((each) => each.process === process && each.server === server);
  const name = `${server} ↔ ${process}`;
  const isCut = link?.state === "cut" ? "linkIsCut" : undefined;
  const isUp = link === undefined || link.state === "up" ? "linkIsUp" : undefined;
  const breaks = { type: "watchesBreak" } as const;
  const cut = forSpans(
    [2 * SECOND, 10 * SECOND],
    (duration) => ({ type: "cutLink", process, server, duration }),
    breaks,
  );
  const slow = forSpans([50_000, SECOND / 2], (delay) => ({ type: "slowLink", process, server, delay }), {
    type: "later",
  });
  return [
    entry("cutLink", name, [...cut, ...only({ type: "cutLink", process, server }, breaks)], { blocked: isCut }),
    entry("slowLink", name, slow, { blocked: isCut }),
    entry("mendLink", name, only({ type: "mendLink", process, server }, { type: "mends" }), { blocked: isUp }),
  ];
}

function restart(frame: Frame, server: string): MenuEntry {
  const blocked = frame.servers.find(({ id }) => id === server)?.state === "down" ? "serverIsDown" : undefined;
  const options = forSpans([SECOND, 10 * SECOND], (downFor) => ({ type: "restartServer", server, downFor }), {
    type: "emptyRing",
  });
  return entry("restartServer", server, options, { blocked });
}

function serverFaults(frame: Frame, { kind, process }: Scope, server: string): readonly MenuEntry[] {
  const freeze = forSpans([2 * SECOND, 10 * SECOND], (duration) => ({ type: "freezeCache", server, kind, duration }), {
    type: "staleReads",
  });
  const any = forModes(SERVER_MODES, answering({ client: process }), () => ({ type: "everyRequestFails" }));
  const stop = entry("stopAnswering", server, only({ type: "stopAnswering" }, { type: "mends" }));
  return [
    restart(frame, server),
    entry("freezeCache", kind, freeze),
    entry("answerAny", process, any, { extents: true }),
    ...(frame.faults.some(({ fault }) => fault === "answer") ? [stop] : []),
    ...(frame.definitions.length > 0 ? [deleteDefinition(frame)] : []),
  ];
}

function deleteDefinition({ definitions }: Frame): MenuEntry {
  const options = definitions.map((name) => ({
    label: { type: "name", name } as const,
    action: { type: "delete", target: { kind: "CustomResourceDefinition", name } } as const,
    outcome: { type: "kindGoes" } as const,
  }));
  return entry("deleteDefinition", "", options);
}

function etcdFaults({ etcd }: Frame): readonly MenuEntry[] {
  const duration = 10 * SECOND;
  const slow = forSpans([20_000, 200_000], (delay) => ({ type: "slowEtcd", delay, duration: micros(duration) }), {
    type: "later",
  });
  const blocked = etcd.compacted >= etcd.revision ? "nothingToCompact" : undefined;
  return [
    entry("compact", "etcd", only({ type: "compact" }, { type: "historyGone" }), { blocked }),
    entry("slowEtcd", "etcd", slow),
  ];
}

function handlerFaults(frame: Frame, scope: Scope): readonly MenuEntry[] {
  const { process, kind } = scope;
  const handlers = informerOf(frame, scope)?.handlers ?? [];
  if (handlers.length === 0) return [entry("slowHandler", kind, [], { blocked: "noHandlers" })];
  return handlers.map(({ id: handler }) => {
    const spans = [100_000, SECOND, 10 * SECOND];
    return entry(
      "slowHandler",
      handler,
      forSpans(spans, (takes) => ({ type: "slowHandler", process, kind, handler, takes }), { type: "handlerBehind" }),
    );
  });
}

function processFaults(frame: Frame, { process }: Scope): readonly MenuEntry[] {
  const state = processOf(frame, { process, kind: "" })?.state;
  const blocked = state === "stopped" || state === "crashed" || state === undefined ? "processIsDown" : undefined;
  const gone = { type: "memoryGone" } as const;
  const crash = forSpans([SECOND, 10 * SECOND], (restartAfter) => ({ type: "crash", process, restartAfter }), gone);
  const pause = forSpans([2 * SECOND, 20 * SECOND], (duration) => ({ type: "pause", process, duration }), {
    type: "allWaits",
  });
  return [
    entry("crash", process, [...crash, ...only({ type: "crash", process }, gone)], { blocked }),
    entry("pause", process, pause, { blocked }),
    entry("stop", process, only({ type: "stop", process }, { type: "stops" }), { blocked }),
  ];
}

function permissions(frame: Frame, scope: Scope): readonly MenuEntry[] {
  const { process } = scope;
  const kinds = (processOf(frame, scope)?.informers ?? []).map(({ kind }) => kind);
  const rules = kinds.flatMap((kind) => ["create", "update", "watch"].map((verb) => ({ verb, kind })));
  const change = (type: "revoke" | "grant") =>
    rules.map(({ verb, kind }) => ({
      label: { type: "name", name: `${verb} ${kind}` } as const,
      action: { type, process, verb, kind } as const,
      outcome: { type: type === "revoke" ? "forbidden" : "mends" } as const,
    }));
  return [entry("revoke", process, change("revoke")), entry("grant", process, change("grant")), token(frame, process)];
}

/** Its token is taken away, or it gets a new one. */
function token({ revokedTokens }: Frame, process: string): MenuEntry {
  return revokedTokens.includes(process)
    ? entry("renewToken", process, only({ type: "renewToken", process }, { type: "mends" }))
    : entry("revokeToken", process, only({ type: "revokeToken", process }, { type: "unauthorized" }));
}

function objectFaults(frame: Frame, kind: string, key: string): readonly MenuEntry[] {
  const there = frame.truth.find((each) => each.kind === kind)?.objects.some((object) => object.key === key) === true;
  const target = referenceTo(kind, key);
  const blocked = there ? undefined : "noObject";
  return [
    entry("deleteObject", key, only({ type: "delete", target }, { type: "gracefully" }), { blocked }),
    entry("deleteNow", key, only({ type: "delete", target, gracePeriodSeconds: 0 }, { type: "atOnce" }), { blocked }),
  ];
}

function processSubject(frame: Frame, scope: Scope): FaultMenu["subject"] {
  return { type: "process", name: scope.process, state: processOf(frame, scope)?.state ?? "" };
}

/** The server that the scope's informer watches, else the first. */
function serverOf(frame: Frame, scope: Scope): string {
  const watched = frame.servers.find(({ streams }) =>
    streams.some((stream) => isOf(stream, scope) && stream.state !== "closed"),
  );
  return (watched ?? frame.servers[0])?.id ?? "";
}

function openStream(frame: Frame, scope: Scope): StreamFrame | undefined {
  const stream = anyStream(frame, scope);
  return stream?.state === "closed" ? undefined : stream;
}

function anyStream(frame: Frame, scope: Scope): StreamFrame | undefined {
  return frame.servers
    .flatMap(({ streams }) => streams.filter((stream) => isOf(stream, scope)))
    .reduce<StreamFrame | undefined>(
      (best, each) => (best === undefined || each.id > best.id ? each : best),
      undefined,
    );
}

function isOf({ client, kind }: StreamFrame, scope: Scope): boolean {
  return client === scope.process && kind === scope.kind;
}

function streamState(stream: StreamFrame | undefined): string {
  if (stream === undefined) return "";
  return stream.closedBy === "" ? stream.state : `${stream.state} · ${stream.closedBy}`;
}
