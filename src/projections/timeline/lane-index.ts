import { BANDS } from "../../simulation/cluster/lanes.ts";
import { type TimelineColumns, textOf } from "./timeline-columns.ts";

/** `bandEnds` entry of a band that still runs. */
export const OPEN = 0xffffffff;

/** How many events of a lane share one entry of `toneUnions`. */
export const TONE_BLOCK = 16;

/** What happened on one lane. The arrays may be longer than the counts say. */
export type LaneTrack = {
  /** Index of the lane's name in the string table. */
  readonly lane: number;
  readonly name: string;
  /** The lane's events, ascending. */
  readonly events: Uint32Array;
  readonly eventCount: number;
  /** Whether anything of it can be seen: a mark or a band. */
  readonly isVisible: boolean;
  /** The tone of each event as a bit, so that unions are cheap. */
  readonly toneBits: Uint8Array;
  /** For each block of `TONE_BLOCK` events the union of their tones. */
  readonly toneUnions: Uint8Array;
  /** Events at which a band starts, ascending; bands of a lane never overlap. */
  readonly bandStarts: Uint32Array;
  /** The event at which each band ends, `OPEN` while it runs. */
  readonly bandEnds: Uint32Array;
  readonly bandCount: number;
};

/** The events of a run by lane, in the order in which the lanes appeared. */
export type LaneIndex = { readonly length: number; readonly tracks: readonly LaneTrack[] };

export const EMPTY_LANES: LaneIndex = { length: 0, tracks: [] };

const START = BANDS.indexOf("start");
const END = BANDS.indexOf("end");

type Draft = { -readonly [Field in keyof LaneTrack]: LaneTrack[Field] };

/**
 * The index with the events that came since. Buffers are shared with the old index and only written behind its counts,
 * but for the end of a band that was open; an end at or behind an index's length therefore reads as open.
 */
export function extendLanes(index: LaneIndex, columns: TimelineColumns, keep?: (event: number) => boolean): LaneIndex {
  if (columns.length <= index.length) return index;
  const drafts = new Map<number, Draft>(index.tracks.map((track) => [track.lane, { ...track }]));
  for (let event = index.length; event < columns.length; event++) {
    if (keep !== undefined && !keep(event)) continue;
    const lane = columns.lane[event] ?? 0;
    let draft = drafts.get(lane);
    if (draft === undefined) {
      draft = emptyTrack(lane, textOf(columns, lane));
      drafts.set(lane, draft);
    }
    appendEvent(draft, event, columns.tone[event] ?? 0);
    appendBand(draft, event, columns);
    if (columns.mark[event] !== 0 || columns.band[event] === START) draft.isVisible = true;
  }
  return { length: columns.length, tracks: [...drafts.values()] };
}

function emptyTrack(lane: number, name: string): Draft {
  return {
    lane,
    name,
    events: new Uint32Array(16),
    eventCount: 0,
    isVisible: false,
    toneBits: new Uint8Array(16),
    toneUnions: new Uint8Array(1),
    bandStarts: new Uint32Array(4),
    bandEnds: new Uint32Array(4),
    bandCount: 0,
  };
}

function appendEvent(track: Draft, event: number, tone: number): void {
  if (track.eventCount === track.events.length) {
    track.events = grown(track.events);
    track.toneBits = enlarged(track.toneBits, track.events.length);
    track.toneUnions = enlarged(track.toneUnions, track.events.length / TONE_BLOCK);
  }
  const block = Math.floor(track.eventCount / TONE_BLOCK);
  track.events[track.eventCount] = event;
  track.toneBits[track.eventCount] = 1 << tone;
  track.toneUnions[block] = (track.toneUnions[block] ?? 0) | (1 << tone);
  track.eventCount += 1;
}

function appendBand(track: Draft, event: number, columns: TimelineColumns): void {
  const band = columns.band[event];
  if (band !== START && band !== END) return;
  const last = track.bandCount - 1;
  const open = last >= 0 && track.bandEnds[last] === OPEN ? track.bandStarts[last] : undefined;
  // A state that is entered again and looks the same goes on.
  if (band === START && open !== undefined && looksLike(columns, open, event)) return;
  if (open !== undefined) track.bandEnds[last] = event;
  if (band === END) return;
  if (track.bandCount === track.bandStarts.length) {
    track.bandStarts = grown(track.bandStarts);
    track.bandEnds = grown(track.bandEnds);
  }
  track.bandStarts[track.bandCount] = event;
  track.bandEnds[track.bandCount] = OPEN;
  track.bandCount += 1;
}

function looksLike({ tone, label }: TimelineColumns, a: number, b: number): boolean {
  return tone[a] === tone[b] && label[a] === label[b];
}

function grown(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function enlarged(bytes: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}
