import type { Micros } from "../../../base/time.ts";

/** The election record inside a Lease (`cg:tools/leaderelection/resourcelock/interface.go:LeaderElectionRecord @32ce75a7`). */
export type LeaseRecord = {
  /** Empty when the lease was released. */
  readonly holder: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: Micros;
  readonly renewTime: Micros;
  readonly transitions: number;
};

/** What a lock asks of the API server. `id` counts the requests of one elector. */
export type LeaseRequest =
  | { readonly verb: "get"; readonly id: number }
  | { readonly verb: "create"; readonly id: number; readonly record: LeaseRecord }
  | {
      readonly verb: "update";
      readonly id: number;
      readonly record: LeaseRecord;
      /** The version of the lease that the lock has seen last. */
      readonly resourceVersion: string;
    };

/** Why the API server, or the way to it, refused a request. */
export type LeaseFailure = "notFound" | "conflict" | "alreadyExists" | "forbidden" | "refused";

/** What came back. `record` and `resourceVersion` are those of the stored lease. */
export type LeaseAnswer =
  | { readonly type: "ok"; readonly record: LeaseRecord; readonly resourceVersion: string }
  | { readonly type: "failed"; readonly reason: LeaseFailure };

/** How a request ended for the elector. After a timeout or a cancel, a write may all the same have been applied. */
export type LeaseCallOutcome = "ok" | LeaseFailure | "timeout" | "canceled";

/**
 * The record as an observer compares it. It is serialised with whole seconds, so two renewals within one second look
 * the same, and a write that only changes the resource version looks like none.
 */
export function comparedForm(record: LeaseRecord): string {
  const acquired = Math.floor(record.acquireTime / 1_000_000);
  const renewed = Math.floor(record.renewTime / 1_000_000);
  return `${record.holder}|${record.leaseDurationSeconds}|${acquired}|${renewed}|${record.transitions}`;
}
