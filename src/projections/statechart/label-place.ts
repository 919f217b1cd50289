import type { ChartLine, ChartPlan } from "./chart-drawing.ts";

/** A place for a text, its left end and its middle height. */
export type LabelPlace = { readonly x: number; readonly y: number };

type Rect = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

const HALF_LINE = 7;
const BESIDE = 5;
const TITLE = 20;

/** A place beside a line where a text covers no state and no title; undefined when there is none. */
export function placeLabel(plan: ChartPlan, line: ChartLine, width: number): LabelPlace | undefined {
  const taken = plan.boxes.flatMap((box): readonly Rect[] => {
    const holdsOthers = plan.boxes.some((other) => other !== box && contains(box, other));
    const bottom = holdsOthers ? box.y + TITLE : box.y + box.height;
    // The outermost box is the chart itself.
    return box.width >= plan.width ? [] : [{ left: box.x, top: box.y, right: box.x + box.width, bottom }];
  });
  return candidates(line, width).find(({ x, y }) => {
    const text = { left: x - 1, top: y - HALF_LINE, right: x + width + 1, bottom: y + HALF_LINE };
    const isInside = text.left >= 0 && text.right <= plan.width && text.top >= 0 && text.bottom <= plan.height;
    return isInside && !taken.some((rect) => overlap(rect, text));
  });
}

/** Beside the middle of each upright stretch, right first; above and below the middle of each level one. */
function candidates({ points }: ChartLine, width: number): readonly LabelPlace[] {
  const places: LabelPlace[] = [];
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(at, at + 4);
    for (const share of [0.5, 0.3, 0.7]) {
      const x = x0 + (x1 - x0) * share;
      const y = y0 + (y1 - y0) * share;
      if (x0 === x1) places.push({ x: x + BESIDE, y }, { x: x - BESIDE - width, y });
      else places.push({ x: x - width / 2, y: y - HALF_LINE - 2 }, { x: x - width / 2, y: y + HALF_LINE + 2 });
    }
  }
  return places;
}

type Box = ChartPlan["boxes"][number];

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
