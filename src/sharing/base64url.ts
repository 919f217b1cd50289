const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Bytes as base64url without padding: safe in the fragment of an address. */
export function toBase64url(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(index, index + 3);
    const word = (a << 16) | (b << 8) | c;
    const digits = Math.min(4, bytes.length - index + 1);
    for (let digit = 0; digit < digits; digit++) text += ALPHABET[(word >>> (18 - 6 * digit)) & 63];
  }
  return text;
}

/** The bytes of a base64url text, or undefined when it is none. Bits that belong to no byte must be 0: there is one text per value. */
export function fromBase64url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let word = 0;
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = digitOf(text.charCodeAt(index));
    if (digit < 0) return undefined;
    word = ((word << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (word >>> bits) & 255;
  }
  return (word & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}

function digitOf(unit: number): number {
  return unit < 128 ? (DIGITS[unit] ?? -1) : -1;
}

const DIGITS: readonly number[] = Array.from({ length: 128 }, (_, unit) => ALPHABET.indexOf(String.fromCharCode(unit)));
