type Numbers = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A growing column of numbers in a typed array: push is amortised O(1), read is O(1). */
export class Column<T extends Numbers> {
  #length = 0;
  #values: T;
  readonly #create: (size: number) => T;

  constructor(create: (size: number) => T, capacity = 1_024) {
    this.#create = create;
    this.#values = create(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow(Math.ceil(this.#length * 1.25));
    this.#values[this.#length++] = value;
  }

  /** The value at `index`, which must lie inside. */
  at(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }

  /** A copy of the values from `from` (inclusive) to `to` (exclusive), fit for being transferred. */
  slice(from: number, to = this.#length): T {
    return this.#values.slice(from, Math.min(to, this.#length)) as T; // slice keeps the array's type
  }

  /** An independent column with the first `length` values. */
  prefix(length: number): Column<T> {
    const copy = new Column(this.#create, Math.max(1_024, length));
    copy.#values.set(this.#values.subarray(0, length));
    copy.#length = length;
    return copy;
  }

  #grow(capacity: number): void {
    const values = this.#create(capacity);
    values.set(this.#values);
    this.#values = values;
  }
}

/** A column of 64-bit floats. */
export function floatColumn(): Column<Float64Array> {
  return new Column((size) => new Float64Array(size));
}

/** A column of unsigned 32-bit integers. */
export function uintColumn(): Column<Uint32Array> {
  return new Column((size) => new Uint32Array(size));
}

/** A column of signed 32-bit integers. */
export function intColumn(): Column<Int32Array> {
  return new Column((size) => new Int32Array(size));
}
