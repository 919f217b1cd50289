import type { LaneContent } from "./lane-content.ts";

/** A stretch of a lane, px. */
export type Span = { readonly left: number; readonly right: number };

/** A text on a lane, with the event it belongs to. */
export type LaneText = {
  readonly event: number;
  readonly text: string;
  readonly left: number;
  readonly width: number;
  readonly tone: number;
  /** In a band it takes the band's hue, beside a mark it is ink with a halo. */
  readonly place: "band" | "mark";
};

export type PlaceInput = {
  readonly content: LaneContent;
  readonly widthOf: (text: string) => number;
  /** What no text may cross on this lane: folds, arrows. */
  readonly blocked: readonly Span[];
  readonly playhead: number | undefined;
  readonly width: number;
};

const IN_BAND = 6;
const BESIDE_MARK = 8;
const MARK_HALF = 6;

/** The texts of a lane that fit: those of bands inside one free stretch, those of marks on their right, else left. */
export function placeTexts(input: PlaceInput): readonly LaneText[] {
  const { content, blocked, playhead } = input;
  const marks = content.marks.map(({ x }): Span => ({ left: x - MARK_HALF, right: x + MARK_HALF }));
  const line = playhead === undefined ? [] : [{ left: playhead - 3, right: playhead + 3 }];
  const bandTexts = placeInBands(input, [...blocked, ...marks, ...line]);
  const starts = content.bands.filter(({ starts }) => starts).map(({ x0 }): Span => ({ left: x0, right: x0 + 2 }));
  const taken = bandTexts.map(({ left, width }): Span => ({ left: left - 4, right: left + width + 4 }));
  return [...bandTexts, ...placeBesideMarks(input, [...blocked, ...marks, ...line, ...starts, ...taken])];
}

function placeInBands({ content, widthOf }: PlaceInput, blocked: readonly Span[]): readonly LaneText[] {
  const cuts = [...blocked].sort((a, b) => a.left - b.left);
  return content.bands.flatMap((band): readonly LaneText[] => {
    if (band.label === "" || band.x1 - band.x0 < 16) return [];
    const width = widthOf(band.label);
    const free = widestFree(Math.max(0, band.x0), band.x1, cuts);
    if (free.right - free.left < width + IN_BAND + 4) return [];
    return [{ event: band.event, text: band.label, left: free.left + IN_BAND, width, tone: band.tone, place: "band" }];
  });
}

/** The widest stretch of [left, right] that no cut touches; cuts in order of their left ends. */
function widestFree(left: number, right: number, cuts: readonly Span[]): Span {
  let best: Span = { left, right: left };
  let from = left;
  for (const cut of cuts) {
    if (cut.right <= from) continue;
    if (cut.left >= right) break;
    if (cut.left - from > best.right - best.left) best = { left: from, right: cut.left };
    from = Math.max(from, cut.right);
  }
  return right - from > best.right - best.left ? { left: from, right } : best;
}

function placeBesideMarks(
  { content, widthOf, width: room }: PlaceInput,
  obstacles: readonly Span[],
): readonly LaneText[] {
  const taken = [...obstacles];
  const texts: LaneText[] = [];
  for (const { event, x, tone, label } of content.marks) {
    if (label === "") continue;
    const width = widthOf(label);
    const own = (span: Span) => span.left <= x + 2 && span.right >= x - 2;
    const isFree = (left: number) =>
      left >= 0 &&
      left + width <= room &&
      !taken.some((span) => !own(span) && span.left < left + width + 3 && span.right > left - 1);
    const left = [x + BESIDE_MARK, x - BESIDE_MARK - width].find(isFree);
    if (left === undefined) continue;
    texts.push({ event, text: label, left, width, tone, place: "mark" });
    taken.push({ left, right: left + width });
  }
  return texts;
}
