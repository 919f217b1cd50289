/**
 * Plain data equal to `next`, in which every part that equals the same part of `before` is that very part. What did
 * not change keeps its identity, so that who reads one part need not look whether its content is the same. Bytes are one part.
 */
export function sharedEqual<T>(before: unknown, next: T): T {
  // Both keep the shape of `next`; only equal parts are exchanged.
  return shared(before, next) as T;
}

function shared(before: unknown, next: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(next)) {
    const parts: unknown[] = next.map((part, index) => shared(before[index], part));
    const isEqual = parts.length === before.length && parts.every((part, index) => part === before[index]);
    return isEqual ? before : parts;
  }
  if (before instanceof Uint8Array && next instanceof Uint8Array) return sameBytes(before, next) ? before : next;
  if (!isRecord(before) || !isRecord(next)) return next;
  const parts: Record<string, unknown> = {};
  let isEqual = true;
  let count = 0;
  for (const [key, value] of Object.entries(next)) {
    const part = shared(before[key], value);
    parts[key] = part;
    count += 1;
    if (part !== before[key] || !Object.hasOwn(before, key)) isEqual = false;
  }
  return isEqual && count === Object.keys(before).length ? before : parts;
}

/** What comes in thousands is bytes: one part, equal or not. */
function sameBytes(before: Uint8Array, next: Uint8Array): boolean {
  return before.length === next.length && next.every((byte, index) => byte === before[index]);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
