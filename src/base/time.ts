/** A moment or a span of virtual time: an integer number of microseconds. */
export type Micros = number & { readonly __brand: "Micros" };

/** Brands a number as microseconds, rounding halves up so that every time in a run is an integer. */
export function micros(value: number): Micros {
  return Math.round(value) as Micros; // the one place where the brand is given
}

/** Milliseconds as microseconds. */
export function milliseconds(value: number): Micros {
  return micros(value * 1_000);
}

/** Seconds as microseconds. */
export function seconds(value: number): Micros {
  return micros(value * 1_000_000);
}

/** The sum of two times. */
export function plus(a: Micros, b: Micros): Micros {
  return (a + b) as Micros; // integers stay integers
}
