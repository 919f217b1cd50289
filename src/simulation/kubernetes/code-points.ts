/** Code points, both ends included; in ascending order and apart from one another where `united` made them. */
export type CodePoints = readonly (readonly [first: number, last: number])[];

const LAST = 0x10ffff;
const LAST_ASCII = 0x7f;

/** Every code point. */
export const everyCodePoint: CodePoints = [[0, LAST]];

/** The code points that are in any of the ranges. */
export function united(ranges: CodePoints): CodePoints {
  const apart: (readonly [number, number])[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = apart.at(-1);
    if (before === undefined || first > before[1] + 1) apart.push([first, last]);
    else apart[apart.length - 1] = [before[0], Math.max(before[1], last)];
  }
  return apart;
}

/** The code points that are in none of the ranges. */
export function without(ranges: CodePoints): CodePoints {
  const gaps: (readonly [number, number])[] = [];
  let next = 0;
  for (const [first, last] of united(ranges)) {
    if (next < first) gaps.push([next, first - 1]);
    next = last + 1;
  }
  return next <= LAST ? [...gaps, [next, LAST]] : gaps;
}

/** Whether the code point is in one of the ranges. */
export function holds(ranges: CodePoints, codePoint: number): boolean {
  return ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
}

/** ASCII letters, the other case of each being 32 away. */
const LETTERS = [
  { first: 0x41, last: 0x5a, other: 32 },
  { first: 0x61, last: 0x7a, other: -32 },
] as const;

/** What Unicode's simple case folding adds to ASCII: the Kelvin sign for k, the long s for s (`unicode.SimpleFold`). */
const FOLDED_TO_ASCII = [
  { letters: [0x4b, 0x6b], sign: 0x212a },
  { letters: [0x53, 0x73], sign: 0x17f },
] as const;

/** The ranges with the other case of each letter; undefined where one goes beyond ASCII, whose folding is not modelled. */
export function withOtherCase(ranges: CodePoints): CodePoints | undefined {
  if (ranges.some(([, last]) => last > LAST_ASCII)) return undefined;
  const others = ranges.flatMap(([first, last]) =>
    LETTERS.flatMap((letters): CodePoints => {
      const from = Math.max(first, letters.first);
      const to = Math.min(last, letters.last);
      return from <= to ? [[from + letters.other, to + letters.other]] : [];
    }),
  );
  const signs = FOLDED_TO_ASCII.filter(({ letters }) => letters.some((letter) => holds(ranges, letter)));
  return united([...ranges, ...others, ...signs.map(({ sign }) => [sign, sign] as const)]);
}
