/** One line of a plot. `at` in µs, ascending; two values at one time are a jump. */
export type PlotLine = {
  readonly label: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
};

/** Lines over one axis: all have a value, or none, at each time. */
export type PlotColumns = {
  /** µs, ascending; a time stands as often as the line that jumps most there needs it. */
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  /** Of each line the places of its own points among the times. */
  readonly own: readonly (readonly number[])[];
};

/** Puts lines over one axis. The last place is the run's end: each line holds its last value until then. */
export function plotColumns(lines: readonly PlotLine[], end: number): PlotColumns {
  const times = timesOf(lines);
  const own = lines.map((line) => placesOf(line, times));
  const values = lines.map(({ points }, index) => {
    const column: (number | null)[] = [...times, end].map(() => null);
    for (const [each, place] of (own[index] ?? []).entries()) column[place] = points[each]?.value ?? null;
    column[times.length] = points.at(-1)?.value ?? null;
    return column;
  });
  return { times: [...times, end], values, own };
}

function timesOf(lines: readonly PlotLine[]): readonly number[] {
  const most = new Map<number, number>();
  for (const { points } of lines) {
    const counts = new Map<number, number>();
    for (const { at } of points) counts.set(at, (counts.get(at) ?? 0) + 1);
    for (const [at, count] of counts) most.set(at, Math.max(count, most.get(at) ?? 0));
  }
  return [...most].sort(([a], [b]) => a - b).flatMap(([at, count]) => Array.from({ length: count }, () => at));
}

/** Both are ascending: one pass over the times finds every point its place. */
function placesOf({ points }: PlotLine, times: readonly number[]): readonly number[] {
  const places: number[] = [];
  for (const [place, at] of times.entries()) if (points[places.length]?.at === at) places.push(place);
  return places;
}
