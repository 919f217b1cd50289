import { lazy } from "react";
import { useIsPictured } from "./use-is-pictured.ts";

const LazyInspector = lazy(async () => ({ default: (await import("./inspector/inspector-pane.tsx")).InspectorPane }));
const LazyTimeline = lazy(async () => ({ default: (await import("./timeline/timeline-pane.tsx")).TimelinePane }));

/** The inspector with its charts: fetched behind the first picture. */
export function InspectorPane() {
  return useIsPictured() ? <LazyInspector /> : null;
}

/** The lanes: fetched behind the first picture. */
export function TimelinePane() {
  return useIsPictured() ? <LazyTimeline /> : null;
}

/** The run as sentences: on a phone behind a tab, else in a dialog. */
export const Transcript = lazy(async () => ({ default: (await import("./timeline/transcript.tsx")).Transcript }));
