import type { FailureMode } from "../simulation/cluster/actions.ts";
import type { InformerFrame } from "../simulation/cluster/frame.ts";

/** What would follow from a fault. Waits in µs; `version` is what the next request would ask for. */
export type Consequence =
  /** ListAndWatch returns, a wait of the shared back-off comes, then a list (fidelity: informer §2.2, §2.5). */
  | { readonly type: "relist"; readonly least: number; readonly most: number; readonly version: string }
  /** A wait, then the same watch again; no list (informer §2.5: refused or 429). */
  | { readonly type: "sameWatch"; readonly least: number; readonly most: number; readonly version: string }
  /** The watch is opened again at once from the last version (informer §2.5: a stream that had lived). */
  | { readonly type: "rewatch"; readonly version: string }
  /** The list is repeated at once for the most recent state (informer §2.3: 410 or too large). */
  | { readonly type: "listMostRecent" }
  /** A reconcile gets the error, and its key comes again after the limiter's delay. */
  | { readonly type: "reconcileFails" }
  | { readonly type: "conflict" }
  | {
      readonly type:
        | "staleStore"
        | "neverTold"
        | "watchesBreak"
        | "later"
        | "mends"
        | "emptyRing"
        | "staleReads"
        | "everyRequestFails"
        | "historyGone"
        | "handlerBehind"
        | "allWaits"
        | "memoryGone"
        | "chartsGone"
        | "systemHears"
        | "stops"
        | "forbidden"
        | "unauthorized"
        | "kindGoes"
        | "gracefully"
        | "atOnce";
    };

type Reflector = Pick<InformerFrame, "lastSyncRv" | "unavailable" | "backoff"> | undefined;

/** A WATCH request that is answered with a failure: only a refused connection and 429 keep the version without a relist. */
export function ofWatchAnswer(mode: FailureMode, reflector: Reflector): Consequence {
  return mode === "refused" || mode === 429
    ? { type: "sameWatch", ...waitOf(reflector), version: versionOf(reflector) }
    : relist(reflector);
}

/** An open stream that ends: cleanly or by the network it is opened again at once, by an ERROR event it is not. */
export function ofStreamEnd(mode: FailureMode, reflector: Reflector): Consequence {
  if (mode === "eof" || mode === "reset" || mode === "timeout" || mode === "refused")
    return { type: "rewatch", version: versionOf(reflector) };
  return mode === 429 ? { type: "sameWatch", ...waitOf(reflector), version: versionOf(reflector) } : relist(reflector);
}

/** A LIST that is answered with a failure: an expired version is given up at once, unless it was given up already. */
export function ofListAnswer(mode: FailureMode, reflector: Reflector): Consequence {
  const expired = mode === 410 || mode === 504;
  return expired && reflector?.unavailable !== true ? { type: "listMostRecent" } : relist(reflector);
}

/** A write of a reconcile that is answered with a failure. */
export function ofWriteAnswer(mode: FailureMode): Consequence {
  return { type: mode === 409 ? "conflict" : "reconcileFails" };
}

function relist(reflector: Reflector): Consequence {
  return { type: "relist", ...waitOf(reflector), version: versionOf(reflector) };
}

/** The next wait lies between its base and twice that. */
function waitOf(reflector: Reflector): { readonly least: number; readonly most: number } {
  const base = reflector?.backoff.nextBase ?? 0;
  return { least: base, most: 2 * base };
}

function versionOf(reflector: Reflector): string {
  if (reflector === undefined || reflector.lastSyncRv === "") return "0";
  return reflector.unavailable ? '""' : reflector.lastSyncRv;
}
