/** Thrown when the program contradicts itself. Never for a person's input and never for simulated failure. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/** States what must hold here. The message carries the values that would explain a breach. */
export function assert(condition: boolean, message: string | (() => string)): asserts condition {
  if (!condition) throw new AssertionError(typeof message === "string" ? message : message());
}

/** Returns `value`, which must be there. */
export function defined<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new AssertionError(`missing: ${what}`);
  return value;
}

/** Ends a `switch` over a union: the compiler proves that nothing can arrive here. */
export function unreachable(value: never): never {
  throw new AssertionError(`unreachable: ${JSON.stringify(value)}`);
}
