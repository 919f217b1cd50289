import { defined } from "../base/assert.ts";
import { type Column, floatColumn, uintColumn } from "../base/column.ts";
import type { Fact } from "../simulation/kernel/world.ts";
import type { StringTable } from "./string-table.ts";

/** A fact's type and field names, in their order. */
type Shape = { readonly type: string; readonly typeId: number; readonly names: readonly string[] };

/**
 * What a slot holds: a number of 32 bits, the place of another number, the place of a text (or of a list as JSON), or
 * nothing. `type` and `digits` need no text in the table: the shape has it, or the number is it.
 */
const KINDS = { integer: 0, number: 1, text: 2, data: 3, yes: 4, no: 5, absent: 6, type: 7, digits: 8 } as const;

const SMALLEST = 4_096;

/**
 * Facts as numbers: each type with its list of field names is stored once as a shape; a fact is its shape and one slot per
 * field. A run of a million events fits into some tens of megabytes.
 */
export class FactStore {
  readonly #strings: StringTable;
  readonly #shapes: Shape[] = [];
  /** Indices of the shapes of a type: nearly always one. */
  readonly #shapesOfType = new Map<string, number[]>();
  readonly #shape: Column<Uint32Array>;
  readonly #start: Column<Uint32Array>;
  /** The slots, `#used` of them, and what each holds. Two plain arrays: a fact has a handful, and most of a run's events are here. */
  #kinds = new Uint8Array(SMALLEST);
  #slots = new Int32Array(SMALLEST);
  #used = 0;
  /** Numbers that do not fit into a slot. */
  readonly #numbers: Column<Float64Array>;

  constructor(strings: StringTable, from?: { readonly store: FactStore; readonly facts: number }) {
    this.#strings = strings;
    if (from === undefined) {
      this.#shape = uintColumn();
      this.#start = uintColumn();
      this.#numbers = floatColumn();
      return;
    }
    const { store, facts } = from;
    const slots = facts < store.#start.length ? store.#start.at(facts) : store.#used;
    for (const { type, names } of store.#shapes) this.#addShape(type, names);
    this.#shape = store.#shape.prefix(facts);
    this.#start = store.#start.prefix(facts);
    this.#makeRoom(slots);
    this.#kinds.set(store.#kinds.subarray(0, slots));
    this.#slots.set(store.#slots.subarray(0, slots));
    this.#used = slots;
    this.#numbers = store.#numbers.prefix(store.#numbers.length);
  }

  /** Appends a fact. Returns the number of its type in the table of texts. */
  append(fact: Fact): number {
    const fields = fact as Readonly<Record<string, unknown>>; // facts are flat plain data
    const index = this.#shapeOf(fact.type, fields);
    const { names, typeId } = defined(this.#shapes[index], "a fact's shape");
    this.#shape.push(index);
    this.#start.push(this.#used);
    this.#makeRoom(this.#used + names.length);
    for (const name of names) {
      if (name === "type") this.#push(KINDS.type, 0);
      else this.#put(fields[name]);
    }
    return typeId;
  }

  /** The fact at `index`, equal to what was appended. */
  at(index: number): Fact {
    const shape = this.#shapes[this.#shape.at(index)];
    const start = this.#start.at(index);
    const fields: Record<string, unknown> = {};
    for (const [offset, name] of (shape?.names ?? []).entries()) fields[name] = this.#take(start + offset, shape?.type);
    return fields as Fact; // what was appended was a fact
  }

  #shapeOf(type: string, fields: Readonly<Record<string, unknown>>): number {
    const known = this.#shapesOfType.get(type) ?? [];
    for (const index of known) if (hasNames(fields, this.#shapes[index]?.names ?? [])) return index;
    return this.#addShape(type, Object.keys(fields));
  }

  #addShape(type: string, names: readonly string[]): number {
    const index = this.#shapes.length;
    this.#shapes.push({ type, typeId: this.#strings.idOf(type), names });
    this.#shapesOfType.set(type, [...(this.#shapesOfType.get(type) ?? []), index]);
    return index;
  }

  #put(value: unknown): void {
    if (typeof value === "number") this.#putNumber(value);
    else if (typeof value === "string") this.#putText(value);
    else if (typeof value === "boolean") this.#push(value ? KINDS.yes : KINDS.no, 0);
    else if (value === undefined) this.#push(KINDS.absent, 0);
    else this.#push(KINDS.data, this.#strings.idOf(JSON.stringify(value)));
  }

  #putNumber(value: number): void {
    // −0 is no integer here: a slot would lose its sign.
    if ((value | 0) === value && !Object.is(value, -0)) this.#push(KINDS.integer, value);
    else {
      this.#push(KINDS.number, this.#numbers.length);
      this.#numbers.push(value);
    }
  }

  #putText(text: string): void {
    const number = digitsOf(text);
    if (number === undefined) this.#push(KINDS.text, this.#strings.idOf(text));
    else this.#push(KINDS.digits, number);
  }

  #push(kind: number, slot: number): void {
    this.#kinds[this.#used] = kind;
    this.#slots[this.#used] = slot;
    this.#used += 1;
  }

  #makeRoom(slots: number): void {
    if (slots <= this.#slots.length) return;
    const room = Math.max(slots, Math.ceil(this.#slots.length * 1.25));
    const [kinds, numbers] = [this.#kinds, this.#slots];
    this.#kinds = new Uint8Array(room);
    this.#kinds.set(kinds);
    this.#slots = new Int32Array(room);
    this.#slots.set(numbers);
  }

  #take(index: number, type: string | undefined): unknown {
    const slot = this.#slots[index] ?? 0;
    switch (this.#kinds[index]) {
      case KINDS.integer:
        return slot;
      case KINDS.number:
        return this.#numbers.at(slot);
      case KINDS.text:
        return this.#strings.text(slot);
      case KINDS.data:
        return JSON.parse(this.#strings.text(slot));
      case KINDS.type:
        return type;
      case KINDS.digits:
        return String(slot);
      case KINDS.yes:
        return true;
      case KINDS.no:
        return false;
      default:
        return undefined;
    }
  }
}

/** Whether these are the fields' names, in their order. No list of them is made: this is asked of every event. */
function hasNames(fields: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  let index = 0;
  for (const name in fields) {
    if (names[index] !== name) return false;
    index += 1;
  }
  return index === names.length;
}

const ZERO = 48;
const NINE = 57;

/** The number that a text of digits is, as resource versions are; undefined where the number would not give the text back. */
function digitsOf(text: string): number | undefined {
  const { length } = text;
  if (length === 0 || length > 9 || (length > 1 && text.charCodeAt(0) === ZERO)) return undefined;
  let number = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return undefined;
    number = number * 10 + (code - ZERO);
  }
  return number;
}
