import { unreachable } from "../../base/assert.ts";

/** How one line of a plot looks. Lines are told apart by lightness, dash and marker, so in either theme and by anybody; no hue means a line. */
export type LineLook = {
  /** The token of its colour. */
  readonly token: "--active" | "--ink" | "--ink-3";
  readonly dash: readonly number[];
  readonly marker: Marker;
  /** Whether its markers are filled. */
  readonly filled: boolean;
};

type Marker = "disc" | "square" | "triangle" | "diamond";

const FIRST: LineLook = { token: "--active", dash: [], marker: "disc", filled: true };
const LOOKS: readonly LineLook[] = [
  FIRST,
  { token: "--ink", dash: [6, 3], marker: "square", filled: false },
  { token: "--ink-3", dash: [2, 3], marker: "triangle", filled: true },
  { token: "--ink", dash: [8, 3, 2, 3], marker: "diamond", filled: false },
];

/** Lines that one plot can tell apart. */
export const MOST_LINES = LOOKS.length;

/** The look of the line at a place. */
export function lookOf(index: number): LineLook {
  return LOOKS[index] ?? FIRST;
}

/** The outline of a marker around a point, as an SVG path; `half` its size in the unit of the drawing. */
export function markerPath(marker: Marker, x: number, y: number, half: number): string {
  switch (marker) {
    case "disc":
      return `M${x - half} ${y}a${half} ${half} 0 1 0 ${2 * half} 0a${half} ${half} 0 1 0 ${-2 * half} 0z`;
    case "square":
      return `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`;
    case "triangle":
      return `M${x} ${y - half}l${half} ${2 * half}h${-2 * half}z`;
    case "diamond":
      return `M${x} ${y - 1.3 * half}l${1.3 * half} ${1.3 * half}l${-1.3 * half} ${1.3 * half}l${-1.3 * half} ${-1.3 * half}z`;
    default:
      return unreachable(marker);
  }
}
