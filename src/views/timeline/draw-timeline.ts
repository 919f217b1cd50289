import type { BandShape } from "../../projections/timeline/lane-content.ts";
import { toneAt } from "../../projections/timeline/lane-vocabulary.ts";
import { laneTop, MARGIN_RIGHT, type Scene, type SceneArrow, type SceneRow } from "../../projections/timeline/scene.ts";
import { drawAxis, drawPlayhead } from "./draw-axis.ts";
import { drawBeside, drawDifference } from "./draw-beside.ts";
import { type DensityBitmap, drawDensity } from "./draw-density.ts";
import { drawMark, drawRing, drawStop } from "./draw-marks.ts";
import { drawMinimap } from "./draw-minimap.ts";
import { type Paint, placePattern } from "./timeline-paint.ts";

/** Words that the picture itself needs. */
export type TimelineWords = { readonly wholeRun: string };

/** What a drawing leaves for the next one. */
export type Kept = { readonly density: DensityBitmap | undefined };

const FADED = 0.26;

/** Draws a scene. The context is scaled to CSS px; nothing of the last picture is read. */
export function drawTimeline(
  context: CanvasRenderingContext2D,
  scene: Scene,
  paint: Paint,
  words: TimelineWords,
  kept?: Kept,
): Kept {
  const { size, axis, rows } = scene;
  const bottom = laneTop(size, rows.length);
  context.fillStyle = paint.canvas;
  context.fillRect(0, 0, size.width, size.height);
  context.textBaseline = "alphabetic";
  drawGutter(context, scene, paint);
  context.save();
  context.beginPath();
  context.rect(size.gutter - 1, 0, axis.width + MARGIN_RIGHT + 1, bottom);
  context.clip();
  drawFolds(context, scene, paint, bottom);
  drawRules(context, scene, paint);
  const isDense = rows.some(({ density }) => density !== undefined);
  const density = isDense ? drawDensity(context, scene, paint, kept?.density) : kept?.density;
  for (const row of rows) for (const band of row.content.bands) drawBand(context, band, row, scene, paint);
  drawFoldEdges(context, scene, paint, bottom);
  for (const row of rows) drawRow(context, row, scene, paint);
  drawVeil(context, scene, paint, bottom);
  drawArrows(context, scene, paint);
  drawDifference(context, scene, paint, bottom);
  context.restore();
  drawAxis(context, scene, paint);
  drawBeside(context, scene, paint);
  if (scene.ring !== undefined) drawRing(context, size.gutter + scene.ring.x, scene.ring.y, paint);
  drawPlayhead(context, scene, paint, bottom);
  if (scene.minimap !== undefined) drawMinimap(context, scene.minimap, size, paint, words.wholeRun);
  return { density };
}

function drawGutter(context: CanvasRenderingContext2D, { size, rows }: Scene, paint: Paint): void {
  for (const { title, y, isPicked, hasBreakpoint } of rows) {
    const middle = y + size.laneHeight / 2;
    context.font = isPicked ? paint.fonts.strong : paint.fonts.label;
    context.fillStyle = isPicked ? paint.ink : paint.ink2;
    const left = size.gutter < 100 ? 6 : 12;
    const room = size.gutter - left - (hasBreakpoint ? 24 : 2);
    context.fillText(shortened(context, title, room), left, middle + 4);
    if (isPicked) context.fillRect(0, y + 1, 2, size.laneHeight - 2);
    if (hasBreakpoint) drawStop(context, size.gutter - 15, middle, paint.ink2);
  }
}

/** A title that is too long loses its middle, so that both the part and the end of a key stay. */
function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  for (let length = text.length - 2; length > 6; length--) {
    const head = Math.ceil(length * 0.4);
    const short = `${text.slice(0, head)}…${text.slice(text.length - (length - head))}`;
    if (context.measureText(short).width <= room) return short;
  }
  return text;
}

function drawRules(context: CanvasRenderingContext2D, { size, rows }: Scene, paint: Paint): void {
  context.fillStyle = paint.line;
  for (const { y } of rows) context.fillRect(0, y + size.laneHeight - 0.5, size.width, 1);
}

function drawFolds(context: CanvasRenderingContext2D, { axis, size }: Scene, paint: Paint, bottom: number): void {
  context.fillStyle = paint.fold;
  for (const { x0, x1 } of axis.folds)
    context.fillRect(size.gutter + x0, size.axisHeight, x1 - x0, bottom - size.axisHeight);
}

/** Torn edges, drawn over the bands: a band runs through the fold. */
function drawFoldEdges(context: CanvasRenderingContext2D, { axis, size }: Scene, paint: Paint, bottom: number): void {
  context.strokeStyle = paint.line2;
  context.lineWidth = 1;
  context.beginPath();
  for (const { x0, x1 } of axis.folds) {
    for (const [x, shift] of [[x0, -0.5] as const, [x1, -2.5] as const]) {
      for (let y = size.axisHeight, odd = 0; y < bottom; y += 6, odd = 1 - odd) {
        const place = size.gutter + x + shift + 3 * odd;
        if (y === size.axisHeight) context.moveTo(place, y);
        else context.lineTo(place, y);
      }
    }
  }
  context.stroke();
}

