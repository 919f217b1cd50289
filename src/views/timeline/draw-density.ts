import { mostUrgent, NO_BAND } from "../../projections/timeline/density.ts";
import { toneAt } from "../../projections/timeline/lane-vocabulary.ts";
import type { Scene } from "../../projections/timeline/scene.ts";
import type { Paint } from "./timeline-paint.ts";

/** Height of the foot of a column that tells of trouble, px. */
const CAP = 3;

/** A bitmap that is kept between frames: making one costs more than filling it. */
export type DensityBitmap = {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly image: ImageData;
  readonly pixels: Uint32Array;
};

/** A bitmap of that many device px, the given one when it fits. */
function densityBitmap(width: number, height: number, old: DensityBitmap | undefined): DensityBitmap | undefined {
  if (old !== undefined && old.canvas.width === width && old.canvas.height === height) return old;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  const image = context.createImageData(width, height);
  return { canvas, context, image, pixels: new Uint32Array(image.data.buffer) };
}

/**
 * Lanes with too many events for marks: a tint where a band runs, on it a column for the number of events, with a foot
 * in the hue that must not be missed. Written pixel by pixel and put on the canvas in one piece.
 */
export function drawDensity(
  context: CanvasRenderingContext2D,
  scene: Scene,
  paint: Paint,
  old: DensityBitmap | undefined,
): DensityBitmap | undefined {
  const { size, rows, axis } = scene;
  const top = rows[0]?.y ?? 0;
  const width = Math.ceil(axis.width * size.ratio);
  const height = Math.ceil(rows.length * size.laneHeight * size.ratio);
  const bitmap = densityBitmap(width, Math.max(1, height), old);
  if (bitmap === undefined) return undefined;
  const { pixels } = bitmap;
  pixels.fill(0);
  const alpha = scene.fades ? 0x43000000 : 0xff000000;
  const lines = paint.tones.map(({ line }) => packed(line, alpha));
  const bar = packed(paint.ink3, alpha);
  const cap = Math.max(2, Math.round(CAP * size.ratio));
  const tints = paint.tones.map(({ tint }) => packed(tint, alpha));
  const band = Math.round((size.laneHeight - 6) * size.ratio);
  for (const row of rows) {
    if (row.density === undefined) continue;
    const { counts, tones, bands, most } = row.density;
    const y = Math.round((row.y - top + 3) * size.ratio);
    const scale = (band - cap) / Math.log1p(most);
    for (let x = 0; x < width; x++) {
      const running = bands[x] ?? NO_BAND;
      if (running !== NO_BAND) fillColumn(pixels, width, x, y, y + band, tints[running] ?? 0);
      const count = counts[x] ?? 0;
      if (count === 0) continue;
      const length = cap + Math.round(Math.log1p(count) * scale);
      fillColumn(pixels, width, x, y + band - length, y + band, bar);
      const tone = mostUrgent(tones[x] ?? 0);
      if (isUrgent(tone)) fillColumn(pixels, width, x, y + band - cap, y + band, lines[tone] ?? 0);
    }
  }
  bitmap.context.putImageData(bitmap.image, 0, 0);
  context.drawImage(bitmap.canvas, size.gutter, top, width / size.ratio, height / size.ratio);
  return bitmap;
}

/** Tones that must be seen however many other events there are. */
function isUrgent(tone: number): boolean {
  const name = toneAt(tone);
  return name === "waiting" || name === "stale" || name === "failed" || name === "fault";
}

function fillColumn(pixels: Uint32Array, width: number, x: number, from: number, to: number, colour: number): void {
  for (let index = from * width + x; index < to * width + x; index += width) pixels[index] = colour;
}

/** `#rrggbb` as a pixel of an ImageData: red in the lowest byte on every machine that runs browsers. */
function packed(colour: string, alpha: number): number {
  const value = Number.parseInt(colour.slice(1, 7), 16);
  const swapped = ((value & 0xff) << 16) | (value & 0xff00) | ((value >> 16) & 0xff);
  return (swapped | alpha) >>> 0;
}
