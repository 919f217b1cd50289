import type { Micros } from "../../base/time.ts";
import type { DraftObject, Json, Subresource } from "../kubernetes/object.ts";

/** Which requests an answer fault catches; absent fields match everything. */
export type RequestMatcher = {
  /** Name of the client: a controller process, `user`, `kubelet/node-1`, … */
  readonly client?: string;
  readonly verb?: "get" | "list" | "watch" | "create" | "update" | "patch" | "delete";
  readonly kind?: string;
  readonly name?: string;
};

/** How a stream ends or a request fails. `eof` and `reset` are the network's doing, numbers are HTTP status codes. */
export type FailureMode = "eof" | "reset" | "refused" | "timeout" | 403 | 409 | 410 | 429 | 500 | 503 | 504;

/** How long something goes on. */
export type Extent =
  | { readonly type: "times"; readonly count: number }
  | { readonly type: "for"; readonly duration: Micros }
  | { readonly type: "untilStopped" };

/** An object named by kind, namespace and name. */
export type ObjectReference = { readonly kind: string; readonly namespace?: string; readonly name: string };

/**
 * What somebody can do to the simulated world, by hand or in a scenario's script: the same set for both.
 * `client` and `process` are names of processes; `kind` is a Kubernetes kind.
 */
export type Action =
  // Another order: takes the delivery at this position of `choices(world)` instead of the first.
  | { readonly type: "deliver"; readonly choice: number }
  // Edits, made as requests of the client `user` (or of `as`).
  | { readonly type: "create"; readonly object: DraftObject; readonly as?: string }
  // Server-side apply; the field manager is the client's program unless it is named.
  | {
      readonly type: "apply";
      readonly object: DraftObject;
      readonly fieldManager?: string;
      readonly force?: boolean;
      readonly as?: string;
    }
  | {
      readonly type: "patch";
      readonly target: ObjectReference;
      readonly merge: Json;
      readonly subresource?: "status";
      readonly as?: string;
    }
  | {
      readonly type: "delete";
      readonly target: ObjectReference;
      readonly gracePeriodSeconds?: number;
      readonly propagation?: "Background" | "Foreground" | "Orphan";
      readonly as?: string;
    }
  // A request by method and path, as `kubectl create|replace|delete --raw` sends it: whatever the path takes or not.
  | {
      readonly type: "raw";
      readonly method: "POST" | "PUT" | "DELETE";
      readonly kind: string;
      readonly namespace?: string;
      readonly name?: string;
      readonly subresource?: Subresource;
      readonly body?: DraftObject;
      readonly as?: string;
    }
  // Watches.
  | { readonly type: "endWatch"; readonly client: string; readonly kind: string; readonly mode: FailureMode }
  | { readonly type: "silenceWatch"; readonly client: string; readonly kind: string }
  | { readonly type: "holdEvents"; readonly client: string; readonly kind: string; readonly duration: Micros }
  | { readonly type: "loseEvent"; readonly client: string; readonly kind: string; readonly count: number }
  // Requests and links.
  | {
      readonly type: "answer";
      readonly match: RequestMatcher;
      readonly mode: FailureMode;
      readonly extent: Extent;
      readonly retryAfterSeconds?: number;
    }
  | { readonly type: "stopAnswering" }
  | { readonly type: "cutLink"; readonly process: string; readonly server: string; readonly duration?: Micros }
  | { readonly type: "mendLink"; readonly process: string; readonly server: string }
  | { readonly type: "slowLink"; readonly process: string; readonly server: string; readonly delay: Micros }
  // Servers and storage.
  | { readonly type: "compact" }
  | { readonly type: "restartServer"; readonly server: string; readonly downFor: Micros }
  | { readonly type: "freezeCache"; readonly server: string; readonly kind: string; readonly duration: Micros }
  | { readonly type: "slowEtcd"; readonly delay: Micros; readonly duration: Micros }
  // Processes.
  | { readonly type: "crash"; readonly process: string; readonly restartAfter?: Micros }
  | { readonly type: "pause"; readonly process: string; readonly duration: Micros }
  | { readonly type: "stop"; readonly process: string }
  | {
      readonly type: "slowHandler";
      readonly process: string;
      readonly kind: string;
      readonly handler: string;
      readonly takes: Micros;
    }
  | { readonly type: "revoke"; readonly process: string; readonly verb: string; readonly kind: string }
  | { readonly type: "grant"; readonly process: string; readonly verb: string; readonly kind: string }
  // The token that the process shows is not valid any more; and it has a new one.
  | { readonly type: "revokeToken"; readonly process: string }
  | { readonly type: "renewToken"; readonly process: string }
  // Systems: `event` and `about` are words of the system's kind.
  | { readonly type: "tell"; readonly system: string; readonly event: string; readonly about: string };
