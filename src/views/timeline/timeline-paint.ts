import { ALL_TONES } from "../../projections/timeline/lane-vocabulary.ts";

/** Colours of one class of state. */
export type ToneInk = { readonly line: string; readonly tint: string; readonly solid: string };

/** All that drawing needs besides the scene: read from the tokens once per theme and language. */
export type Paint = {
  readonly canvas: string;
  readonly fold: string;
  readonly veil: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly line: string;
  readonly line2: string;
  readonly line3: string;
  readonly active: string;
  /** By index in the `tone` column. */
  readonly tones: readonly ToneInk[];
  readonly fonts: { readonly label: string; readonly strong: string; readonly tag: string };
  readonly fontSize: number;
  readonly patterns: Patterns;
  readonly widthOf: (text: string) => number;
};

/** Cached bitmaps: the hatch of stale bands, the dashes of waiting and failed ones. */
export type Patterns = {
  readonly hatch: CanvasPattern | undefined;
  readonly rim: CanvasPattern | undefined;
  readonly centre: CanvasPattern | undefined;
};

/** Reads the tokens in force at an element. `context` measures texts and makes the patterns. */
export function readPaint(element: Element, context: CanvasRenderingContext2D, ratio: number): Paint {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const fontSize = Number.parseFloat(token("fs-1")) || 11;
  const tones = ALL_TONES.map((tone) => ({ line: token(tone), tint: token(`${tone}-f`), solid: token(`${tone}-b`) }));
  const label = `400 ${fontSize}px ${token("ui")}`;
  return {
    canvas: token("canvas"),
    fold: token("fold"),
    veil: token("veil"),
    ink: token("ink"),
    ink2: token("ink-2"),
    ink3: token("ink-3"),
    line: token("line"),
    line2: token("line-2"),
    line3: token("line-3"),
    active: token("active"),
    tones,
    fonts: { label, strong: `600 ${fontSize}px ${token("ui")}`, tag: `600 ${fontSize}px ${token("mono")}` },
    fontSize,
    patterns: {
      hatch: hatchPattern(context, token("stale"), ratio),
      rim: dashPattern(context, { colour: token("waiting"), on: 3, off: 3 }, ratio),
      centre: dashPattern(context, { colour: token("failed"), on: 4, off: 3 }, ratio),
    },
    widthOf: createMeasure(context, label),
  };
}

/** Widths are measured once per text. Digits count as zeros: they are equally wide, and while time runs every frame has other ones. */
function createMeasure(context: CanvasRenderingContext2D, font: string): (text: string) => number {
  const widths = new Map<string, number>();
  return (text) => {
    const form = text.replace(/\d/g, "0");
    const known = widths.get(form);
    if (known !== undefined) return known;
    context.save();
    context.font = font;
    const { width } = context.measureText(form);
    context.restore();
    widths.set(form, width);
    return width;
  };
}

const HATCH = 6;

function hatchPattern(context: CanvasRenderingContext2D, colour: string, ratio: number): CanvasPattern | undefined {
  return bitmapPattern(context, { width: HATCH, height: HATCH, ratio }, (bitmap) => {
    bitmap.strokeStyle = colour;
    bitmap.globalAlpha = 0.42;
    bitmap.lineWidth = 1.2;
    bitmap.beginPath();
    for (const shift of [-HATCH, 0, HATCH]) {
      bitmap.moveTo(shift - 1, HATCH + 1);
      bitmap.lineTo(shift + HATCH + 1, -1);
    }
    bitmap.stroke();
  });
}

type Dash = { readonly colour: string; readonly on: number; readonly off: number };

function dashPattern(
  context: CanvasRenderingContext2D,
  { colour, on, off }: Dash,
  ratio: number,
): CanvasPattern | undefined {
  return bitmapPattern(context, { width: on + off, height: 1, ratio }, (bitmap) => {
    bitmap.fillStyle = colour;
    bitmap.fillRect(0, 0, on, 1);
  });
}

type BitmapSize = { readonly width: number; readonly height: number; readonly ratio: number };

function bitmapPattern(
  context: CanvasRenderingContext2D,
  { width, height, ratio }: BitmapSize,
  draw: (bitmap: CanvasRenderingContext2D) => void,
): CanvasPattern | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.max(1, Math.round(height * ratio));
  const bitmap = canvas.getContext("2d");
  if (bitmap === null) return undefined;
  bitmap.scale(canvas.width / width, canvas.height / height);
  draw(bitmap);
  return context.createPattern(canvas, "repeat") ?? undefined;
}

/** Lets a pattern start at a place, so that it moves with what it fills. */
export function placePattern(
  pattern: CanvasPattern | undefined,
  x: number,
  y: number,
  ratio: number,
): CanvasPattern | string {
  if (pattern === undefined) return "transparent";
  pattern.setTransform(new DOMMatrix([1 / ratio, 0, 0, 1 / ratio, x, y]));
  return pattern;
}
