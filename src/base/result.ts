/** Something wrong in what a person gave us, with its place. */
export type Problem = {
  /** Where in the data, e.g. `then[2].at`; empty for the whole. */
  readonly path: string;
  /** 1-based line in the text it came from, if there was one. */
  readonly line?: number;
  /** One sentence: what is wrong and what would be right. */
  readonly message: string;
};

/** A value, or why there is none. */
export type Result<T, E = readonly Problem[]> =
  | { readonly type: "ok"; readonly value: T }
  | { readonly type: "problems"; readonly problems: E };

/** Wraps a value. */
export function ok<T>(value: T): Result<T, never> {
  return { type: "ok", value };
}

/** Wraps the reasons why there is no value. */
export function problems<E>(list: E): Result<never, E> {
  return { type: "problems", problems: list };
}

/** A single problem as a failed result. */
export function problem(path: string, message: string, line?: number): Result<never> {
  return problems([line === undefined ? { path, message } : { path, message, line }]);
}
