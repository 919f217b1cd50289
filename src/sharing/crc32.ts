/** CRC-32 as in zip files (polynomial 0xedb88320), over the parts one after the other. */
export function crc32(...parts: readonly Uint8Array[]): number {
  let crc = ~0;
  for (const part of parts) {
    for (const byte of part) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
  }
  return ~crc >>> 0;
}
