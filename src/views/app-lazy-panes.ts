import { lazy } from "react";

/** The inspector with its charts: not needed for the first picture, and fetched right behind it. */
export const InspectorPane = lazy(async () => ({
  default: (await import("./inspector/inspector-pane.tsx")).InspectorPane,
}));

/** The run as sentences: on a phone behind a tab, else in a dialog. */
export const Transcript = lazy(async () => ({ default: (await import("./timeline/transcript.tsx")).Transcript }));