function drawBand(context: CanvasRenderingContext2D, band: BandShape, row: SceneRow, scene: Scene, paint: Paint): void {
  const { size } = scene;
  const snap = (value: number) => Math.round(value * size.ratio) / size.ratio;
  const x0 = snap(size.gutter + band.x0);
  const x1 = Math.max(x0 + 2, snap(size.gutter + band.x1));
  const y = snap(row.y + 3);
  const height = size.laneHeight - 6;
  const tone = toneAt(band.tone);
  const ink = paint.tones[band.tone];
  if (ink === undefined) return;
  const strength = scene.isStrong(band.event) ? 1 : FADED;
  context.globalAlpha = tone === "ok" ? 0.62 * strength : strength;
  context.fillStyle = ink.tint;
  context.fillRect(x0, y, x1 - x0, height);
  context.globalAlpha = strength;
  if (tone === "stale") {
    context.fillStyle = placePattern(paint.patterns.hatch, x0, y, size.ratio);
    context.fillRect(x0, y, x1 - x0, height);
  } else if (tone === "waiting") {
    context.fillStyle = placePattern(paint.patterns.rim, x0, y, size.ratio);
    context.fillRect(x0, y, x1 - x0, 1);
    context.fillRect(x0, y + height - 1, x1 - x0, 1);
  } else if (tone === "failed") {
    context.fillStyle = placePattern(paint.patterns.centre, x0, y, size.ratio);
    context.fillRect(x0, snap(y + height / 2 - 0.5), x1 - x0, 1.25);
  }
  if (band.starts) {
    context.fillStyle = ink.line;
    context.fillRect(x0, y, 1.5, height);
  }
  context.globalAlpha = 1;
}

function drawRow(context: CanvasRenderingContext2D, row: SceneRow, scene: Scene, paint: Paint): void {
  const { size, fades, isStrong } = scene;
  const middle = row.y + size.laneHeight / 2;
  context.font = paint.fonts.label;
  for (const text of row.texts) {
    context.globalAlpha = fades && !isStrong(text.event) ? FADED : 1;
    const x = size.gutter + text.left;
    const tone = toneAt(text.tone);
    if (text.place === "band" && tone === "failed") {
      context.fillStyle = paint.tones[text.tone]?.tint ?? paint.canvas;
      context.fillRect(x - 2, row.y + 3, text.width + 4, size.laneHeight - 6);
    } else if (text.place === "mark" || tone === "stale") {
      haloed(context, text.text, x, middle + 4, paint);
    }
    context.fillStyle =
      text.place === "mark" || tone === "idle" ? paint.ink2 : (paint.tones[text.tone]?.line ?? paint.ink2);
    context.fillText(text.text, x, middle + 4);
  }
  for (const mark of row.content.marks) {
    context.globalAlpha = fades && !isStrong(mark.event) ? FADED : 1;
    const x = Math.round((size.gutter + mark.x) * size.ratio) / size.ratio;
    drawMark(context, mark, x, middle, paint);
  }
  context.globalAlpha = 1;
}

function haloed(context: CanvasRenderingContext2D, text: string, x: number, y: number, paint: Paint): void {
  context.strokeStyle = paint.canvas;
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeText(text, x, y);
}

/** The known future keeps its shape under a veil. */
function drawVeil(context: CanvasRenderingContext2D, { playhead, size }: Scene, paint: Paint, bottom: number): void {
  if (playhead === undefined) return;
  context.fillStyle = paint.veil;
  const x = size.gutter + playhead.x;
  context.fillRect(x, size.axisHeight + 1, size.width - x, bottom - size.axisHeight - 1);
}

function drawArrows(context: CanvasRenderingContext2D, { arrows, more, size }: Scene, paint: Paint): void {
  context.strokeStyle = paint.ink;
  context.fillStyle = paint.ink;
  context.lineWidth = 1.25;
  for (const arrow of arrows) drawArrow(context, arrow, size.gutter);
  if (more === undefined) return;
  const text = `+${more.count}`;
  context.font = paint.fonts.strong;
  haloed(context, text, size.gutter + more.x - paint.widthOf(text) - 8, more.y + 4, paint);
  context.fillText(text, size.gutter + more.x - paint.widthOf(text) - 8, more.y + 4);
}

/** A cubic whose ends stand upright, with a filled head. */
function drawArrow(context: CanvasRenderingContext2D, { x0, y0, x1, y1 }: SceneArrow, gutter: number): void {
  const sign = Math.sign(y1 - y0);
  const neck = y1 - sign * 6;
  const middle = (y0 + y1) / 2;
  context.beginPath();
  context.moveTo(gutter + x0, y0);
  context.bezierCurveTo(gutter + x0, middle, gutter + x1, middle, gutter + x1, neck);
  context.stroke();
  context.beginPath();
  context.moveTo(gutter + x1, y1);
  context.lineTo(gutter + x1 - 3.2, neck);
  context.lineTo(gutter + x1 + 3.2, neck);
  context.fill();
}
