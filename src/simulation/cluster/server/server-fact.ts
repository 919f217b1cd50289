import type { Micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import type { Revision } from "../../kubernetes/resource-version.ts";
import type { WatchEvent } from "../../kubernetes/watch-event.ts";
import type { Signing } from "../signer-answer.ts";
import type { FieldConflict } from "./field-managers.ts";
import type { FieldPath } from "./field-paths.ts";

/** Names one open watch on one API server. */
export type WatchId = string & { readonly __brand: "WatchId" };

/** Why a watch stream ended. All but `reset` look to the client like a clean end of the response. */
export type WatchEndReason =
  | "timeout"
  | "slow"
  | "cacheTerminated"
  | "replayOverwritten"
  | "shutdown"
  | "reset"
  | "clientGone"
  | "fault";

/** What happened to the contents of a watch cache. */
export type CacheFact =
  | { readonly type: "cacheReady"; readonly kind: string; readonly revision: Revision; readonly objects: number }
  | { readonly type: "cacheTerminated"; readonly kind: string; readonly revision: Revision; readonly watches: number }
  | { readonly type: "cacheApplied"; readonly kind: string; readonly key: ObjectKey; readonly revision: Revision }
  | { readonly type: "cacheProgressed"; readonly kind: string; readonly from: Revision; readonly to: Revision }
  | { readonly type: "ringResized"; readonly kind: string; readonly from: number; readonly to: number }
  | { readonly type: "ringForgot"; readonly kind: string; readonly count: number; readonly upTo: Revision };

/**
 * What happened to watches. `watchQueued` asks the owner of the connection to take the event when it can write. `watchEnding` asks it to
 * take what is left and then to end the response; `lost` counts the events that are never written.
 */
export type WatchFact =
  | {
      readonly type: "watchOpened";
      readonly watch: WatchId;
      readonly client: string;
      readonly kind: string;
      readonly floor: Revision;
      readonly deadline: Micros;
      readonly initial: number;
    }
  | { readonly type: "watchQueued"; readonly watch: WatchId; readonly event: WatchEvent }
  | { readonly type: "watchSkipped"; readonly watch: WatchId; readonly revision: Revision; readonly why: SkipReason }
  | { readonly type: "bookmarkSkipped"; readonly watch: WatchId; readonly revision: Revision; readonly why: SkipReason }
  | {
      readonly type: "dispatchBlocked";
      readonly kind: string;
      readonly watches: readonly WatchId[];
      readonly until: Micros;
    }
  | { readonly type: "watchEnding"; readonly watch: WatchId; readonly reason: WatchEndReason; readonly lost: number };

/** Why a watcher did not get something: its selector, its start revision, or a full channel (bookmarks only). */
export type SkipReason = "selector" | "notAboveStart" | "channelFull";

/** A webhook was called for a request. */
export type AdmissionFact = Extract<RequestFact, { type: "admissionCalled" }>;

/** What happened while a request was handled. */
export type RequestFact =
  | {
      readonly type: "committed";
      readonly kind: string;
      readonly key: ObjectKey;
      readonly revision: Revision;
      readonly change: "created" | "updated" | "deleted";
    }
  | { readonly type: "unchangedWrite"; readonly kind: string; readonly key: ObjectKey; readonly revision: Revision }
  | { readonly type: "generationBumped"; readonly key: ObjectKey; readonly from: number; readonly to: number }
  | {
      readonly type: "generationKept";
      readonly key: ObjectKey;
      readonly generation: number;
      readonly why: "onlyStatus" | "onlyMetadata";
    }
  | { readonly type: "statusIgnored"; readonly key: ObjectKey }
  | { readonly type: "bodyIgnoredBesideStatus"; readonly key: ObjectKey }
  | { readonly type: "staleCacheReread"; readonly key: ObjectKey; readonly cached: Revision; readonly stored: Revision }
  /** Server-side apply: how many fields the manager owns now, which it took from others, and which went because nobody applies them. */
  | {
      readonly type: "fieldsApplied";
      readonly kind: string;
      readonly key: ObjectKey;
      readonly manager: string;
      readonly owns: number;
      readonly took: readonly FieldConflict[];
      readonly dropped: readonly FieldPath[];
    }
  | { readonly type: "writeRetried"; readonly key: ObjectKey; readonly attempt: number }
  | {
      readonly type: "admissionCalled";
      readonly phase: "mutating" | "validating";
      readonly hook: string;
      readonly signing?: Signing;
      readonly verdict: "unchanged" | "changed" | "denied" | "failed";
      readonly round: 1 | 2;
    }
  | { readonly type: "nameGenerated"; readonly name: string; readonly attempt: number; readonly taken: boolean }
  | { readonly type: "deletionMarked"; readonly key: ObjectKey; readonly waitsFor: DeletionHold }
  | { readonly type: "deletionUnchanged"; readonly key: ObjectKey; readonly waitsFor: DeletionHold }
  | { readonly type: "lastFinalizerRemoved"; readonly key: ObjectKey }
  | { readonly type: "requestWaits"; readonly kind: string; readonly revision: Revision; readonly until: Micros }
  | { readonly type: "readServed"; readonly from: "etcd" | "cache" | "snapshot"; readonly revision: Revision }
  | { readonly type: "limitIgnored"; readonly limit: number };

/** What keeps a terminating object in place. */
export type DeletionHold =
  | { readonly type: "finalizers"; readonly finalizers: readonly string[] }
  | { readonly type: "gracePeriod"; readonly seconds: number }
  | { readonly type: "nothing" };

/** Every fact that the API server states; each becomes a trace event. */
export type ServerFact = CacheFact | WatchFact | RequestFact;
