/** The speeds that can be set, slowest first: virtual seconds in one real second. 1-2-5 steps over six decades. */
export const speedSteps: readonly number[] = [
  ...[1_000, 500, 200, 100, 50, 20, 10, 5, 2].map((part) => 1 / part),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
];

/** The speed at a position of the slider. */
export function speedAt(step: number): number {
  return speedSteps[step] ?? 1;
}

/** The position whose speed is nearest, measured as a ratio. */
export function stepOfSpeed(speed: number): number {
  const distances = speedSteps.map((one) => Math.abs(Math.log(one / speed)));
  return distances.indexOf(Math.min(...distances));
}
