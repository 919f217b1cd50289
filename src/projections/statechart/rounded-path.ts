const RADIUS = 4;

/** An SVG path through the points (x and y in turn) with rounded corners. */
export function roundedPath(points: readonly number[]): string {
  const corners = pairs(points);
  const [first, ...rest] = corners;
  if (first === undefined) return "";
  const parts = rest.map((corner, index) => {
    const before = corners[index];
    const next = rest[index + 1];
    if (before === undefined || next === undefined) return `L${corner.x} ${corner.y}`;
    const start = towards(corner, before);
    const end = towards(corner, next);
    return `L${start.x} ${start.y}Q${corner.x} ${corner.y} ${end.x} ${end.y}`;
  });
  return `M${first.x} ${first.y}${parts.join("")}`;
}

type Point = { readonly x: number; readonly y: number };

function pairs(points: readonly number[]): readonly Point[] {
  return Array.from({ length: Math.floor(points.length / 2) }, (_, index) => ({
    x: points[2 * index] ?? 0,
    y: points[2 * index + 1] ?? 0,
  }));
}

/** The point on the way from a corner to another where its rounding ends. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: tenth(corner.x + (other.x - corner.x) * share), y: tenth(corner.y + (other.y - corner.y) * share) };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
