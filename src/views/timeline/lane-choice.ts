import { causalPast } from "../../projections/timeline/cause-chain.ts";
import { chooseLanes, type LaneWishes, lanesOfPast } from "../../projections/timeline/choose-lanes.ts";
import { informerOfLane, type LaneName, readLane, withShortKind } from "../../projections/timeline/lane-order.ts";
import type { SceneLane } from "../../projections/timeline/scene.ts";
import { upperBound } from "../../projections/timeline/timeline-columns.ts";
import type { TraceIndex } from "../../projections/timeline/trace-index.ts";
import type { AppState } from "../../store/app-state.ts";
import type { TimelineTexts } from "./timeline-texts.ts";

type Choice = {
  readonly state: AppState;
  readonly index: TraceIndex;
  readonly room: number;
  readonly texts: TimelineTexts;
  /** Room for titles, CSS px. Where one of the run's does not fit, all kinds are called by their short names. */
  readonly gutter: number;
};

/** Which lanes are on the screen: those that tell most, or all of them with a scroll position. */
export class LaneChoice {
  /** The lane that a person picked by hand. */
  picked: string | undefined;
  #showsAll = false;
  #scroll = 0;
  #order: readonly LaneName[] = [];
  #shown: readonly LaneName[] = [];

  choose({ state, index, room, texts, gutter }: Choice): readonly SceneLane[] {
    this.#order = index.order;
    this.#scroll = Math.max(0, Math.min(this.#scroll, index.order.length - room));
    this.#shown = this.#showsAll
      ? index.order.slice(this.#scroll, this.#scroll + room)
      : this.#mostTelling(state, index, room);
    const titleOf = (lane: LaneName) => texts.lane(lane, index.namesProcess(lane));
    const isNarrow = index.order.some((lane) => lane.kind !== "" && widthOf(titleOf(lane)) > gutter);
    const stops = new Set(state.view.breakpoints.map(({ actor }) => actor));
    return this.#shown.flatMap((lane): readonly SceneLane[] => {
      const track = index.trackOf.get(lane.name);
      if (track === undefined) return [];
      const title = titleOf(isNarrow ? withShortKind(lane) : lane);
      return [{ track, title, hasBreakpoint: stops.has(lane.name) }];
    });
  }

  /** The lane above or below the picked one; where all are shown, it is scrolled into view. */
  neighbour(direction: 1 | -1, current: string | undefined): string | undefined {
    const lanes = this.#showsAll ? this.#order : this.#shown;
    const at = lanes.findIndex(({ name }) => name === (this.picked ?? current));
    const next = lanes[at < 0 ? 0 : Math.min(lanes.length - 1, Math.max(0, at + direction))];
    if (next !== undefined && this.#showsAll) this.#scrollTo(this.#order.indexOf(next));
    return next?.name;
  }

  /** All lanes, or only those that tell most. Returns whether all are shown now. */
  toggleAll(): boolean {
    this.#showsAll = !this.#showsAll;
    this.#scroll = 0;
    return this.#showsAll;
  }

  scroll(by: number): void {
    this.#scroll += by;
  }

  /** Another run has other lanes. */
  forget(): void {
    this.picked = undefined;
    this.#shown = [];
    this.#scroll = 0;
  }

  #mostTelling(state: AppState, { order, columns, trackOf }: TraceIndex, room: number): readonly LaneName[] {
    const nameOf = (event: number) => columns.strings[columns.lane[event] ?? 0] ?? "";
    // Not what is hovered: lanes must not move under the pointer.
    const active = state.view.selected.seq ?? state.run.cursor.seq;
    const chosen = state.view.selected.actor ?? "";
    const told = state.view.why
      ? [...new Set(causalPast(columns, active).map(nameOf))]
      : [this.picked ?? nameOf(active)];
    const wishes: LaneWishes = {
      needed: state.view.why ? told : [...told, chosen],
      kept: new Set(this.#shown.map(({ name }) => name)),
      kind: state.view.selected.kind ?? kindOf([...causalPast(columns, active).map(nameOf), chosen]),
      inside: informerOfLane(readLane(chosen)),
    };
    const telling = order.filter(({ name }) => trackOf.get(name)?.isVisible === true || told.includes(name));
    return state.view.why ? lanesOfPast(telling, room, wishes) : chooseLanes(telling, room, wishes);
  }

  #scrollTo(place: number): void {
    if (place < this.#scroll) this.#scroll = place;
    if (place >= this.#scroll + this.#shown.length) this.#scroll = place - this.#shown.length + 1;
  }
}

const LETTER = 6;
const PADDING = 14;

/** About as wide as a title will be, bold and with its padding; the canvas measures, but only what is drawn. */
function widthOf(title: string): number {
  return [...title].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 * LETTER : LETTER), PADDING);
}

/** The kind of the last informer on the way to an event; empty when there is none. */
function kindOf(lanes: readonly string[]): string {
  for (const lane of lanes.toReversed()) {
    const { kind } = readLane(lane);
    if (kind !== "") return kind;
  }
  return "";
}

/** The actor behind a lane: that of its newest event at the cursor, since a lane may stand for several. */
export function actorOfLane({ trackOf, columns }: TraceIndex, lane: string, cursor: number): string {
  const track = trackOf.get(lane);
  if (track === undefined) return lane;
  const event = track.events[Math.max(0, upperBound(track.events, track.eventCount, cursor) - 1)] ?? 0;
  return columns.strings[columns.actor[event] ?? 0] ?? lane;
}

/** The lane's next event after the cursor, or the one before it; undefined at the end. */
export function eventOnLane(
  { trackOf }: TraceIndex,
  lane: string,
  cursor: number,
  direction: 1 | -1,
): number | undefined {
  const track = trackOf.get(lane);
  if (track === undefined) return undefined;
  const after = upperBound(track.events, track.eventCount, cursor);
  if (direction === 1) return after < track.eventCount ? track.events[after] : undefined;
  const before = track.events[after - 1] === cursor ? after - 2 : after - 1;
  return before >= 0 ? track.events[before] : undefined;
}
