/** A rolling 64-bit state in two 32-bit lanes; equal inputs in equal order give equal digests on every machine. */
export type Digest = { readonly high: number; readonly low: number };

/** Where every digest starts. */
export const EMPTY_DIGEST: Digest = { high: 0x9e3779b9, low: 0x243f6a88 };

/** Folds one 32-bit integer into a digest. */
export function foldInteger(digest: Digest, value: number): Digest {
  const low = Math.imul(digest.low ^ value, 0x85ebca6b);
  const high = Math.imul(digest.high ^ (low >>> 15) ^ value, 0xc2b2ae35);
  return { high: (high ^ (high >>> 13)) | 0, low: (low ^ (high >>> 16)) | 0 };
}

/** The 32-bit FNV-1a hash of a string's UTF-16 units, well mixed. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let hash = seed | 0;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Folds a string into a digest. */
export function foldText(digest: Digest, text: string): Digest {
  return foldInteger(foldInteger(digest, text.length), hashText(text));
}

/** Folds a number of any size, fractions included. */
export function foldNumber(digest: Digest, value: number): Digest {
  if (Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
    return foldInteger(foldInteger(digest, Math.floor(value / 0x1_0000_0000)), value | 0);
  }
  return foldText(digest, String(value));
}

/** Folds plain data: numbers, strings, booleans, null, undefined, arrays and objects in their key order. */
export function foldData(digest: Digest, value: unknown): Digest {
  if (typeof value === "number") return foldNumber(foldInteger(digest, 1), value);
  if (typeof value === "string") return foldText(foldInteger(digest, 2), value);
  if (typeof value === "boolean") return foldInteger(digest, value ? 4 : 3);
  if (value === undefined) return foldInteger(digest, 5);
  if (value === null) return foldInteger(digest, 6);
  if (Array.isArray(value)) {
    let folded = foldInteger(foldInteger(digest, 7), value.length);
    for (const item of value) folded = foldData(folded, item);
    return folded;
  }
  let folded = foldInteger(digest, 8);
  for (const [key, item] of Object.entries(value)) folded = foldData(foldText(folded, key), item);
  return folded;
}

/** The digest as 14 hexadecimal digits (56 bits): short enough for a link, long enough not to collide by chance. */
export function digestText(digest: Digest): string {
  const high = (digest.high >>> 0).toString(16).padStart(8, "0");
  const low = (digest.low >>> 8).toString(16).padStart(6, "0");
  return high + low;
}
