import type { KubeObject } from "./object.ts";
import type { Status } from "./status.ts";

/** Marks the BOOKMARK that ends the initial part of a watch-list (`am:apis/meta/v1/types.go:InitialEventsAnnotationKey @v0.36.3`). */
export const initialEventsEndAnnotation = "k8s.io/initial-events-end";

/** The object of a BOOKMARK: kind, resource version, and once the initial-events-end annotation. Nothing else. */
export type BookmarkObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly resourceVersion: string; readonly annotations?: { readonly [key: string]: string } };
};

/** One line of a watch response. An ERROR is always the last one. */
export type WatchEvent =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: KubeObject }
  | { readonly type: "BOOKMARK"; readonly object: BookmarkObject }
  | { readonly type: "ERROR"; readonly object: Status };

/** True for the BOOKMARK that says that all initial objects were sent. */
export function isInitialEventsEnd(event: WatchEvent): boolean {
  return event.type === "BOOKMARK" && event.object.metadata.annotations?.[initialEventsEndAnnotation] === "true";
}
