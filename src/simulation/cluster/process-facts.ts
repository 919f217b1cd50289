/** Processes and their controllers. */
export type ProcessFact =
  | { readonly type: "process.start"; readonly process: string }
  | { readonly type: "process.workersStart"; readonly process: string; readonly workers: number }
  /** A start has waited `waited` µs, all that it may, and the informer of `kind` is not ready yet: the process ends with this error. */
  | { readonly type: "process.syncTimedOut"; readonly process: string; readonly kind: string; readonly waited: number }
  /** A stop has waited `waited` µs, all that it may; `runs` reconciles are still in progress. The process ends with this error. */
  | { readonly type: "process.stopTimedOut"; readonly process: string; readonly waited: number; readonly runs: number }
  /** Another replica holds the lease, and its time has not run out by this one's clock: nothing is written. */
  | {
      readonly type: "lease.held";
      readonly process: string;
      readonly lease: string;
      readonly holder: string;
      readonly validUntil: number;
    }
  /** The lease was taken or renewed. */
  | {
      readonly type: "lease.written";
      readonly process: string;
      readonly lease: string;
      readonly purpose: "acquire" | "renew";
    }
  /** No renewal for too long: the leader gives up by itself. */
  | { readonly type: "lease.lost"; readonly process: string; readonly lease: string }
  | { readonly type: "leader.started"; readonly process: string; readonly lease: string }
  | { readonly type: "leader.stopped"; readonly process: string; readonly lease: string }
  | { readonly type: "process.stop"; readonly process: string }
  | { readonly type: "process.workerExit"; readonly process: string; readonly worker: number }
  | { readonly type: "process.stopped"; readonly process: string }
  /** `runs` reconciles were in progress. */
  | { readonly type: "process.crash"; readonly process: string; readonly runs: number }
  | { readonly type: "invariant.broken"; readonly invariant: string; readonly message: string };
