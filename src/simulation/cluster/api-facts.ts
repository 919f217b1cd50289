/** Requests as the API server sees them. */
export type ApiFact =
  | {
      readonly type: "api.request";
      readonly request: number;
      readonly client: string;
      readonly verb: string;
      readonly kind: string;
      /** `namespace/name`, or empty for a collection. */
      readonly key: string;
      /** `status` or `binding` where a part of the object is asked for. */
      readonly subresource?: string;
      readonly rv: string;
    }
  | {
      readonly type: "api.response";
      readonly request: number;
      readonly client: string;
      readonly verb: string;
      readonly kind: string;
      readonly key: string;
      readonly subresource?: string;
      readonly code: number;
      readonly reason: string;
      readonly message: string;
      /** Version of the object or of the list; empty if there is none. */
      readonly rv: string;
      /** Items of a list; −1 for anything else. */
      readonly items: number;
      /** Whether a fault gave this answer. */
      readonly fault: boolean;
    }
  /**
   * An admission webhook was called; `round` 2 is its reinvocation. It is called before the version is checked, so also for an update
   * that then ends in 409 (as:admission/plugin/webhook/mutating/dispatcher.go @v0.36.3).
   */
  | {
      readonly type: "api.admission";
      readonly request: number;
      readonly kind: string;
      readonly key: string;
      readonly hook: string;
      readonly phase: "mutating" | "validating";
      readonly verdict: "unchanged" | "changed" | "denied" | "failed";
      readonly round: number;
    }
  /** The finalizer of definitions told all objects of a kind to go; `name` is that of the definition, `left` are those that finalizers hold. */
  | {
      readonly type: "api.emptied";
      readonly kind: string;
      readonly name: string;
      readonly found: number;
      readonly left: number;
    }
  /** The definition of a kind is gone: from now on its paths are 404, and its watches end soon. */
  | { readonly type: "api.unserved"; readonly kind: string; readonly watches: number }
  /**
   * Server-side apply went through: `owns` fields belong to the manager now. `took`: fields that it took from others by force,
   * `.spec.replicas (web)`; `dropped`: fields that went because nobody applies them any more. Both empty if there are none.
   */
  | {
      readonly type: "api.applied";
      readonly request: number;
      readonly kind: string;
      readonly key: string;
      readonly manager: string;
      readonly owns: number;
      readonly took: string;
      readonly dropped: string;
    }
  /** A write that changed nothing: no revision, no event. */
  | {
      readonly type: "api.unchanged";
      readonly request: number;
      readonly kind: string;
      readonly key: string;
      readonly rv: string;
    }
  /** A read waits until the watch cache has caught up with `revision`. */
  | {
      readonly type: "api.waiting";
      readonly request: number;
      readonly kind: string;
      readonly revision: number;
      readonly until: number;
    }
  /** No seat is free in its priority level: it waits in a queue of its flow's, behind `ahead` others. */
  | (FlowControlled & {
      readonly type: "api.queued";
      /** Flow schema and distinguisher: `service-accounts/system:serviceaccount:demo:bulk`. */
      readonly flow: string;
      readonly queue: number;
      readonly ahead: number;
      readonly seats: number;
    })
  /** A seat became free and the request has it now. */
  | (FlowControlled & { readonly type: "api.seated"; readonly waited: number })
  /** Priority and fairness refuses the request; its answer is 429. */
  | (FlowControlled & {
      readonly type: "api.rejected";
      readonly reason: "queue-full" | "time-out" | "concurrency-limit";
    })
  | { readonly type: "server.down"; readonly server: string; readonly streams: number }
  | { readonly type: "server.up"; readonly server: string };

/** A request, and the priority level that it came to. */
type FlowControlled = {
  readonly request: number;
  readonly client: string;
  readonly verb: string;
  readonly kind: string;
  readonly key: string;
  readonly level: string;
};
