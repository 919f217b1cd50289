import { ALL_TONES } from "../../projections/timeline/lane-vocabulary.ts";
import type { Scene } from "../../projections/timeline/scene.ts";
import type { Paint } from "./timeline-paint.ts";

const LAMP = { width: 2, height: 3 } as const;
const OK = ALL_TONES.indexOf("ok");
const FAILED = ALL_TONES.indexOf("failed");

/** What stands beside the run, on the axis: lamps of events that are as recorded, and the flag of the first difference. */
export function drawBeside(context: CanvasRenderingContext2D, scene: Scene, paint: Paint): void {
  const { size, lamps, difference } = scene;
  for (const { x, isLit } of lamps) {
    context.fillStyle = isLit ? (paint.tones[OK]?.line ?? paint.ink) : paint.line3;
    context.fillRect(Math.round(size.gutter + x) - LAMP.width / 2, size.axisHeight - 1, LAMP.width, LAMP.height);
  }
  if (difference === undefined) return;
  const x = size.gutter + difference;
  context.font = paint.fonts.strong;
  const width = paint.widthOf(SIGN) + 8;
  context.fillStyle = paint.tones[FAILED]?.line ?? paint.ink;
  context.beginPath();
  context.roundRect(x, 3, width, 15, [0, 3, 3, 0]);
  context.fill();
  context.fillStyle = paint.canvas;
  context.fillText(SIGN, x + 4, 14.5);
}

const SIGN = "≠";

/** A line through all lanes where the other side goes another way. */
export function drawDifference(
  context: CanvasRenderingContext2D,
  { size, difference }: Scene,
  paint: Paint,
  bottom: number,
): void {
  if (difference === undefined) return;
  const x = Math.round(size.gutter + difference);
  context.strokeStyle = paint.tones[FAILED]?.line ?? paint.ink;
  context.lineWidth = 1.5;
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(x, 3);
  context.lineTo(x, bottom);
  context.stroke();
  context.setLineDash([]);
}
