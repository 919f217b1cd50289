import { FROZEN_NAMES } from "./frozen-names.ts";
import { joinPodName, POD_SUFFIX } from "./pod-name.ts";

/** Thrown by a reader and caught by `decodeLink` alone: what was read can't be a link. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** Reads what a `ByteWriter` wrote. Every read beyond the end or the bounds throws an `UnreadableError`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #names: string[] = [];
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new UnreadableError("it ends too early");
    return value;
  }

  count(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) {
        if (!Number.isSafeInteger(value)) break;
        return value;
      }
    }
    throw new UnreadableError("a number is too large");
  }

  time(): number {
    const code = this.count();
    const unit = [1_000_000, 1_000, 1][code % 3] ?? 1;
    const micros = Math.floor(code / 3) * unit;
    if (!Number.isSafeInteger(micros)) throw new UnreadableError("a time is too long");
    return micros;
  }

  float(): number {
    const bytes = this.bytes(8);
    return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0);
  }

  bytes(length: number): Uint8Array {
    if (length > this.left) throw new UnreadableError("it ends too early");
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  text(): string {
    return new TextDecoder().decode(this.bytes(this.count()));
  }

  name(depth = 0): string {
    const code = this.count();
    if (code >= 2) return this.#known(code - 2);
    if (depth > DEEPEST_BASE) throw new UnreadableError("a name is nested too deep");
    const name = code === 0 ? this.text() : joinPodName(this.name(depth + 1), this.#suffix());
    this.#names.push(name);
    return name;
  }

  #known(number: number): string {
    const name = FROZEN_NAMES[number] ?? this.#names[number - FROZEN_NAMES.length];
    if (name === undefined) throw new UnreadableError("a name is missing");
    return name;
  }

  #suffix(): number {
    let value = 0;
    for (let index = 0; index < POD_SUFFIX.bytes; index++) value += this.byte() * 256 ** index;
    if (value >= POD_SUFFIX.values) throw new UnreadableError("a name has no such suffix");
    return value;
  }
}

// `web-abcde-fghij`: a pod of a ReplicaSet of a Deployment.
const DEEPEST_BASE = 4;
