import { assert } from "../base/assert.ts";
import { FROZEN_NAMES } from "./frozen-names.ts";
import { POD_SUFFIX, splitPodName, suffixNumber } from "./pod-name.ts";

const frozen = new Map(FROZEN_NAMES.map((name, index) => [name, index]));

/** Appends numbers and texts to a list of bytes, each as short as it goes. */
export class ByteWriter {
  readonly #bytes: number[] = [];
  readonly #names: Map<string, number> = new Map();

  byte(value: number): void {
    this.#bytes.push(value & 255);
  }

  /** A whole number from 0 to 2⁵³ − 1: seven bits a byte, low ones first. */
  count(value: number): void {
    assert(Number.isSafeInteger(value) && value >= 0, `not a count: ${value}`);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes.push((rest % 128) | 128);
    this.#bytes.push(rest);
  }

  /** A time in microseconds: whole seconds and milliseconds are shorter. */
  time(micros: number): void {
    if (micros % 1_000_000 === 0) this.count((micros / 1_000_000) * 3);
    else if (micros % 1_000 === 0) this.count((micros / 1_000) * 3 + 1);
    else this.count(micros * 3 + 2);
  }

  float(value: number): void {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    for (let index = 0; index < 8; index++) this.byte(view.getUint8(index));
  }

  bytes(values: Uint8Array): void {
    for (const value of values) this.#bytes.push(value);
  }

  text(value: string): void {
    const encoded = new TextEncoder().encode(value);
    this.count(encoded.length);
    this.bytes(encoded);
  }

  /**
   * A text that may come again: 0 and the text, 1 and a pod's name (its base and the suffix as a number), or the number of a frozen name or
   * of one that was written before.
   */
  name(value: string): void {
    const known = frozen.get(value) ?? this.#names.get(value);
    if (known === undefined) this.#newName(value);
    else this.count(known + 2);
  }

  #newName(value: string): void {
    const pod = splitPodName(value);
    if (pod === undefined) {
      this.count(0);
      this.text(value);
    } else {
      this.count(1);
      this.name(pod.base);
      const suffix = suffixNumber(pod.suffix);
      for (let index = 0; index < POD_SUFFIX.bytes; index++) this.byte(suffix >>> (8 * index));
    }
    this.#names.set(value, FROZEN_NAMES.length + this.#names.size);
  }

  finish(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
