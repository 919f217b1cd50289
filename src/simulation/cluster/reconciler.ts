import type { Micros } from "../../base/time.ts";
import type { Chart } from "../kernel/machine.ts";
import type { KindInfo } from "../kubernetes/kind.ts";
import type { DraftObject, Json, JsonObject, KubeObject, Subresource } from "../kubernetes/object.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import type { Status } from "../kubernetes/status.ts";
import type { Options } from "./options.ts";

/** The five phases of one run that the page shows; a reconciler names the three in the middle. */
export type ReconcilePhase = "start" | "fetch" | "diff" | "apply" | "end";

/** A write to the API server, made with the process's own client. It takes a round trip. */
export type WriteRequest =
  | { readonly type: "create"; readonly object: DraftObject }
  | { readonly type: "update"; readonly object: KubeObject; readonly subresource?: Subresource }
  | {
      readonly type: "patch";
      readonly kind: string;
      readonly key: ObjectKey;
      readonly merge: Json;
      readonly subresource?: "status";
    }
  | {
      readonly type: "delete";
      readonly kind: string;
      readonly key: ObjectKey;
      /** Precondition: only the object with this uid. */
      readonly uid?: string;
      /** Precondition: only while the object has this version. */
      readonly resourceVersion?: string;
      /** What becomes of the dependents; absent: what the finalizers of the object say, else the default of its kind. */
      readonly propagation?: Propagation;
    }
  /** All objects of a kind in a namespace. */
  | {
      readonly type: "deleteCollection";
      readonly kind: string;
      readonly namespace: string;
      readonly propagation?: Propagation;
    };

/** What becomes of the dependents of an object that is deleted. */
export type Propagation = "Background" | "Foreground" | "Orphan";

/**
 * What a reconciler asks of its surroundings. It is a generator: it yields an ask and is resumed with the answer.
 * The answers so far are the run's journal in the world; to resume after a seek the generator is run again against it,
 * so between two asks it may only compute.
 */
export type Ask =
  /** A new phase begins. Answer: `done`. */
  | { readonly type: "phase"; readonly phase: "fetch" | "diff" | "apply" }
  /** Reads one object from the informer's store, without a request. Answer: `object`. */
  | { readonly type: "get"; readonly kind: string; readonly key: ObjectKey }
  /** Reads from the informer's store, sorted by key. Answer: `objects`. */
  | { readonly type: "list"; readonly kind: string; readonly namespace: string }
  /** Reads from the API server (quorum). Answer: `reply`. */
  | { readonly type: "getLive"; readonly kind: string; readonly key: ObjectKey }
  /** Lists from the API server (quorum); without a namespace in all of them. Answer: `reply`. */
  | { readonly type: "listLive"; readonly kind: string; readonly namespace?: string }
  /** What the API server's discovery says that it serves. Answer: `kinds`. */
  | { readonly type: "discover" }
  /** Writes, one after the other when there is one, else at the same time. Answer: `replies`, in the order of the requests. */
  | { readonly type: "write"; readonly requests: readonly WriteRequest[] }
  /** The version that the informer's store of a kind has reached (`Store.LastStoreSyncResourceVersion`). Answer: `version`. */
  | { readonly type: "storeVersion"; readonly kind: string }
  /** Reads the clock: a run may have waited since it began. Answer: `time`. */
  | { readonly type: "clock" }
  /** Waits. Answer: `done`. */
  | { readonly type: "sleep"; readonly duration: Micros }
  /** Replaces the controller's memory, shared by its workers. `why` is a short text for the trace. Answer: `done`. */
  | { readonly type: "remember"; readonly memory: Json; readonly why: string }
  /** Reads the controller's memory as it is now. Answer: `memory`. */
  | { readonly type: "recall" }
  /** Adds a key to the controller's own queue, as an event handler would. Answer: `done`. */
  | { readonly type: "enqueue"; readonly enqueue: Enqueue }
  /**
   * Gives the statechart `chart` of the reconciler's own that belongs to `key` an event; its first event starts it, with `input`. The
   * process keeps it, and loses it in a crash. Answer: `chart`, as it is after the event.
   */
  | {
      readonly type: "chart";
      readonly chart: string;
      readonly key: ObjectKey;
      readonly input: Json;
      readonly event: { readonly type: string };
    }
  /** Says in the trace what was found: `have 1, want 3`. Answer: `done`. */
  | { readonly type: "note"; readonly text: string };

