import {
  type Axis,
  type AxisInput,
  axisFor,
  layoutAxis,
  type TimelineView,
  valueAt,
} from "../../projections/timeline/axis.ts";
import { followCursor } from "../../projections/timeline/follow-cursor.ts";
import { minimapValue } from "../../projections/timeline/minimap.ts";
import { buildScene, laneRoom, plotWidth, type Scene, type SceneLane } from "../../projections/timeline/scene.ts";
import { type Hit, hitAt } from "../../projections/timeline/scene-hit.ts";
import { sizeTimeline, type TimelineBox, type TimelineSize } from "../../projections/timeline/timeline-size.ts";
import { indexTrace, type TraceIndex } from "../../projections/timeline/trace-index.ts";
import { eventAtOrBefore, fitAll, panBy, viewAround, zoomAt } from "../../projections/timeline/view-moves.ts";
import type { AppState } from "../../store/app-state.ts";
import type { AppStore } from "../../store/app-store.ts";
import { activeSeq, firstDifference } from "../../store/selectors.ts";
import { drawTimeline, type Kept } from "./draw-timeline.ts";
import { FilterMemory } from "./filter-memory.ts";
import { LaneChoice } from "./lane-choice.ts";
import { RecordedMemory } from "./recorded-memory.ts";
import { type Paint, readPaint } from "./timeline-paint.ts";
import { branchesOf, type TimelineTexts } from "./timeline-texts.ts";

/** What the timeline tells its surroundings after each drawing. */
export type TimelineSummary = { readonly shown: number; readonly all: number; readonly scene: Scene };

type Options = {
  readonly store: AppStore;
  readonly canvas: HTMLCanvasElement;
  readonly texts: TimelineTexts;
  readonly onDrawn: (summary: TimelineSummary) => void;
};

/** Breakpoints that stopped the run are remembered up to this many. */
const MOST_STOPS = 16;

/** The timeline outside of React: keeps the view and the indexes, and draws once a frame when something has changed. */
export class TimelineController {
  readonly lanes = new LaneChoice();
  readonly #store: AppStore;
  readonly #canvas: HTMLCanvasElement;
  readonly #onDrawn: Options["onDrawn"];
  readonly #unsubscribe: () => void;
  readonly #filter = new FilterMemory();
  readonly #recorded = new RecordedMemory();
  #texts: TimelineTexts;
  #size: TimelineSize | undefined;
  #paint: Paint | undefined;
  #index: TraceIndex | undefined;
  #view: TimelineView | undefined;
  /** Whether the view was chosen for the person; false as soon as they moved it. */
  #isOurs = true;
  #wasSeen = true;
  #cursor = -1;
  #scene: Scene | undefined;
  #shown: readonly SceneLane[] = [];
  #kept: Kept | undefined;
  #stops: readonly number[] = [];
  #request = 0;

  constructor({ store, canvas, texts, onDrawn }: Options) {
    this.#store = store;
    this.#canvas = canvas;
    this.#texts = texts;
    this.#onDrawn = onDrawn;
    this.#unsubscribe = store.subscribe((state, before) => this.#noticeChange(state, before));
  }

