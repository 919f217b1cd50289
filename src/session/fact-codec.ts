import { byteColumn, type Column, floatColumn, uintColumn } from "../base/column.ts";
import type { Fact } from "../simulation/kernel/world.ts";
import type { StringTable } from "./string-table.ts";

/** A fact's type and field names, in their order. */
type Shape = { readonly type: string; readonly names: readonly string[] };

/** What a slot holds. `type` and `digits` need no text in the table: the shape has it, or the number is it. */
const KINDS = { number: 0, text: 1, data: 2, yes: 3, no: 4, absent: 5, type: 6, digits: 7 } as const;

/**
 * Facts as numbers: each type with its list of field names is stored once as a shape; a fact is its shape and one slot per
 * field (a number, or an index into the string table). A run of a million events fits into some tens of megabytes.
 */
export class FactStore {
  readonly #strings: StringTable;
  readonly #shapes: Shape[] = [];
  /** Indices of the shapes of a type: nearly always one. */
  readonly #shapesOfType = new Map<string, number[]>();
  readonly #shape: Column<Uint32Array>;
  readonly #start: Column<Uint32Array>;
  readonly #kind: Column<Uint8Array>;
  readonly #slot: Column<Float64Array>;

  constructor(strings: StringTable, from?: { readonly store: FactStore; readonly facts: number }) {
    this.#strings = strings;
    if (from === undefined) {
      this.#shape = uintColumn();
      this.#start = uintColumn();
      this.#kind = byteColumn();
      this.#slot = floatColumn();
      return;
    }
    const { store, facts } = from;
    const slots = facts < store.#start.length ? store.#start.at(facts) : store.#slot.length;
    for (const { type, names } of store.#shapes) this.#shapeOf(type, names);
    this.#shape = store.#shape.prefix(facts);
    this.#start = store.#start.prefix(facts);
    this.#kind = store.#kind.prefix(slots);
    this.#slot = store.#slot.prefix(slots);
  }

  append(fact: Fact): void {
    const fields = fact as Readonly<Record<string, unknown>>; // facts are flat plain data
    const names = Object.keys(fields);
    this.#shape.push(this.#shapeOf(fact.type, names));
    this.#start.push(this.#slot.length);
    for (const name of names) {
      if (name === "type") this.#push(KINDS.type, 0);
      else this.#put(fields[name]);
    }
  }

  /** The fact at `index`, equal to what was appended. */
  at(index: number): Fact {
    const shape = this.#shapes[this.#shape.at(index)];
    const start = this.#start.at(index);
    const fields: Record<string, unknown> = {};
    for (const [offset, name] of (shape?.names ?? []).entries()) fields[name] = this.#take(start + offset, shape?.type);
    return fields as Fact; // what was appended was a fact
  }

  #shapeOf(type: string, names: readonly string[]): number {
    const known = this.#shapesOfType.get(type) ?? [];
    for (const index of known) if (equalNames(this.#shapes[index]?.names ?? [], names)) return index;
    this.#shapes.push({ type, names });
    this.#shapesOfType.set(type, [...known, this.#shapes.length - 1]);
    return this.#shapes.length - 1;
  }

  #put(value: unknown): void {
    if (typeof value === "number") this.#push(KINDS.number, value);
    else if (typeof value === "string") this.#putText(value);
    else if (typeof value === "boolean") this.#push(value ? KINDS.yes : KINDS.no, 0);
    else if (value === undefined) this.#push(KINDS.absent, 0);
    else this.#push(KINDS.data, this.#strings.idOf(JSON.stringify(value)));
  }

  #putText(text: string): void {
    const number = digitsOf(text);
    if (number === undefined) this.#push(KINDS.text, this.#strings.idOf(text));
    else this.#push(KINDS.digits, number);
  }

  #push(kind: number, slot: number): void {
    this.#kind.push(kind);
    this.#slot.push(slot);
  }

  #take(index: number, type: string | undefined): unknown {
    const slot = this.#slot.at(index);
    switch (this.#kind.at(index)) {
      case KINDS.number:
        return slot;
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

function equalNames(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

const ZERO = 48;
const NINE = 57;

/** The number that a text of digits is, as resource versions are; undefined where the number would not give the text back. */
function digitsOf(text: string): number | undefined {
  const { length } = text;
  if (length === 0 || length > 15 || (length > 1 && text.charCodeAt(0) === ZERO)) return undefined;
  let number = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return undefined;
    number = number * 10 + (code - ZERO);
  }
  return number;
}
