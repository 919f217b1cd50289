import type { KubeObject } from "../../kubernetes/object.ts";
import type { WatchEvent } from "../../kubernetes/watch-event.ts";
import type { RequestError } from "./request-error.ts";

/** An event as the reflector takes it off the stream: also those that the API does not know or that carry something else. */
export type ReceivedEvent =
  | WatchEvent
  | { readonly type: "unknownType"; readonly name: string; readonly object: KubeObject }
  | { readonly type: "wrongType"; readonly name: string; readonly goType: string };

/** What a LIST request brought. `continue` is "" on the last page. */
export type ListResult =
  | {
      readonly type: "page";
      readonly resourceVersion: string;
      readonly objects: readonly KubeObject[];
      readonly continue: string;
    }
  | { readonly type: "failed"; readonly error: RequestError };

/** What the host sends to the reflector about the stream of WATCH request `n`, in the order in which the client sees it. */
export type StreamMessage =
  | { readonly type: "watch.opened"; readonly n: number }
  | { readonly type: "watch.refused"; readonly n: number; readonly error: RequestError }
  | { readonly type: "watch.frame"; readonly n: number; readonly event: ReceivedEvent }
  | { readonly type: "watch.ended"; readonly n: number };

/** What the host answers, to the actor `<informer>/reflector`. */
export type InformerInput =
  | StreamMessage
  | { readonly type: "list.answer"; readonly n: number; readonly result: ListResult };

/** Hand-overs between the informer's own actors; each one is a step. */
export type InformerHandOver =
  | { readonly type: "reflector.resume" }
  | { readonly type: "process.wake" }
  | { readonly type: "process.write" }
  | { readonly type: "informer.cacheSynced" }
  | { readonly type: "informer.controllerEnded" }
  | { readonly type: "handler.next" }
  | { readonly type: "handler.return" }
  | { readonly type: "resync.tick" }
  | { readonly type: "resync.resume" };

/** Every message an informer's actors understand; a host's message type must include it. */
export type InformerMessage = InformerInput | InformerHandOver;

/** Options of a LIST request. 0 and "" mean that the parameter is not sent. */
export type ListOptions = { readonly resourceVersion: string; readonly limit: number; readonly continue: string };

/** Options of a WATCH request; bookmarks are always allowed. `sendInitialEvents` comes with resourceVersionMatch=NotOlderThan. */
export type WatchOptions = {
  readonly resourceVersion: string;
  readonly timeoutSeconds: number;
  readonly sendInitialEvents: boolean;
};
