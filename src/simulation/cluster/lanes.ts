/** Classes of state; the page has one hue, shape and pattern for each. */
export const TONES = ["idle", "active", "waiting", "ok", "stale", "failed", "fault"] as const;
/** A class of state. */
export type Tone = (typeof TONES)[number];

/** Shapes of marks on a lane. */
export const MARKS = ["none", "tick", "flag", "cross", "pencil", "square"] as const;
/** A shape of a mark on a lane. */
export type Mark = (typeof MARKS)[number];

/** What a band does at an event: nothing, end what runs, or start anew. */
export const BANDS = ["same", "end", "start"] as const;
/** What a band does at an event. */
export type Band = (typeof BANDS)[number];

/** How one event shows on the timeline. */
export type LaneReading = {
  /** The lane: the event's actor, or the lane that stands for it. */
  readonly lane: string;
  readonly mark: Mark;
  readonly band: Band;
  readonly tone: Tone;
  /** Short text beside the mark or inside the band; names from the code, so the same in every language. */
  readonly label: string;
};
