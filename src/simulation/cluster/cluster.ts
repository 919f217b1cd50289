import type { PersistentMap } from "../../base/persistent-map.ts";
import type { Micros } from "../../base/time.ts";
import { assignTo, type Domain, own, type Turn } from "../kernel/turn.ts";
import type { TraceEvent, World } from "../kernel/world.ts";
import type { KindRegistry } from "../kubernetes/kind.ts";
import type { Json, KubeObject } from "../kubernetes/object.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import type { WatchEvent } from "../kubernetes/watch-event.ts";
import type { FailureMode, RequestMatcher } from "./actions.ts";
import type { AuditEntry } from "./audit.ts";
import type { Etcd } from "./etcd.ts";
import type { EtcdLatency } from "./etcd-latency.ts";
import type { ClusterFact } from "./facts.ts";
import type { InformerState } from "./informer/informer-state.ts";
import type { ClusterMessage } from "./messages.ts";
import type { NetworkReason } from "./network-reason.ts";
import type { ControllerSpec, Denial, Plan } from "./plan.ts";
import type { ControllerLoop } from "./queue/controller-loop.ts";
import type { Elector } from "./queue/elector.ts";
import type { Limiter } from "./queue/limiter.ts";
import type { Answer, ReconcilePhase, ReconcilerKind, Run } from "./reconciler.ts";
import type { ApiServer } from "./server/api-server.ts";
import type { LevelName } from "./server/flow-schema.ts";
import type { ApiRequest, ApiResponse, Waiting } from "./server/request.ts";
import type { WatchId } from "./server/server-fact.ts";
import type { Signing } from "./signer-answer.ts";
import type { SystemKind, SystemSpec } from "./system.ts";

/** Everything that exists in the simulated world, apart from charts, timers and messages, which the kernel keeps. */
export type Cluster = {
  readonly plan: Plan;
  readonly kinds: KindRegistry;
  readonly etcd: Etcd;
  readonly servers: Readonly<Record<string, Server>>;
  readonly links: Readonly<Record<string, Link>>;
  /** Requests in flight, and the newest ones that were answered. */
  readonly calls: PersistentMap<string, Call>;
  /** Ids of the calls that are kept, oldest first. */
  readonly callOrder: readonly number[];
  /** By number. */
  readonly streams: PersistentMap<string, Stream>;
  /** Numbers of streams by the watch that they carry. */
  readonly streamsByWatch: PersistentMap<WatchId, number>;
  readonly processes: Readonly<Record<string, Process>>;
  readonly informers: Readonly<Record<string, InformerState>>;
  readonly agents: Readonly<Record<string, Agent>>;
  readonly systems: Readonly<Record<string, System>>;
  readonly faults: readonly ActiveFault[];
  /** What RBAC refuses, now. */
  readonly denied: readonly Denial[];
  /** Processes whose token no server takes. */
  readonly revokedTokens: readonly string[];
  /** What the webhooks were asked, by name; those that nobody asked yet are missing. */
  readonly webhookCalls: Readonly<Record<string, WebhookCalls>>;
  /** The newest lines of the servers' audit logs, oldest first. */
  readonly audit: readonly AuditEntry[];
  readonly etcdLatency: readonly EtcdLatency[];
  /** Steps of the script that wait for an event, with how many they have seen. */
  readonly awaited: readonly AwaitedStep[];
  readonly nextCall: number;
  readonly nextStream: number;
  readonly nextFault: number;
  /** What must never happen and did, oldest first. */
  readonly violations: readonly Violation[];
  /** Whether a fault has swallowed events: then stores may lack what their version promises. */
  readonly isLossy: boolean;
};

/** How often a webhook was called, and how often it stopped the request. */
export type WebhookCalls = { readonly calls: number; readonly refused: number };

/** Something that must never happen, and did. `invariant` is the name of its check. */
export type Violation = { readonly invariant: string; readonly message: string };

/** The world of the cluster between two steps. */
export type ClusterWorld = World<Cluster, ClusterMessage>;
/** What the kernel delivers through: the charts, and the code of the controllers. */
export type ClusterDomain = Domain<Cluster, ClusterMessage, ClusterFact> & {
  readonly reconcilers: Readonly<Record<string, ReconcilerKind>>;
  readonly systems: Readonly<Record<string, SystemKind>>;
  /** Runs that wait for an answer, by their journals. They only save time: a run that is not here is replayed. */
  readonly paused: WeakMap<readonly Answer[], Run>;
};
/** The workspace of one step of the cluster. */
export type ClusterTurn = Turn<Cluster, ClusterMessage, ClusterFact> & { readonly domain: ClusterDomain };
/** An event of the cluster's trace. */
export type ClusterEvent = TraceEvent<ClusterFact>;

