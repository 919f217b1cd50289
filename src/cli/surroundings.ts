import type { Problem } from "../base/result.ts";

/** What the program needs of the computer it runs on. */
export interface Surroundings {
  /** Prints to standard output, as it is. */
  print(text: string): void;
  /** Prints a line to standard error. */
  complain(line: string): void;
  /** The text of a file, or undefined if there is none. Throws when it can't be read for another reason. */
  readText(file: string): string | undefined;
}

/** Exit codes. */
export const MET = 0;
export const NOT_MET = 1;
export const WRONG = 2;

/** A problem as compilers print it: `file:line: path: message`. */
export function problemLine(file: string, { path, line, message }: Problem): string {
  return [line === undefined ? file : `${file}:${line}`, path, message].filter((part) => part !== "").join(": ");
}
