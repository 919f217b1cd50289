import type { Scene } from "../../projections/timeline/scene.ts";
import { drawStop } from "./draw-marks.ts";
import type { Paint } from "./timeline-paint.ts";

const BASELINE = 15;

/** The axis above the lanes: ticks, times, how long the folds are, breakpoints that stopped the run, search hits. */
export function drawAxis(context: CanvasRenderingContext2D, scene: Scene, paint: Paint): void {
  const { size, labels, axis } = scene;
  const { gutter, axisHeight, width } = size;
  context.fillStyle = paint.line2;
  context.fillRect(0, axisHeight, width, 1);
  context.fillStyle = paint.line3;
  for (const x of labels.ticks) {
    if (x >= 0 && x <= axis.width) context.fillRect(Math.round(gutter + x) - 0.5, axisHeight - 4, 1, 4);
  }
  context.font = paint.fonts.label;
  context.textAlign = "left";
  for (const { role, text, left } of labels.labels) {
    context.fillStyle = role === "moment" ? paint.ink2 : paint.ink3;
    context.fillText(text, gutter + left, BASELINE);
  }
  context.fillStyle = paint.ink;
  for (const x of scene.hits) if (x >= 0 && x <= axis.width) drawHit(context, gutter + x, axisHeight);
  for (const x of scene.stoppedAt) {
    if (x >= 0 && x <= axis.width) drawStop(context, gutter + x, axisHeight - 6, paint.ink);
  }
}

/** A wedge that points at the moment. */
function drawHit(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - 3.5, y - 6);
  context.lineTo(x + 3.5, y - 6);
  context.lineTo(x, y - 1);
  context.fill();
}

/** The line through now, with the time in a tag, over everything else. */
export function drawPlayhead(context: CanvasRenderingContext2D, scene: Scene, paint: Paint, bottom: number): void {
  const { playhead, size } = scene;
  if (playhead === undefined) return;
  const x = size.gutter + playhead.x;
  context.fillStyle = paint.ink;
  context.fillRect(x - 0.75, 4, 1.5, bottom - 4);
  context.beginPath();
  context.roundRect(size.gutter + playhead.left, 2, playhead.right - playhead.left, 17, 3);
  context.fill();
  context.fillStyle = paint.canvas;
  context.font = paint.fonts.tag;
  context.textAlign = "center";
  context.fillText(playhead.tag, size.gutter + (playhead.left + playhead.right) / 2, 14.5);
  context.textAlign = "left";
}
