import type { Micros } from "../../base/time.ts";
import type { JitterMode } from "../kernel/random.ts";
import type { CustomKind } from "../kubernetes/kind-registry.ts";
import type { DraftObject, JsonObject } from "../kubernetes/object.ts";
import type { Action } from "./actions.ts";
import type { EventMatcher } from "./matcher.ts";
import type { FlowControlSettings } from "./server/flow-control.ts";
import type { SystemSpec } from "./system.ts";

/** When a step of the script is due: at a time, or some time after the n-th event (from 1) that a matcher fits. */
export type When =
  | { readonly type: "at"; readonly at: Micros }
  | { readonly type: "on"; readonly match: EventMatcher; readonly nth: number; readonly after: Micros };

/** Something that happens by itself during the run, as if somebody did it. */
export type ScriptStep = { readonly when: When; readonly action: Action };

/** What scheduler and kubelet need for a pod. */
export type PodTiming = {
  /** Until a node is assigned. */
  readonly schedule: Micros;
  /** From then until the containers run. */
  readonly start: Micros;
  /** From then until the pod is ready. */
  readonly ready: Micros;
  /** From the deletion request until the containers have ended; at most the pod's grace period. */
  readonly stop: Micros;
};

/** How long things take. All spans are simulated. */
export type Timing = {
  /** A request's way to the server and back, half of it each way. */
  readonly apiCall: Micros;
  /** From the server's write until etcd has committed it. */
  readonly etcdCommit: Micros;
  /** From the commit until a server's watch cache has applied it. */
  readonly cacheLag: Micros;
  /** From the watch cache until the client has the event; per kind where it differs. */
  readonly watchDelivery: { readonly default: Micros; readonly kinds: Readonly<Record<string, Micros>> };
  /** How long a call of a handler takes that does not say so itself. */
  readonly handler: Micros;
  /** How long each phase of a reconcile computes, API calls not counted. */
  readonly reconcilePhase: Micros;
  readonly pod: PodTiming;
};

/** Sizes of the watch cache of every kind, in events; upstream's are the defaults (100, 100, 102,400, 75 s). */
export type WatchCacheSettings = {
  readonly capacity: number;
  readonly lower: number;
  readonly upper: number;
  readonly freshFor: Micros;
};

/** Writes of somebody else, at even intervals: they move the revision and fill the watch cache of their kind. */
export type Noise = {
  readonly kind: string;
  readonly namespace: string;
  readonly perSecond: number;
  readonly from: Micros;
  readonly until: Micros;
};

/** A verb on a kind that a process is refused with 403. */
export type Denial = { readonly process: string; readonly verb: string; readonly kind: string };

/**
 * What a signing webhook knows again: nothing, the review that it was called with, or what is signed. Each call of a webhook brings a
 * review with a uid of its own, also when it is called again for one request.
 */
export const SIGNING_RECORDS = ["none", "review", "content"] as const;

/** What admission webhooks can be asked about. */
export const ADMISSION_OPERATIONS = ["CREATE", "UPDATE", "DELETE"] as const;

/**
 * An admission webhook. A mutating one stamps an annotation or has a system sign the object; both types can let everything pass, refuse, or be out of
 * reach. Its rules name kinds, without their subresources, and operations.
 */
export type Webhook = {
  readonly name: string;
  readonly type: "mutating" | "validating";
  readonly kinds: readonly string[];
  readonly operations: readonly (typeof ADMISSION_OPERATIONS)[number][];
  /** Only mutating webhooks are ever called again. */
  readonly reinvocation: "Never" | "IfNeeded";
  readonly failurePolicy: "Fail" | "Ignore";
  readonly takes: Micros;
  readonly does: "stamp" | "stampOnce" | "sign" | "allow" | "deny" | "fail";
  /** Only for `deny`: it refuses objects whose fields, by dotted path, have these values; absent: every object. */
  readonly denies?: Readonly<Record<string, string | number | boolean>>;
  /** Only for `deny`: why; absent: without explanation. */
  readonly message?: string;
  /** The system that signs, and under what it keeps a signature (absent: nothing); only for `sign`. */
  readonly signer?: string;
  readonly recordBy?: (typeof SIGNING_RECORDS)[number];
};