/** One API server process and what faults do to it. */
export type Server = {
  readonly api: ApiServer;
  /** Kinds whose cache does not apply anything until then. */
  readonly frozen: Readonly<Record<string, Micros>>;
};

/** The way between a process and a server. A new `epoch` begins when it is cut: what was on its way is lost. */
export type Link = {
  readonly state: "up" | "cut" | "slow";
  readonly until: Micros | undefined;
  readonly delay: Micros;
  readonly epoch: number;
};

/** Who waits for an answer. */
export type ReplyTo =
  // `run` tells an incarnation of the process from the next one.
  | { readonly type: "list"; readonly informer: string; readonly n: number; readonly run: number }
  | { readonly type: "watch"; readonly informer: string; readonly n: number; readonly run: number }
  | {
      readonly type: "worker";
      readonly process: string;
      readonly worker: number;
      readonly position: number;
      readonly run: number;
    }
  | { readonly type: "agentWatch"; readonly agent: string }
  | { readonly type: "agentWrite"; readonly agent: string }
  | { readonly type: "elector"; readonly process: string; readonly id: number; readonly run: number }
  | { readonly type: "system"; readonly actor: string; readonly tag: string; readonly run: number }
  | { readonly type: "nobody" };

/** What came back. */
export type CallResult =
  | { readonly type: "response"; readonly response: ApiResponse }
  | { readonly type: "stream"; readonly stream: number }
  | { readonly type: "network"; readonly reason: NetworkReason };

/**
 * A request: kept back in its client (by the limiter, or until it is tried again), on its way, at the server (in a queue for a seat, or being worked on), or on
 * its way back. One that is tried again becomes a call of its own.
 */
/** What signers said to a request's webhooks, by hook and round: `a-sign 1`. */
export type SignerAnswers = { readonly [call: string]: Signing };

export type Call = {
  readonly id: number;
  readonly client: string;
  readonly server: string;
  readonly request: ApiRequest;
  readonly replyTo: ReplyTo;
  /** When the client asked for it the first time. */
  readonly sentAt: Micros;
  /** From 1. */
  readonly attempt: number;
  /** When it reached its server. */
  readonly arrivedAt: Micros | undefined;
  /** When the server began to work on it: later than that if it had to wait for a seat. */
  readonly begunAt: Micros | undefined;
  /** The priority level in which it waits for a seat, or has had one. */
  readonly level: LevelName | undefined;
  readonly epoch: number;
  readonly state: "delayed" | "travelling" | "queued" | "served" | "waiting" | "returning" | "done";
  /** Whether the client saw its connection break. The server may go on with the request, but nobody hears its answer. */
  readonly broken: boolean;
  readonly waiting: Waiting | undefined;
  /** The version of the object that admission webhooks have judged, and what signers said; while they do, others may write it. */
  readonly admitted:
    | {
        readonly version: number;
        readonly answers: SignerAnswers;
        /** The event of the webhook that answered last. */
        readonly judgedBy: number | undefined;
      }
    | undefined;
  /** Whether etcd has the write of a request that was answered 504: it is still stored, and nobody hears of that. */
  readonly isLate: boolean;
  readonly result: CallResult | undefined;
  /** Whether a fault gave the answer. */
  readonly fault: boolean;
};

/** A watch that is being served. */
export type Stream = {
  readonly id: number;
  readonly watch: WatchId;
  /** The request that it answers. */
  readonly call: number;
  readonly server: string;
  readonly client: string;
  readonly kind: string;
  readonly from: string;
  readonly replyTo: ReplyTo;
  readonly epoch: number;
  readonly state: "initial" | "open" | "held" | "silent" | "closed";
  readonly closedBy: string;
  /** Whether it ended with its connection: frames that were on their way never arrive. */
  readonly broken: boolean;
  readonly deadline: Micros;
  /** Version of the newest thing sent. */
  readonly revision: number;
  /** The newest line that the server wrote, and the newest that the client read. */
  readonly sent: WatchEvent | undefined;
  readonly taken: WatchEvent | undefined;
  /** When the newest frame arrives: later ones do not overtake it. */
  readonly arrivesAt: Micros;
  readonly heldUntil: Micros | undefined;
  /** Events that a fault will drop. */
  readonly losing: number;
  /** Whether a writing step is on the agenda. */
  readonly writing: boolean;
  /** What is queued for it, oldest first: the version of each event, and the event by which the cache came to it. */
  readonly queued: readonly { readonly revision: string; readonly cause: number }[];
};

/** A message that a paused process has not got yet, and the event that posted it. */
export type Held = { readonly to: string; readonly message: ClusterMessage; readonly cause: number | undefined };

