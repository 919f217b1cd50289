import type { MarkShape } from "../../projections/timeline/lane-content.ts";
import { markAt, toneAt } from "../../projections/timeline/lane-vocabulary.ts";
import type { Paint } from "./timeline-paint.ts";

/** Draws a mark with its middle at (x, y). */
export function drawMark(
  context: CanvasRenderingContext2D,
  { mark, tone }: MarkShape,
  x: number,
  y: number,
  paint: Paint,
): void {
  const hue = paint.tones[tone]?.line ?? paint.ink2;
  switch (markAt(mark)) {
    case "none":
      return;
    case "tick":
      context.fillStyle = isRoutine(tone) ? paint.ink2 : hue;
      context.fillRect(x - 0.75, y - 5, 1.5, 10);
      return;
    case "flag":
      drawFlag(context, x, y, hue);
      return;
    case "cross":
      drawCross(context, x, y, hue);
      return;
    case "pencil":
      drawPencil(context, x, y, paint.ink);
      return;
    case "square":
      context.fillStyle = hue;
      context.fillRect(x - 4, y - 4, 8, 8);
  }
}

/** Ticks are many: only those that tell of trouble take a hue. */
function isRoutine(tone: number): boolean {
  const name = toneAt(tone);
  return name === "idle" || name === "active" || name === "ok";
}

function drawFlag(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.6;
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(x - 3.8, y + 5.2);
  context.lineTo(x - 3.8, y - 5);
  context.stroke();
  context.beginPath();
  context.moveTo(x - 3.4, y - 4.6);
  context.lineTo(x + 4.6, y - 2);
  context.lineTo(x - 3.4, y + 0.8);
  context.fill();
  context.lineCap = "butt";
}

function drawCross(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(x - 3, y - 3);
  context.lineTo(x + 3, y + 3);
  context.moveTo(x + 3, y - 3);
  context.lineTo(x - 3, y + 3);
  context.stroke();
  context.lineCap = "butt";
}

function drawPencil(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.3;
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(x - 4, y + 4);
  context.lineTo(x - 3.4, y + 1.4);
  context.lineTo(x + 2.4, y - 4.4);
  context.lineTo(x + 4.4, y - 2.4);
  context.lineTo(x - 1.4, y + 3.4);
  context.closePath();
  context.stroke();
}

/** The octagon of a breakpoint. */
export function drawStop(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.4;
  context.lineJoin = "round";
  context.beginPath();
  for (let corner = 0; corner < 8; corner++) {
    const angle = Math.PI / 8 + (corner * Math.PI) / 4;
    context.lineTo(x + 4.8 * Math.cos(angle), y + 4.8 * Math.sin(angle));
  }
  context.closePath();
  context.stroke();
  context.beginPath();
  context.arc(x, y, 1.6, 0, 2 * Math.PI);
  context.fill();
}

/** The selected event: a dot in a ring. */
export function drawRing(context: CanvasRenderingContext2D, x: number, y: number, { ink, canvas }: Paint): void {
  context.beginPath();
  context.arc(x, y, 8, 0, 2 * Math.PI);
  context.fillStyle = canvas;
  context.globalAlpha = 0.5;
  context.fill();
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(x, y, 3.5, 0, 2 * Math.PI);
  context.fillStyle = ink;
  context.fill();
  context.beginPath();
  context.arc(x, y, 6.5, 0, 2 * Math.PI);
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.stroke();
}
