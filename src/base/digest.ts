/** A rolling 64-bit state in two 32-bit lanes; equal inputs in equal order give equal digests on every machine. */
export type Digest = { readonly high: number; readonly low: number };

/** Where every digest starts. */
export const EMPTY_DIGEST: Digest = { high: 0x9e3779b9, low: 0x243f6a88 };

/** Folds values into a digest one after the other; `digest()` gives the state that was reached. */
export class DigestBuilder {
  #high: number;
  #low: number;

  constructor(from: Digest) {
    this.#high = from.high;
    this.#low = from.low;
  }

  digest(): Digest {
    return { high: this.#high, low: this.#low };
  }

  /** Folds one 32-bit integer. */
  integer(value: number): this {
    const low = Math.imul(this.#low ^ value, 0x85ebca6b);
    const high = Math.imul(this.#high ^ (low >>> 15) ^ value, 0xc2b2ae35);
    this.#high = (high ^ (high >>> 13)) | 0;
    this.#low = (low ^ (high >>> 16)) | 0;
    return this;
  }

  /** Folds a string. */
  text(text: string): this {
    return this.integer(text.length).integer(hashText(text));
  }

  /** Folds a number of any size, fractions included. */
  number(value: number): this {
    if (!Number.isSafeInteger(value)) return this.text(String(value));
    return this.integer(Math.floor(value / 0x1_0000_0000)).integer(value | 0);
  }

  /** Folds plain data: numbers, strings, booleans, null, undefined, arrays and objects in their key order. */
  data(value: unknown): this {
    if (typeof value === "number") return this.integer(1).number(value);
    if (typeof value === "string") return this.integer(2).text(value);
    if (typeof value === "boolean") return this.integer(value ? 4 : 3);
    if (value === undefined) return this.integer(5);
    if (value === null) return this.integer(6);
    if (Array.isArray(value)) {
      this.integer(7).integer(value.length);
      for (const item of value) this.data(item);
      return this;
    }
    this.integer(8);
    const fields = value as Readonly<Record<string, unknown>>; // what is left of plain data is an object
    for (const key in fields) this.text(key).data(fields[key]);
    return this;
  }
}

/** The 32-bit FNV-1a hash of a string's UTF-16 units, well mixed. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let hash = seed | 0;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Folds plain data into a digest; see `DigestBuilder`. */
export function foldData(digest: Digest, value: unknown): Digest {
  return new DigestBuilder(digest).data(value).digest();
}

/** The digest as 14 hexadecimal digits (56 bits): short enough for a link, long enough not to collide by chance. */
export function digestText(digest: Digest): string {
  const high = (digest.high >>> 0).toString(16).padStart(8, "0");
  const low = (digest.low >>> 8).toString(16).padStart(6, "0");
  return high + low;
}
