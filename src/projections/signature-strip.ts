import type { LaneReading, Mark, Tone } from "../simulation/cluster/lanes.ts";
import { controllersIn, inCauseOrder, type LaneName, type LanePart } from "./timeline/lane-order.ts";

/** How one event of a run shows, and when, µs. */
export type StripEvent = { readonly at: number; readonly reading: LaneReading };

/** A scenario's fingerprint: three lanes of its own run, idle time folded. Lengths in px of a strip of 168 × 26. */
export type Strip = {
  readonly bands: readonly { readonly lane: number; readonly x: number; readonly w: number; readonly tone: Tone }[];
  readonly marks: readonly { readonly lane: number; readonly x: number; readonly mark: Mark; readonly tone: Tone }[];
  /** Where each chapter begins. */
  readonly chapters: readonly number[];
};

/** Size of a strip, CSS px. */
export const STRIP_WIDTH = 168;
const LANES = 3;
/** Room for a mark at both ends. */
const EDGE = 4;
const NARROWEST = 1.5;

/** Parts that stand for whole components: of each other part only the lane that says most is shown. */
const OWN_STORIES: ReadonlySet<LanePart> = new Set(["system"]);

/** What a class of state says about a scenario: trouble says more than order. */
const SAYS: Readonly<Record<Tone, number>> = { failed: 5, fault: 4, stale: 4, waiting: 4, active: 2, ok: 1, idle: 0 };
/** Parts whose bands tell a story, the more of two that say as much first; the others only echo them. */
const TELLING: readonly LanePart[] = [
  "chart",
  "key",
  "reflector",
  "watch",
  "worker",
  "store",
  "handler",
  "system",
  "process",
];

/** The fingerprint of a run: the three lanes that say most, in the order of cause. `chapters`: when each begins, µs. */
export function signatureStrip(events: readonly StripEvent[], chapters: readonly number[]): Strip {
  const lanes = tellingLanes(events);
  const wanted = new Map(lanes.map(({ name }, index) => [name, index]));
  const shown = events.filter(({ reading }) => wanted.has(reading.lane) || isDeed(reading));
  const xOf = foldedTime(shown.map(({ at }) => at));
  const marks = shown.flatMap(({ at, reading }) => {
    const lane = wanted.get(reading.lane) ?? 0;
    const isLoud = isDeed(reading) || reading.mark === "cross";
    return isLoud ? [{ lane, x: xOf(at), mark: reading.mark, tone: reading.tone }] : [];
  });
  const end = shown.at(-1)?.at ?? 0;
  const bands = lanes.flatMap(({ name }, lane) => bandsOf(events, name, end).map((band) => ({ ...band, lane })));
  return {
    bands: bands.flatMap(({ lane, from, to, tone }) => {
      const x = xOf(from);
      const w = Math.max(NARROWEST, round(xOf(to) - x));
      return tone === "idle" ? [] : [{ lane, x, w, tone }];
    }),
    chapters: chapters.map(xOf),
    marks: marks.filter((one, index) => marks.findIndex((other) => isSamePlace(one, other)) === index),
  };
}

/** What a person or a script does. */
function isDeed({ mark }: LaneReading): boolean {
  return mark === "flag" || mark === "pencil";
}

function isSamePlace(a: Strip["marks"][number], b: Strip["marks"][number]): boolean {
  return a.lane === b.lane && Math.abs(a.x - b.x) < 5;
}

type Stretch = { readonly from: number; readonly to: number; readonly tone: Tone };

/** The bands of a lane; neighbours of one class are one. */
function bandsOf(events: readonly StripEvent[], lane: string, end: number): readonly Stretch[] {
  const bands: Stretch[] = [];
  let open: { readonly from: number; readonly tone: Tone } | undefined;
  const close = (to: number) => {
    const last = bands.at(-1);
    if (open === undefined) return;
    if (last !== undefined && last.tone === open.tone && last.to === open.from)
      bands[bands.length - 1] = { ...last, to };
    else if (to > open.from) bands.push({ ...open, to });
    open = undefined;
  };
  for (const { at, reading } of events) {
    if (reading.lane !== lane || reading.band === "same") continue;
    close(at);
    if (reading.band === "start") open = { from: at, tone: reading.tone };
  }
  close(end);
  return bands;
}

/** The lanes that say most, one of each part. */
function tellingLanes(events: readonly StripEvent[]): readonly LaneName[] {
  const end = events.at(-1)?.at ?? 0;
  const all = inCauseOrder([...new Set(events.map(({ reading }) => reading.lane))]);
  const controllers = controllersIn(all);
  const scored = all
    .filter(({ part, process }) => TELLING.includes(part) && (part === "system" || controllers.has(process)))
    .map((lane) => ({ lane, score: scoreOf(bandsOf(events, lane.name, end)) - TELLING.indexOf(lane.part) / 2 }))
    .toSorted((a, b) => b.score - a.score);
  const best = scored.filter(
    ({ lane: { part } }, index) =>
      OWN_STORIES.has(part) || scored.findIndex(({ lane }) => lane.part === part) === index,
  );
  const chosen = new Set(best.slice(0, LANES).map(({ lane }) => lane.name));
  return all.filter(({ name }) => chosen.has(name));
}

function scoreOf(bands: readonly Stretch[]): number {
  const tones = new Set(bands.map(({ tone }) => tone));
  return [...tones].reduce((sum, tone) => sum + SAYS[tone], 0) + Math.min(bands.length, 8) / 8;
}

/** Time in px: gaps count by the logarithm of their length, so that a burst and a wait of minutes both have room. */
function foldedTime(times: readonly number[]): (at: number) => number {
  const moments = [...new Set(times)].toSorted((a, b) => a - b);
  let sum = 0;
  const places = moments.map((at, index) => {
    if (index > 0) sum += weightOf(at - (moments[index - 1] ?? at));
    return sum;
  });
  const scale = (STRIP_WIDTH - 2 * EDGE) / Math.max(sum, 1);
  return (at) => {
    const before = moments.findLastIndex((moment) => moment <= at);
    return round(EDGE + (places[before] ?? 0) * scale);
  };
}

function weightOf(gap: number): number {
  return Math.log2(1 + gap / 500);
}

function round(value: number): number {
  return Math.round(value * 2) / 2;
}
