import { type RefObject, useEffect, useRef } from "react";
import { useAppStore } from "../app-context.tsx";
import { TimelineController, type TimelineSummary } from "./timeline-controller.ts";
import { type Hovered, TimelineGestures } from "./timeline-gestures.ts";
import { useTimelineTexts } from "./use-timeline-texts.ts";

type Callbacks = {
  readonly onHover: (hovered: Hovered | undefined) => void;
  readonly onDrawn: (summary: TimelineSummary) => void;
};

/** Binds a canvas to the store for as long as it is on the page: size, theme, pointer. The callbacks must be stable. */
export function useTimeline(
  canvas: RefObject<HTMLCanvasElement | null>,
  { onHover, onDrawn }: Callbacks,
): RefObject<TimelineController | undefined> {
  const store = useAppStore();
  const texts = useTimelineTexts();
  const controller = useRef<TimelineController | undefined>(undefined);
  const latestTexts = useRef(texts);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const timeline = new TimelineController({ store, canvas: element, texts: latestTexts.current, onDrawn });
    controller.current = timeline;
    const gestures = new TimelineGestures({ canvas: element, timeline, store, onHover });
    const sizes = new ResizeObserver(() => timeline.resize(boxOf(element)));
    sizes.observe(element);
    // The theme and the language stand on the root element; fonts may come later than the first drawing.
    const repaint = () => timeline.repaint(latestTexts.current);
    const themes = new MutationObserver(repaint);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "lang"] });
    document.fonts.addEventListener("loadingdone", repaint);
    return () => {
      document.fonts.removeEventListener("loadingdone", repaint);
      themes.disconnect();
      sizes.disconnect();
      gestures.stop();
      timeline.destroy();
      controller.current = undefined;
    };
  }, [store, canvas, onHover, onDrawn]);

  useEffect(() => {
    latestTexts.current = texts;
    controller.current?.repaint(texts);
  }, [texts]);

  return controller;
}

function boxOf(element: HTMLElement): { readonly width: number; readonly height: number; readonly ratio: number } {
  return { width: element.clientWidth, height: element.clientHeight, ratio: window.devicePixelRatio };
}
