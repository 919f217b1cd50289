/** A point in the pane, CSS pixels. */
export type Point = { readonly x: number; readonly y: number };

const RADIUS = 6;

/** An SVG path along horizontal and vertical stretches with rounded corners. */
export function orthogonalPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  let path = `M${first.x} ${first.y}`;
  rest.forEach((point, index) => {
    const before = points[index];
    const after = points[index + 2];
    if (before === undefined) return;
    if (after === undefined) {
      path += `L${point.x} ${point.y}`;
      return;
    }
    const radius = Math.min(RADIUS, distance(before, point) / 2, distance(point, after) / 2);
    const from = towards(point, before, radius);
    const to = towards(point, after, radius);
    path += `L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`;
  });
  return path;
}

/** The point half-way along a polyline. */
export function middleOf(points: readonly Point[]): Point {
  const total = lengthOf(points);
  let left = total / 2;
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1], points[index]];
    if (from === undefined || to === undefined) break;
    const length = distance(from, to);
    if (length >= left) return towards(from, to, left);
    left -= length;
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}

/** The length of a polyline. */
function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, point, index) => sum + (index === 0 ? 0 : distance(points[index - 1] ?? point, point)), 0);
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

function towards(from: Point, to: Point, length: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * length, y: from.y + Math.sign(to.y - from.y) * length };
}
