/**
 * What the page can show above the timeline, by the names that scenarios and links use; the first one is always there.
 * Titles and components are registered in `views/flow/flow-views.ts`. Links hold these names: append, and rename none.
 */
export const VIEW_IDS = [
  "pipeline",
  "history",
  "conditions",
  "drift",
  "diagnosis",
  "systems",
  "compare",
  "topology",
  "results",
  "attempts",
  "metrics",
  "recording",
] as const;

export type ViewId = (typeof VIEW_IDS)[number];

/** The view of that name; undefined when there is none. */
export function viewIdOf(name: string | undefined): ViewId | undefined {
  return VIEW_IDS.find((id) => id === name);
}
