/** What a lane shows, in the order of cause: from the person's hand to the pods. */
export const LANE_PARTS = [
  "you",
  "script",
  "etcd",
  "server",
  "cache",
  "network",
  "watch",
  "informer",
  "decoder",
  "reflector",
  "fifo",
  "loop",
  "store",
  "resync",
  "pop",
  "handler",
  "queue",
  "key",
  "chart",
  "worker",
  "client",
  "process",
  "system",
  "agent",
  "pod",
  "other",
] as const;

/** What a lane shows. */
export type LanePart = (typeof LANE_PARTS)[number];

/** A lane's name taken apart: `web/Pod/reflector` is the reflector of Pod in the process web. */
export type LaneName = {
  readonly name: string;
  readonly part: LanePart;
  /** The process it belongs to; empty for the cluster's own. */
  readonly process: string;
  /** The kind of the informer it belongs to; empty for everything else. */
  readonly kind: string;
  /** The key, server, name or number that tells it from its like. */
  readonly subject: string;
};

type Rule = { readonly part: LanePart; readonly pattern: RegExp };

/** Names of lanes are ids of actors. The first rule that fits says what the lane shows. */
const RULES: readonly Rule[] = [
  { part: "you", pattern: /^user$/ },
  { part: "script", pattern: /^script$/ },
  { part: "etcd", pattern: /^etcd$/ },
  { part: "watch", pattern: /^server\/[^/]+\/watch\/(?<process>.+)\/(?<kind>[^/]+)$/ },
  { part: "cache", pattern: /^server\/[^/]+\/cache\/(?<subject>[^/]+)$/ },
  { part: "server", pattern: /^server\/(?<subject>[^/]+)$/ },
  // What a recorded run talks to: one scripted server, or a store with one lease.
  { part: "server", pattern: /^server$/ },
  { part: "other", pattern: /^(?<subject>lease)$/ },
  { part: "network", pattern: /^(link|network)\/(?<subject>.+)$/ },
  { part: "pod", pattern: /^pod\/(?<subject>.+)$/ },
  { part: "agent", pattern: /^(?<subject>(scheduler|kubelet|node)(\/.+)?)$/ },
  { part: "pop", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)\/pop\/(?<subject>.+)$/ },
  { part: "handler", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)\/handler\/(?<subject>.+)$/ },
  { part: "watch", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)\/watch$/ },
  { part: "informer", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)(\/informer)?$/ },
  { part: "decoder", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)\/decoder$/ },
  { part: "reflector", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)\/reflector$/ },
  { part: "fifo", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)\/fifo$/ },
  { part: "loop", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)\/process$/ },
  { part: "store", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)\/(store|indexer)$/ },
  { part: "resync", pattern: /^(?<process>[^/]+)\/(?<kind>[A-Z][^/]*)\/resync$/ },
  { part: "queue", pattern: /^(?<process>[^/]+)\/queue(\/(?<subject>.+))?$/ },
  { part: "key", pattern: /^(?<process>[^/]+)\/key\/(?<subject>.+)$/ },
  { part: "chart", pattern: /^(?<process>[^/]+)\/chart\/(?<subject>.+)$/ },
  { part: "worker", pattern: /^(?<process>[^/]+)\/worker\/(?<subject>[^/]+)$/ },
  { part: "client", pattern: /^(?<process>[^/]+)\/client$/ },
  { part: "process", pattern: /^(?<process>[^/]+)$/ },
  { part: "system", pattern: /^(?<process>[^/]+)\/(?<subject>[a-z][^/]*)$/ },
];

/** Takes a lane's name apart. */
export function readLane(name: string): LaneName {
  for (const { part, pattern } of RULES) {
    const found = pattern.exec(name);
    if (found === null) continue;
    const { process = "", kind = "", subject = "" } = found.groups ?? {};
    return { name, part, process, kind, subject };
  }
  return { name, part: "other", process: "", kind: "", subject: name };
}

/** The informer that a lane is a part of, `web/Pod`; empty when it is none's. The server's end of its watch is not. */
export function informerOfLane({ part, process, kind }: LaneName): string {
  return kind === "" || part === "watch" ? "" : `${process}/${kind}`;
}

/**
 * Lanes in the order of cause. The parts of one informer stand together, kind by kind in the order in which they
 * appeared, and processes one after the other, so that an arrow from cause to effect mostly points downwards.
 */
export function inCauseOrder(names: readonly string[]): readonly LaneName[] {
  const lanes = names.map(readLane);
  const processes = firsts(lanes.map(({ process }) => process));
  const kinds = firsts(lanes.map(({ kind }) => kind));
  const rankOf = ({ part, process, kind }: LaneName): readonly number[] => [
    partGroup(part),
    processes.get(process) ?? 0,
    kind === "" ? LANE_PARTS.indexOf(part) : LANE_PARTS.indexOf("watch"),
    kinds.get(kind) ?? 0,
    LANE_PARTS.indexOf(part === "pop" ? "handler" : part),
  ];
  return lanes
    .map((lane) => ({ lane, rank: rankOf(lane) }))
    .sort(
      (a, b) =>
        compareRanks(a.rank, b.rank) || compareSubjects(a.lane.subject, b.lane.subject) || compareParts(a.lane, b.lane),
    )
    .map(({ lane }) => lane);
}

/** Of one listener the pump comes first: it hands over to the runner. */
function compareParts(a: LaneName, b: LaneName): number {
  return LANE_PARTS.indexOf(a.part) - LANE_PARTS.indexOf(b.part);
}

/** Everything between the watch and the client is sorted process by process. */
function partGroup(part: LanePart): number {
  const index = LANE_PARTS.indexOf(part);
  const first = LANE_PARTS.indexOf("watch");
  return index >= first && index <= LANE_PARTS.indexOf("client") ? first : index;
}

function firsts(values: readonly string[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  for (const value of values) if (!seen.has(value)) seen.set(value, seen.size);
  return seen;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function compareSubjects(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (Number.isInteger(x) && Number.isInteger(y)) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** kubectl's short names. Where lane titles have little room, kinds are called by them, all of them. */
const SHORT_KINDS: Readonly<Record<string, string>> = {
  ConfigMap: "cm",
  CronJob: "cj",
  DaemonSet: "ds",
  Deployment: "deploy",
  Endpoints: "ep",
  Job: "job",
  Namespace: "ns",
  Node: "node",
  Pod: "pod",
  ReplicaSet: "rs",
  Service: "svc",
  StatefulSet: "sts",
};

/** A lane whose kind is called by its short name; a kind without one keeps its name. */
export function withShortKind(lane: LaneName): LaneName {
  const shortOf = (kind: string) => SHORT_KINDS[kind] ?? kind;
  return { ...lane, kind: shortOf(lane.kind), subject: lane.part === "cache" ? shortOf(lane.subject) : lane.subject };
}

/** The processes of controllers: those with an informer, a queue or a worker. */
export function controllersIn(lanes: readonly LaneName[]): ReadonlySet<string> {
  return new Set(lanes.flatMap(({ part, process }) => (OF_CONTROLLERS.has(part) ? [process] : [])));
}

const OF_CONTROLLERS: ReadonlySet<LanePart> = new Set(["informer", "reflector", "loop", "queue", "worker"]);

/**
 * Whether a lane's title has to name the process: where there are several controller processes, and for a client that is
 * none.
 */
export function namesProcess(lanes: readonly LaneName[]): (lane: LaneName) => boolean {
  const controllers = controllersIn(lanes);
  return ({ process }) => process !== "" && (controllers.size > 1 || !controllers.has(process));
}
