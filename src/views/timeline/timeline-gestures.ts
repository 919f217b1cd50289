import type { Hit } from "../../projections/timeline/scene-hit.ts";
import type { AppStore } from "../../store/app-store.ts";
import { actorOfLane } from "./lane-choice.ts";
import type { TimelineController } from "./timeline-controller.ts";

/** What the pointer rests on, for the tooltip; px from the window's corner. */
export type Hovered = { readonly event: number; readonly lane: string; readonly x: number; readonly y: number };

type Drag = {
  readonly mode: "scrub" | "pan" | "minimap" | "none";
  readonly hit: Hit;
  readonly startX: number;
  lastX: number;
  hasMoved: boolean;
};

type Options = {
  readonly canvas: HTMLCanvasElement;
  readonly timeline: TimelineController;
  readonly store: AppStore;
  readonly onHover: (hovered: Hovered | undefined) => void;
};

/** A press becomes a drag after this many px. */
const DRAG_FROM = 3;
const ZOOM_PER_WHEEL_PX = 0.0022;

/** Pointer and wheel on the timeline. Bound once; `stop` lets go of everything. */
export class TimelineGestures {
  readonly #options: Options;
  readonly #listeners = new AbortController();
  readonly #fingers = new Map<number, number>();
  #drag: Drag | undefined;

  constructor(options: Options) {
    this.#options = options;
    const { canvas } = options;
    const { signal } = this.#listeners;
    canvas.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.#move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.#release(event), { signal });
    canvas.addEventListener("pointercancel", (event) => this.#cancel(event), { signal });
    canvas.addEventListener("pointerleave", () => this.#hover(undefined), { signal });
    canvas.addEventListener("dblclick", () => options.timeline.fit(), { signal });
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    canvas.addEventListener("contextmenu", (event) => this.#openMenu(event), { signal });
  }

  stop(): void {
    this.#listeners.abort();
  }

  #press(event: PointerEvent): void {
    if (event.button > 1) return;
    const { canvas, timeline } = this.#options;
    this.#fingers.set(event.pointerId, event.offsetX);
    canvas.setPointerCapture(event.pointerId);
    const hit = timeline.hit(event.offsetX, event.offsetY);
    const mode = this.#fingers.size > 1 ? "none" : modeOf(hit, event);
    this.#drag = { mode, hit, startX: event.offsetX, lastX: event.offsetX, hasMoved: false };
  }

  #move(event: PointerEvent) {
    const drag = this.#drag;
    if (this.#fingers.size === 2 && this.#fingers.has(event.pointerId)) return this.#pinch(event);
    if (drag === undefined) return this.#hover(event);
    const dx = event.offsetX - drag.lastX;
    if (!drag.hasMoved && Math.abs(event.offsetX - drag.startX) < DRAG_FROM) return;
    drag.hasMoved = true;
    drag.lastX = event.offsetX;
    this.#options.onHover(undefined);
    const { timeline } = this.#options;
    if (drag.mode === "scrub") timeline.scrub(event.offsetX);
    else if (drag.mode === "pan") timeline.pan(dx);
    else if (drag.mode === "minimap") timeline.showMinimapPlace(event.offsetX);
  }

  #release(event: PointerEvent): void {
    const drag = this.#drag;
    this.#cancel(event);
    if (drag === undefined || drag.hasMoved || event.button > 0) return;
    this.#click(drag.hit, event.offsetX);
  }

  #cancel(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    this.#drag = undefined;
  }

  #pinch(event: PointerEvent): void {
    const [a = 0, b = 0] = this.#fingers.values();
    this.#fingers.set(event.pointerId, event.offsetX);
    const [c = 0, d = 0] = this.#fingers.values();
    const [before, after] = [Math.abs(a - b), Math.abs(c - d)];
    if (before > 8 && after > 8) this.#options.timeline.zoom(after / before, (c + d) / 2);
  }

  #click(hit: Hit, x: number) {
    const { timeline, store } = this.#options;
    switch (hit.type) {
      case "event":
        timeline.lanes.picked = undefined;
        store.actions.select({});
        return timeline.seek(hit.event);
      case "axis":
      case "lane":
        return timeline.scrub(x);
      case "gutter":
        return this.#pickLane(hit.lane);
      case "minimap":
        return timeline.showMinimapPlace(x);
      case "fork":
        return store.actions.showBranch(hit.branch);
      case "nothing":
    }
  }

  #pickLane(lane: string): void {
    const { timeline, store } = this.#options;
    timeline.lanes.picked = lane;
    const { index } = timeline;
    if (index !== undefined) store.actions.select({ actor: actorOfLane(index, lane, store.getState().run.cursor.seq) });
    timeline.redraw();
  }

  #hover(event: PointerEvent | undefined) {
    const { timeline, store, onHover, canvas } = this.#options;
    const hit = event === undefined ? undefined : timeline.hit(event.offsetX, event.offsetY);
    canvas.style.cursor = hit === undefined ? "" : cursorOf(hit);
    if (event === undefined || hit?.type !== "event") {
      onHover(undefined);
      return store.actions.hover({});
    }
    store.actions.hover({ seq: hit.event });
    onHover({ event: hit.event, lane: hit.lane, x: event.clientX, y: event.clientY });
  }

  #wheel(event: WheelEvent) {
    event.preventDefault();
    const { timeline } = this.#options;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
    if (event.shiftKey || (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
      return timeline.pan(-sideways * unit);
    }
    if (timeline.hit(event.offsetX, event.offsetY).type === "gutter") {
      timeline.lanes.scroll(Math.sign(event.deltaY));
      return timeline.redraw();
    }
    const strength = event.ctrlKey ? 4 : 1;
    timeline.zoom(Math.exp(-event.deltaY * unit * ZOOM_PER_WHEEL_PX * strength), event.offsetX);
  }

  /** The same menu as in the pipeline: what can go wrong with this thing. */
  #openMenu(event: MouseEvent): void {
    const { timeline, store } = this.#options;
    const hit = timeline.hit(event.offsetX, event.offsetY);
    if (!("lane" in hit) || timeline.index === undefined) return;
    event.preventDefault();
    const actor = actorOfLane(timeline.index, hit.lane, store.getState().run.cursor.seq);
    const seq = hit.type === "event" ? { seq: hit.event } : {};
    store.actions.setView({ menu: { target: { actor, ...seq }, x: event.clientX, y: event.clientY } });
  }
}

/** A finger on the lanes moves them; a mouse takes the playhead along. */
function modeOf(hit: Hit, event: PointerEvent): Drag["mode"] {
  if (hit.type === "minimap" || hit.type === "fork") return "minimap";
  if (hit.type === "gutter" || hit.type === "nothing") return "none";
  if (event.shiftKey || event.button === 1) return "pan";
  return event.pointerType === "touch" && hit.type !== "axis" ? "pan" : "scrub";
}

function cursorOf(hit: Hit): string {
  switch (hit.type) {
    case "event":
    case "gutter":
    case "fork":
      return "pointer";
    case "axis":
      return "col-resize";
    default:
      return "default";
  }
}