/** A controller process: manager, informers, one controller with its queue and workers. */
export type Process = {
  readonly name: string;
  readonly spec: ControllerSpec;
  readonly state: "starting" | "running" | "stopping" | "stopped" | "crashed";
  /** What waits for a paused process, in the order in which it came; undefined while the process is not paused. */
  readonly held: readonly Held[] | undefined;
  /** Whether a stop has waited as long as it may: then nothing is waited for any more but the end of the election. */
  readonly isOutOfGrace: boolean;
  /** Times it was started. */
  readonly runs: number;
  readonly loop: ControllerLoop;
  /** What the controller's code keeps in memory: expectations and the like. */
  readonly memory: Json;
  /** By key, `seq` of the event that set its delay, and of that which put it in line: the causes of what the end of either brings. */
  readonly causes: Readonly<Record<"delay" | "line", PersistentMap<string, number>>>;
  /** Runs of the reconciler in progress, by worker. */
  readonly active: Readonly<Record<number, ActiveRun>>;
  readonly reconciles: number;
  /** The newest finished outcome of each worker. */
  readonly outcomes: Readonly<Record<number, string>>;
  /** Its part in the election of a leader; undefined without one. */
  readonly elector: Elector | undefined;
  /** Informers whose handlers were registered. */
  readonly joined: readonly string[];
  /** Longer handler calls that a fault asked for, by `Kind/handler`. */
  readonly slowHandlers: Readonly<Record<string, Micros>>;
  /** The token bucket of the process's client; undefined when it has none. */
  readonly throttle: Limiter | undefined;
};

/** A reconcile in progress: enough to go on with it after any seek. */
export type ActiveRun = {
  readonly reconcile: number;
  readonly key: ObjectKey;
  readonly attempt: number;
  readonly startedAt: Micros;
  readonly phase: ReconcilePhase;
  /** The answers so far. */
  readonly journal: readonly Answer[];
  /** Whether the replies in flight belong to one live read, or to writes. */
  readonly awaiting: "reply" | "replies";
  /** Replies to the requests that are in flight, by position; `undefined` where one is still missing. */
  readonly replies: readonly (CallResult | undefined)[];
  readonly reads: readonly { readonly kind: string; readonly rv: string; readonly count: number }[];
};

/** A component that we do not look into: scheduler, kubelet. It watches and writes like any client. */
export type Agent = {
  readonly name: string;
  readonly role:
    | { readonly type: "scheduler"; readonly assigned: number }
    | { readonly type: "kubelet"; readonly node: string };
  /** Where its next watch begins. */
  readonly lastRv: string;
  /** Its newest view of each pod that it is responsible for. */
  readonly pods: PersistentMap<ObjectKey, KubeObject>;
  /** Its newest status write about each pod, by number of the call: an older one is not tried again. */
  readonly reported: PersistentMap<ObjectKey, number>;
};

/** A system beside the controllers. Its actors' charts are the kernel's; `memory` is whatever its kind keeps, immutable. */
export type System = {
  readonly spec: SystemSpec;
  readonly kind: SystemKind;
  readonly state: "running" | "crashed";
  /** Times it was started. */
  readonly runs: number;
  readonly memory: unknown;
};

/** A fault in force. */
export type ActiveFault = {
  readonly id: number;
  readonly fault: string;
  readonly target: string;
  readonly since: Micros;
  readonly until: Micros | undefined;
  /** For `slowEtcd`: added to each write; else 0. */
  readonly delay: Micros;
  /** For answer faults. */
  readonly answer:
    | {
        readonly match: RequestMatcher;
        readonly mode: FailureMode;
        readonly left: number;
        /** Undefined: what a server says by itself; 0: no Retry-After. */
        readonly retryAfterSeconds: number | undefined;
      }
    | undefined;
};

/** A step of the script that waits for the n-th event of its kind. */
export type AwaitedStep = { readonly index: number; readonly seen: number };

/** The key of a link in `Cluster.links`. */
export function linkKey(process: string, server: string): string {
  return `${process}|${server}`;
}

/** Changes the cluster within a step. */
export function change(turn: ClusterTurn, by: (cluster: Cluster) => Partial<Cluster>): void {
  const shared = own(turn, turn.world.shared, copyCluster);
  turn.world.shared = shared;
  assignTo<Cluster>(shared, by(shared));
}

const copyCluster = (cluster: Cluster) => ({ ...cluster });

/** The cluster as it stands in this step. */
export function clusterOf(turn: ClusterTurn): Cluster {
  return turn.world.shared;
}

/**
 * The turn as the cluster's own. The kernel and the informer know the domain by its general type only; every turn they
 * hand out was opened for the cluster's domain.
 */
export function asClusterTurn(turn: Turn<Cluster, ClusterMessage, ClusterFact>): ClusterTurn {
  return turn as ClusterTurn;
}
