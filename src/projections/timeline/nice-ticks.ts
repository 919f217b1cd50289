/** Beyond these ratios to a power of ten, the next of 2, 5 and 10 is nearer (their geometric means). */
const beyondOne = Math.sqrt(2);
const beyondTwo = Math.sqrt(10);
const beyondFive = Math.sqrt(50);

/** About `count` round values (1, 2 or 5 times a power of ten apart) from `from` to `to`, both included. */
export function niceTicks(from: number, to: number, count: number): readonly number[] {
  if (!(to > from) || count < 1) return [];
  const wanted = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const ratio = wanted / power;
  const factor = ratio >= beyondFive ? 10 : ratio >= beyondTwo ? 5 : ratio >= beyondOne ? 2 : 1;
  // Below 1, dividing by a whole number keeps the values exact where multiplying by a fraction would not.
  const inverse = power < 1 ? Math.round(1 / (power * factor)) : undefined;
  const stride = power * factor;
  const first = Math.ceil(inverse === undefined ? from / stride : from * inverse);
  const last = Math.floor(inverse === undefined ? to / stride : to * inverse);
  const steps = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return steps.map((step) => (inverse === undefined ? step * stride : step / inverse));
}