  destroy(): void {
    this.#unsubscribe();
    cancelAnimationFrame(this.#request);
  }

  resize(box: TimelineBox): void {
    if (this.#size?.scene.ratio !== box.ratio) this.#paint = undefined;
    this.#size = sizeTimeline(box);
    this.redraw();
  }

  /** Theme, language or fonts have changed. */
  repaint(texts: TimelineTexts): void {
    this.#texts = texts;
    this.#paint = undefined;
    this.redraw();
  }

  redraw(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame(() => this.#draw());
  }

  /** `factor` times closer; without a place, at the playhead. */
  zoom(factor: number, x?: number): void {
    const at = x === undefined ? (this.#scene?.playhead?.x ?? 0) : this.#plotX(x);
    this.#move((view, input) => zoomAt(view, at, factor, input));
  }

  pan(dx: number): void {
    this.#move((view, input) => panBy(view, dx, input));
  }

  panPage(direction: 1 | -1): void {
    this.#move((view, input) => panBy(view, -direction * input.width * 0.7, input));
  }

  fit(): void {
    this.#move((view, input) => fitAll(view.type, input));
  }

  /** Centres the view on a place of the minimap. */
  showMinimapPlace(x: number): void {
    const axis = this.#scene?.axis;
    if (axis === undefined || this.#index === undefined) return;
    const value = minimapValue(this.#index.columns, axis, axis.width, this.#plotX(x));
    this.#move((view, input) => panBy({ ...view, anchor: value, anchorX: input.width / 2 }, 0, input));
  }

  /** Takes the run to what is under the pointer. */
  scrub(x: number): void {
    const axis = this.#scene?.axis;
    if (axis === undefined || this.#index === undefined) return;
    this.seek(eventAtOrBefore(axis, this.#index, valueAt(axis, this.#plotX(x))));
  }

  seek(event: number): void {
    this.#isOurs = false;
    if (event === this.#store.getState().run.cursor.seq) return;
    this.#store.actions.seek(event < 0 ? { type: "start" } : { type: "event", seq: event });
  }

  hit(x: number, y: number): Hit {
    if (this.#scene === undefined || this.#index === undefined) return { type: "nothing" };
    return hitAt(this.#scene, this.#index.columns, this.#shown, x, y);
  }

  get index(): TraceIndex | undefined {
    return this.#index;
  }

  get axis(): Axis | undefined {
    return this.#scene?.axis;
  }

  #noticeChange(state: AppState, before: AppState): void {
    const { trace, run, view } = state;
    const isSame =
      trace.columns === before.trace.columns &&
      trace.search === before.trace.search &&
      run === before.run &&
      view === before.view;
    if (isSame) return;
    if (run.stoppedAt !== undefined && run.stoppedAt !== before.run.stoppedAt) {
      this.#stops = [...this.#stops, run.cursor.seq].slice(-MOST_STOPS);
    }
    this.redraw();
  }

  #draw(): void {
    this.#request = 0;
    const context = this.#canvas.getContext("2d", { alpha: false });
    if (this.#size === undefined || context === null) return;
    const { ratio, width, height } = this.#size.scene;
    this.#paint ??= readPaint(this.#canvas, context, ratio);
    const state = this.#store.getState();
    const scene = this.#buildScene(state, this.#size, this.#paint);
    this.#scene = scene;
    this.#wasSeen = scene.playhead !== undefined || state.run.cursor.seq < 0;
    const [deviceWidth, deviceHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== deviceWidth) this.#canvas.width = deviceWidth;
    if (this.#canvas.height !== deviceHeight) this.#canvas.height = deviceHeight;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#kept = drawTimeline(context, scene, this.#paint, this.#texts, this.#kept);
    this.#onDrawn({ shown: this.#shown.length, all: this.#index?.order.length ?? 0, scene });
  }

  #buildScene(state: AppState, size: TimelineSize, paint: Paint): Scene {
    const index = this.#readIndex(state);
    const input = this.#input(index, size);
    const axis = layoutAxis(this.#readView(state, input), input);
    this.#shown = this.lanes.choose({
      state,
      index,
      room: laneRoom(size.scene),
      texts: this.#texts,
      gutter: size.scene.gutter,
    });
    // In "why" the pointer must not change what is explained.
    const held = state.view.selected.seq ?? state.run.cursor.seq;
    const active = state.view.why ? held : activeSeq(state);
    return buildScene({
      size: size.scene,
      axis,
      columns: index.columns,
      lanes: this.#shown,
      cursor: state.run.cursor.seq,
      now: state.run.cursor.at,
      active,
      pickedLane: this.lanes.picked ?? index.columns.strings[index.columns.lane[held] ?? 0],
      why: state.view.why,
      filter: this.#filter.test(index.columns, state.view.filter),
      hits: state.trace.search.rows.map(({ seq }) => seq),
      stoppedAt: this.#stops,
      branches: branchesOf(state.run.info, index.columns, this.#texts),
      isAsRecorded: this.#recorded.test(state.run.recording),
      difference: firstDifference(state),
      widthOf: paint.widthOf,
    });
  }

  #readIndex({ run, trace }: AppState): TraceIndex {
    const isNewRun = this.#index !== undefined && !this.#index.history.startsWith(`${run.id}/`);
    if (isNewRun) {
      this.#view = undefined;
      this.#stops = [];
      this.lanes.forget();
    }
    this.#index = indexTrace(this.#index, `${run.id}/${run.info?.branch ?? 0}`, trace.columns);
    return this.#index;
  }

  #readView({ run, view }: AppState, input: AxisInput): TimelineView {
    const { seq } = run.cursor;
    const type = axisFor(view.axis, input.columns);
    if (this.#view === undefined || this.#view.type !== type) {
      this.#view = viewAround(type, input, seq);
      this.#isOurs = true;
    } else if (seq !== this.#cursor) {
      const follow = { isOurs: this.#isOurs, wasSeen: this.#wasSeen, isPlaying: view.playing };
      this.#view = followCursor(this.#view, input, seq, follow);
    }
    this.#cursor = seq;
    return this.#view;
  }

  #move(change: (view: TimelineView, input: AxisInput) => TimelineView): void {
    if (this.#view === undefined || this.#index === undefined || this.#size === undefined) return;
    this.#view = change(this.#view, this.#input(this.#index, this.#size));
    this.#isOurs = false;
    this.redraw();
  }

  #input(index: TraceIndex, size: TimelineSize): AxisInput {
    return { columns: index.columns, gaps: index.gaps, width: plotWidth(size.scene), foldWidth: size.foldWidth };
  }

  #plotX(x: number): number {
    return x - (this.#size?.scene.gutter ?? 0);
  }
}
