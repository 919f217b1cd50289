import type { Minimap } from "../../projections/timeline/minimap.ts";
import { MARGIN_RIGHT, type SceneSize } from "../../projections/timeline/scene.ts";
import type { Paint } from "./timeline-paint.ts";

const BASE = 15.5;
const TALLEST = 12;
const FORK_ROW = 24;

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
  context.fillStyle = paint.line2;
  context.fillRect(0, top, width, 1);
  context.font = paint.fonts.label;
  context.fillStyle = paint.ink2;
  context.fillText(title, 12, top + 19);
  for (const { x, height: share, isPast } of minimap.bars) {
    const tall = Math.max(1, share * TALLEST);
    context.fillStyle = isPast ? paint.ink3 : paint.line3;
    context.fillRect(Math.round(gutter + x), top + BASE - tall, 2, tall);
  }
  context.fillStyle = paint.line3;
  context.fillRect(gutter, top + 15, width - gutter - MARGIN_RIGHT, 1);
  for (const fork of minimap.forks) drawFork(context, fork, { gutter, top }, paint);
  context.strokeStyle = paint.ink2;
  context.lineWidth = 1;
  context.beginPath();
  const { left, right } = minimap.frame;
  context.roundRect(Math.round(gutter + left) - 0.5, top + 2.5, Math.max(4, Math.round(right - left)), 15, 2);
  context.stroke();
  if (minimap.playhead === undefined) return;
  context.fillStyle = paint.ink;
  context.fillRect(gutter + minimap.playhead - 0.75, top + 1, 1.5, 18);
}

function drawFork(
  context: CanvasRenderingContext2D,
  { x, end, name }: Minimap["forks"][number],
  { gutter, top }: { readonly gutter: number; readonly top: number },
  paint: Paint,
): void {
  const from = gutter + x;
  context.strokeStyle = paint.ink2;
  context.lineWidth = 1.5;
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(from, top + BASE);
  context.bezierCurveTo(from + 10, top + BASE, from + 6, top + FORK_ROW, from + 18, top + FORK_ROW);
  context.lineTo(Math.max(gutter + end, from + 18), top + FORK_ROW);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.arc(from, top + BASE, 3, 0, 2 * Math.PI);
  context.fillStyle = paint.canvas;
  context.fill();
  context.stroke();
  context.fillStyle = paint.ink2;
  context.font = paint.fonts.label;
  context.fillText(name, gutter + end + 8, top + FORK_ROW + 4);
}
