/** The letters of generated names (`am:util/rand/rand.go @v0.36.3`). */
const LETTERS = "bcdfghjklmnpqrstvwxz2456789";
const LENGTH = 5;

/** A generated suffix: how many there are, and how many bytes the number of one takes. */
export const POD_SUFFIX = { values: LETTERS.length ** LENGTH, bytes: 3 } as const;

const generated = new RegExp(`^(.+)-([${LETTERS}]{${LENGTH}})$`, "s");

/** The base and the generated suffix of a name such as `web-4kq7z`, or undefined. */
export function splitPodName(name: string): { readonly base: string; readonly suffix: string } | undefined {
  const [, base, suffix] = generated.exec(name) ?? [];
  return base === undefined || suffix === undefined ? undefined : { base, suffix };
}

/** A suffix as a number below `POD_SUFFIX.values`. */
export function suffixNumber(suffix: string): number {
  let number = 0;
  for (const letter of suffix) number = number * LETTERS.length + LETTERS.indexOf(letter);
  return number;
}

/** The opposite of `splitPodName` and `suffixNumber`. */
export function joinPodName(base: string, number: number): string {
  let suffix = "";
  for (let rest = number; suffix.length < LENGTH; rest = Math.floor(rest / LETTERS.length)) {
    suffix = (LETTERS[rest % LETTERS.length] ?? "") + suffix;
  }
  return `${base}-${suffix}`;
}
