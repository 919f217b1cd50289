import type { AuditEntry } from "../simulation/cluster/audit.ts";
import type {
  Frame,
  LevelFrame,
  ProcessFrame,
  RequestFrame,
  ServerFrame,
  StreamFrame,
  WebhookFrame,
} from "../simulation/cluster/frame.ts";
import { usernameOf } from "../simulation/cluster/identity.ts";
import type { Tone } from "../simulation/cluster/lanes.ts";

/** The control plane as a hub and its spokes: who talks to whom, as whom, and what is on its way now. */
export type Topology = {
  readonly etcd: { readonly revision: number; readonly isLive: boolean };
  readonly servers: readonly Hub[];
  readonly spokes: readonly Spoke[];
  /** Kubelets that are not shown. */
  readonly more: number;
  readonly admission: Admission;
};

/** The webhooks that an API server calls for writes: one after the other, then the schema, then all at once. */
export type Admission = { readonly mutating: readonly Hook[]; readonly validating: readonly Hook[] };

export type Hook = {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly calls: number;
  readonly refused: number;
  /** Whether it was called in this step. */
  readonly isLive: boolean;
};

export type Hub = {
  readonly id: string;
  readonly isUp: boolean;
  readonly streams: number;
  /** Requests that are not answered yet. */
  readonly inFlight: number;
  /** Priority levels in which requests have seats or wait for one. */
  readonly levels: readonly LevelFrame[];
  readonly isLive: boolean;
};

/** One client of the API servers and the two ways between them: its requests, and its watches. */
export type Spoke = {
  readonly client: string;
  readonly role: "user" | "scheduler" | "controller" | "kubelet";
  /** Under which name the API server knows it, and what it proves that with. */
  readonly user: string;
  readonly credential: "kubeconfig" | "certificate" | "token";
  /** What happened to the client itself. */
  readonly state: ProcessFrame["state"] | "";
  readonly tone: Tone;
  readonly request: Request | undefined;
  /** Requests that are not answered yet. */
  readonly inFlight: number;
  readonly watch: Watch;
  /** What keeps it from being served. */
  readonly broken: "" | "unauthorized" | "forbidden" | "cut" | "down";
};

/** The newest request: where it is, and what came of it. `client` where it is not the spoke's own. */
export type Request = {
  readonly client: string;
  readonly verb: string;
  readonly kind: string;
  /** 0 while there is no answer. */
  readonly code: number;
  readonly phase: "toServer" | "atServer" | "toClient" | "done";
  /** Whether it moved in this step. */
  readonly isLive: boolean;
};

/** The watches of a client, each kind once. */
export type Watch = {
  readonly kinds: readonly string[];
  readonly state: "none" | "open" | "held" | "silent" | "closed";
  /** Whether an event went out in this step. */
  readonly isLive: boolean;
};

/** Kubelets that have a spoke of their own. */
const KUBELETS = 4;

/** Reads the hub and its spokes from the frame, and from the one before what moved. */
export function readTopology(frame: Frame, before: Frame | undefined): Topology {
  const kubelets = frame.nodes.map(({ name }) => `kubelet/${name}`);
  const known = new Set(["scheduler", ...frame.processes.map(({ name }) => name), ...kubelets]);
  const isOther = (client: string) => !known.has(client);
  const view = { frame, before };
  return {
    etcd: {
      revision: frame.etcd.revision,
      isLive: before !== undefined && before.etcd.revision !== frame.etcd.revision,
    },
    servers: frame.servers.map((server) => hubOf(server, before)),
    spokes: [
      spokeOf(view, "user", "user", isOther),
      ...frame.processes.map(({ name }) => spokeOf(view, name, "controller", (client) => client === name)),
      spokeOf(view, "scheduler", "scheduler", (client) => client === "scheduler"),
      ...kubelets.slice(0, KUBELETS).map((name) => spokeOf(view, name, "kubelet", (client) => client === name)),
    ],
    more: Math.max(0, kubelets.length - KUBELETS),
    admission: { mutating: hooksOf(view, "mutating"), validating: hooksOf(view, "validating") },
  };
}

function hooksOf({ frame, before }: View, wanted: WebhookFrame["type"]): readonly Hook[] {
  return frame.webhooks
    .filter(({ type }) => type === wanted)
    .map(({ name, kinds, calls, refused }) => {
      const old = before?.webhooks.find((each) => each.name === name);
      return { name, kinds, calls, refused, isLive: old !== undefined && old.calls !== calls };
    });
}

type View = { readonly frame: Frame; readonly before: Frame | undefined };