/** The answer to a write or a live read; to the deletion of a collection the objects that were found. */
export type Reply =
  | { readonly type: "object"; readonly object: KubeObject }
  | { readonly type: "list"; readonly items: readonly KubeObject[] }
  | { readonly type: "status"; readonly status: Status }
  /** No answer from a server: refused, reset, timed out. */
  | { readonly type: "network"; readonly reason: string };

/** The answer to an ask. */
export type Answer =
  | { readonly type: "done" }
  | { readonly type: "object"; readonly object: KubeObject | undefined }
  | { readonly type: "objects"; readonly objects: readonly KubeObject[] }
  | { readonly type: "reply"; readonly reply: Reply }
  | { readonly type: "replies"; readonly replies: readonly Reply[] }
  | { readonly type: "kinds"; readonly kinds: readonly KindInfo[] }
  | { readonly type: "version"; readonly resourceVersion: string }
  | { readonly type: "time"; readonly now: Micros }
  | { readonly type: "memory"; readonly memory: Json }
  /** `state` as one text, such as `a.b`. */
  | { readonly type: "chart"; readonly state: string; readonly context: Readonly<Record<string, unknown>> };

/** What a run returns to the loop; controller-runtime's Result and error (pkg/reconcile/reconcile.go @v0.24.1). */
export type ReconcileResult = {
  readonly error?: { readonly message: string; readonly terminal?: boolean };
  readonly requeue?: boolean;
  readonly requeueAfter?: Micros;
  readonly priority?: number;
  /** The run did not return but panicked with this message; the rest does not count. */
  readonly panic?: string;
};

/** What a run is given. */
export type ReconcileRequest = {
  readonly key: ObjectKey;
  readonly now: Micros;
  /** Values of the options that the kind declares. */
  readonly options: JsonObject;
  /** Kinds that the process has informers for: only those can be asked for with `get` and `list`. */
  readonly watched: readonly string[];
};

/** One run: asks, answers, and in the end a result. */
export type Run = Generator<Ask, ReconcileResult, Answer>;

/** A change that an informer handed to one of the controller's handlers. */
export type Notification =
  | { readonly type: "add"; readonly object: KubeObject; readonly initial: boolean }
  | { readonly type: "update"; readonly old: KubeObject; readonly object: KubeObject }
  | { readonly type: "delete"; readonly object: KubeObject; readonly tombstone: boolean };

/** A key that a handler wants to be reconciled. */
export type Enqueue = { readonly key: ObjectKey; readonly priority: number; readonly after?: Micros };

/** What a handler did: the memory after it, keys for the queue, and why nothing was enqueued if so. */
export type Handled = {
  readonly memory: Json;
  readonly enqueue: readonly Enqueue[];
  /** Non-event: why this change woke nobody. */
  readonly ignored?: string;
  /** Why the memory changed, for the trace; by default an expectation that was met. */
  readonly why?: string;
};

/**
 * A kind of controller: the code that a controller author writes. Pure: its memory is a value in the world, its run a
 * generator over asks.
 */
export type ReconcilerKind = {
  readonly name: string;
  /** Kind of the objects whose keys are reconciled. */
  readonly primary: string;
  /** Kinds that its runs read from the cache, the primary one first: a controller has to watch them all. What else is watched it makes use of. */
  readonly watches: readonly string[];
  /** Kinds that these options make it read besides. */
  alsoWatches?(options: JsonObject): readonly string[];
  /** The options that a scenario can set. */
  readonly options: Options;
  /**
   * The queue that its library has in every generation: controllers of kube-controller-manager and Knative's are made on client-go's
   * (`kk:pkg/controller/deployment/deployment_controller.go:NewDeploymentController`, `kp:controller/two_lane_queue.go`). Absent: as the generation says.
   */
  readonly queue?: "classic";
  /** Memory of a fresh process. */
  readonly memory: Json;
  /** Statecharts that it decides by, by name; they are drawn like all others. */
  readonly machines?: Readonly<Record<string, Chart>>;
  /** Event handler of the watch on `kind`. */
  handle(context: {
    readonly kind: string;
    readonly notification: Notification;
    readonly memory: Json;
    readonly now: Micros;
    /** Reads the informer's store of a kind: for owner look-ups, as handlers of built-in controllers do. */
    readonly lookUp: (kind: string, key: ObjectKey) => KubeObject | undefined;
    /** Lists the informer's store of a kind in one namespace, sorted by key: to find who might adopt an orphan. */
    readonly list: (kind: string, namespace: string) => readonly KubeObject[];
  }): Handled;
  reconcile(request: ReconcileRequest): Run;
};
