/** How many names the server tries for one `generateName` (`as:registry/generic/registry/store.go:maxNameGenerationCreateAttempts @v0.36.3`). */
export const generateNameTries = 8;

const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const longestBase = 58;

/** Five characters from a draw in [0, 1) (`am:util/rand/rand.go:String`): no vowels and no digits that look like letters. */
export function nameSuffix(draw: number): string {
  let rest = Math.floor(draw * alphabet.length ** 5);
  let suffix = "";
  for (let place = 0; place < 5; place++) {
    suffix += alphabet[rest % alphabet.length] ?? "";
    rest = Math.floor(rest / alphabet.length);
  }
  return suffix;
}

/** The name for a base and a suffix; a long base is cut so that the name has at most 63 characters (`as:storage/names/generate.go`). */
export function generatedName(base: string, suffix: string): string {
  return base.slice(0, longestBase) + suffix;
}

/** A version 4 uuid from four draws in [0, 1). */
export function uidFrom(draws: readonly number[]): string {
  const words = [0, 1, 2, 3].map((i) =>
    Math.floor((draws[i] ?? 0) * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0"),
  );
  const [a = "", b = "", c = "", d = ""] = words;
  const variant = "89ab"[Number.parseInt(c[0] ?? "0", 16) & 3] ?? "8";
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
}