function hubOf({ id, state, streams, requests, levels }: ServerFrame, before: Frame | undefined): Hub {
  const old = before?.servers.find((server) => server.id === id);
  const inFlight = requests.filter((request) => request.state !== "done").length;
  const wereMoving = old?.requests.filter(
    (request) => request.state === "served" || request.state === "waiting",
  ).length;
  const areMoving = requests.filter((request) => request.state === "served" || request.state === "waiting").length;
  return {
    id,
    isUp: state === "up",
    streams: streams.filter((stream) => stream.state !== "closed").length,
    inFlight,
    levels: levels.filter((level) => level.inUse + level.waiting > 0),
    isLive: old !== undefined && wereMoving !== areMoving,
  };
}

function spokeOf(view: View, client: string, role: Spoke["role"], isMeant: (client: string) => boolean): Spoke {
  const { frame, before } = view;
  const process = frame.processes.find(({ name }) => name === client);
  const requests = frame.servers.flatMap((server) => server.requests).filter((each) => isMeant(each.client));
  const answered = newestAnswer(frame, isMeant);
  const request = newestRequest(requests, before, answered, client);
  const watch = watchOf(streamsOf(frame, isMeant), streamsOf(before, isMeant));
  const broken = brokenBy(frame, client, answered);
  return {
    client,
    role,
    user: process?.user ?? usernameOf(client, []),
    credential: role === "user" ? "kubeconfig" : role === "controller" ? "token" : "certificate",
    state: process?.state ?? "",
    tone: toneOf(process, broken, watch),
    request,
    inFlight: requests.filter(({ state }) => state !== "done").length,
    watch,
    broken,
  };
}

/** The last answer that the client got, as the audit log has it. */
function newestAnswer(frame: Frame, isMeant: (client: string) => boolean): AuditEntry | undefined {
  return frame.servers
    .flatMap(({ audit }) => audit)
    .filter(({ stage, client }) => stage !== "RequestReceived" && isMeant(client))
    .reduce<AuditEntry | undefined>(
      (best, each) => (best === undefined || each.at >= best.at ? each : best),
      undefined,
    );
}

const PHASES: Readonly<Record<RequestFrame["state"], Request["phase"]>> = {
  travelling: "toServer",
  queued: "atServer",
  served: "atServer",
  waiting: "atServer",
  returning: "toClient",
  done: "done",
};

/** What is on its way; else what was answered last. */
function newestRequest(
  requests: readonly RequestFrame[],
  before: Frame | undefined,
  answered: AuditEntry | undefined,
  own: string,
): Request | undefined {
  const moving = requests.filter(({ state }) => state !== "done");
  const newest = [...(moving.length > 0 ? moving : requests)].sort((a, b) => b.id - a.id)[0];
  if (newest === undefined) {
    if (answered === undefined) return undefined;
    const { client, verb, kind, code } = answered;
    return { client: client === own ? "" : client, verb, kind, code, phase: "done", isLive: false };
  }
  const { id, client, verb, kind, code, state } = newest;
  const old = before?.servers.flatMap((server) => server.requests).find((each) => each.id === id);
  const isLive = before !== undefined && old?.state !== state;
  return { client: client === own ? "" : client, verb, kind, code, phase: PHASES[state], isLive };
}

/** The newest stream of each kind. */
function streamsOf(frame: Frame | undefined, isMeant: (client: string) => boolean): readonly StreamFrame[] {
  const newest = new Map<string, StreamFrame>();
  for (const stream of frame?.servers.flatMap((server) => server.streams) ?? []) {
    if (!isMeant(stream.client)) continue;
    if ((newest.get(stream.kind)?.id ?? -1) < stream.id) newest.set(stream.kind, stream);
  }
  return [...newest.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

function watchOf(streams: readonly StreamFrame[], before: readonly StreamFrame[]): Watch {
  const has = (state: StreamFrame["state"]) => streams.some((stream) => stream.state === state);
  const state =
    streams.length === 0
      ? "none"
      : has("silent")
        ? "silent"
        : has("held")
          ? "held"
          : streams.every((stream) => stream.state === "closed")
            ? "closed"
            : "open";
  const isLive = streams.some(({ id, rv }) => before.some((old) => old.id === id && old.rv !== rv));
  return { kinds: streams.map(({ kind }) => kind), state, isLive };
}

function brokenBy(frame: Frame, client: string, answered: AuditEntry | undefined): Spoke["broken"] {
  if (frame.servers.every(({ state }) => state === "down")) return "down";
  if (frame.links.some((link) => link.process === client && link.state === "cut")) return "cut";
  return (answered === undefined ? undefined : REFUSALS[answered.code]) ?? "";
}

const REFUSALS: Readonly<Record<number, Spoke["broken"]>> = { 401: "unauthorized", 403: "forbidden" };

function toneOf(process: ProcessFrame | undefined, broken: Spoke["broken"], watch: Watch): Tone {
  if (process?.state === "crashed" || broken !== "") return "failed";
  if (watch.state === "silent") return "stale";
  if (watch.state === "held" || process?.state === "paused") return "waiting";
  return watch.state === "open" ? "ok" : "idle";
}