/** The cluster around the controllers. */
export type ClusterSettings = {
  /** Number of nodes; they are called node-1, node-2, … */
  readonly nodes: number;
  /** Ids of the API servers. */
  readonly apiServers: readonly string[];
  /** The revision that etcd stands at before `given` is written. */
  readonly revision: number;
  /** Interval of etcd's compaction; 0 = never. */
  readonly compaction: Micros;
  readonly watchCache: WatchCacheSettings;
  readonly bookmarks: boolean;
  /** Whether the servers support watch-lists. */
  readonly watchListServer: boolean;
  readonly noise: Noise | undefined;
  readonly crds: readonly CustomKind[];
  /** What processes may not do; everything else they may. */
  readonly rbac: readonly Denial[];
  /** Most bytes of a request's body; upstream's 3 MiB is the default. */
  readonly maxRequestBodyBytes: number;
  /** Priority and fairness of the servers; absent: every request is worked on at once. */
  readonly flowControl?: FlowControlSettings;
  readonly webhooks: readonly Webhook[];
};

/** controller-runtime's predicates, by their upstream names. */
export const PREDICATES = ["GenerationChanged", "ResourceVersionChanged", "LabelChanged", "AnnotationChanged"] as const;

/** Which events of a watch reach the queue. */
export type Predicate = (typeof PREDICATES)[number];

/** A handler that only takes time. */
export type HandlerSpec = { readonly name: string; readonly takes: Micros };

/** One informer of a controller, and what its events enqueue. */
export type WatchSpec = {
  readonly kind: string;
  /** Only this namespace; undefined = all. */
  readonly namespace: string | undefined;
  /** Enqueue the controlling owner of this kind instead of the object itself. */
  readonly owner: string | undefined;
  /** Label selector of the informer; "" = everything. */
  readonly selector: string;
  readonly predicates: readonly Predicate[];
  /** Resync period; 0 = never. */
  readonly resync: Micros;
  /** How long a call of the handler that feeds the queue takes; undefined = as `timing.handler` says. */
  readonly handlerTakes: Micros | undefined;
  /** Further handlers of the same informer. */
  readonly handlers: readonly HandlerSpec[];
};

/** A controller process and its controller. `name` is also the process's and the client's name. */
export type ControllerSpec = {
  readonly name: string;
  readonly reconciler: string;
  /** `namespace/name` of its service account; undefined = one of its own name in kube-system. */
  readonly serviceAccount: string | undefined;
  readonly workers: number;
  /** Overrides the profile's work queue. */
  readonly queue: "classic" | "priority" | undefined;
  /** The lease for which it competes with other replicas; undefined = no leader election. */
  readonly lease: string | undefined;
  /** When handlers join their informer: as controller-runtime does it, or before it is run, as built-in controllers do. */
  readonly handlersJoin: "afterSync" | "beforeStart";
  /** How long a start may wait for its caches; undefined = for ever, as built-in controllers do. controller-runtime's default is 2 min. */
  readonly cacheSyncTimeout: Micros | undefined;
  /** How long a stop may wait for what runs; undefined = for ever, as built-in controllers do. controller-runtime's default is 30 s. */
  readonly gracefulShutdownTimeout: Micros | undefined;
  readonly watches: readonly WatchSpec[];
  /** Requests per second of the client-side limiter; 0 = no limiter. */
  readonly clientQps: number;
  readonly clientBurst: number;
  /** Values of the options that the reconciler declares. */
  readonly options: JsonObject;
};

/** The parts of a library generation that differ. */
export type Generation = {
  readonly name: "classic" | "in-order" | "current";
  readonly fifo: "DeltaFIFO" | "RealFIFO" | "RealFIFO atomic";
  /** Whether informers begin with a streaming list (client-go ≥ 1.35). */
  readonly watchList: boolean;
  readonly queue: "classic" | "priority";
};

/** Everything that a world is a function of, beside what people do to it later. */
export type Plan = {
  readonly seed: number;
  readonly jitter: JitterMode;
  readonly generation: Generation;
  readonly timing: Timing;
  readonly cluster: ClusterSettings;
  /** Objects that exist before the controllers start, in this order. */
  readonly given: readonly DraftObject[];
  readonly controllers: readonly ControllerSpec[];
  readonly systems: readonly SystemSpec[];
  readonly script: readonly ScriptStep[];
  /** The run ends here, or earlier when nothing is left to do. */
  readonly until: Micros;
};
