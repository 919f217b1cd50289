import type { Minimap } from "../../projections/timeline/minimap.ts";
import { MARGIN_RIGHT, type SceneSize } from "../../projections/timeline/scene.ts";
import type { Paint } from "./timeline-paint.ts";

/** Heights in a strip of 30 px; a lower one is squeezed. */
const FULL = 30;
const measuresOf = (height: number) => {
  const share = Math.min(1, height / FULL);
  return {
    base: Math.round(15 * share) + 0.5,
    tallest: 12 * share,
    forkRow: 24 * share,
    frame: Math.round(15 * share),
  };
};

/** The whole run in one strip: bars of density, the view's frame, forks that leave downwards. */
export function drawMinimap(
  context: CanvasRenderingContext2D,
  minimap: Minimap,
  size: SceneSize,
  paint: Paint,
  title: string,
): void {
  const { gutter, width, height, minimapHeight } = size;
  const top = height - minimapHeight;
  const { base, tallest, forkRow, frame } = measuresOf(minimapHeight);
  context.fillStyle = paint.line2;
  context.fillRect(0, top, width, 1);
  context.font = paint.fonts.label;
  context.fillStyle = paint.ink2;
  context.fillText(title, 12, top + base + 4);
  for (const { x, height: share, isPast } of minimap.bars) {
    const tall = Math.max(1, share * tallest);
    context.fillStyle = isPast ? paint.ink3 : paint.line3;
    context.fillRect(Math.round(gutter + x), top + base - tall, 2, tall);
  }
  context.fillStyle = paint.line3;
  context.fillRect(gutter, top + base - 0.5, width - gutter - MARGIN_RIGHT, 1);
  for (const fork of minimap.forks) drawFork(context, fork, { gutter, base: top + base, row: top + forkRow }, paint);
  context.strokeStyle = paint.ink2;
  context.lineWidth = 1;
  context.beginPath();
  const { left, right } = minimap.frame;
  context.roundRect(Math.round(gutter + left) - 0.5, top + 2.5, Math.max(4, Math.round(right - left)), frame, 2);
  context.stroke();
  if (minimap.playhead === undefined) return;
  context.fillStyle = paint.ink;
  context.fillRect(gutter + minimap.playhead - 0.75, top + 1, 1.5, frame + 3);
}

function drawFork(
  context: CanvasRenderingContext2D,
  { x, end, name }: Minimap["forks"][number],
  { gutter, base, row }: { readonly gutter: number; readonly base: number; readonly row: number },
  paint: Paint,
): void {
  const from = gutter + x;
  context.strokeStyle = paint.ink2;
  context.lineWidth = 1.5;
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(from, base);
  context.bezierCurveTo(from + 10, base, from + 6, row, from + 18, row);
  context.lineTo(Math.max(gutter + end, from + 18), row);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.arc(from, base, 3, 0, 2 * Math.PI);
  context.fillStyle = paint.canvas;
  context.fill();
  context.stroke();
  context.fillStyle = paint.ink2;
  context.font = paint.fonts.label;
  context.fillText(name, gutter + end + 8, row + 4);
}
