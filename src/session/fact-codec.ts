import { byteColumn, type Column, floatColumn, uintColumn } from "../base/column.ts";
import type { Fact } from "../simulation/kernel/world.ts";
import type { StringTable } from "./string-table.ts";

/** A fact's field names, and what each slot holds. */
type Shape = { readonly names: readonly string[]; readonly text: string };

const KINDS = { number: 0, text: 1, data: 2, yes: 3, no: 4, absent: 5 } as const;

/**
 * Facts as numbers: each distinct list of field names is stored once as a shape; a fact is its shape and one slot per
 * field (a number, or an index into the string table). A run of a million events fits into some tens of megabytes.
 */
export class FactStore {
  readonly #strings: StringTable;
  readonly #shapes: Shape[] = [];
  readonly #shapeIndex = new Map<string, number>();
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
    for (const shape of store.#shapes) this.#shapeOf(shape.names);
    this.#shape = store.#shape.prefix(facts);
    this.#start = store.#start.prefix(facts);
    this.#kind = store.#kind.prefix(slots);
    this.#slot = store.#slot.prefix(slots);
  }

  append(fact: Fact): void {
    const fields = fact as Readonly<Record<string, unknown>>; // facts are flat plain data
    const names = Object.keys(fields);
    this.#shape.push(this.#shapeOf(names));
    this.#start.push(this.#slot.length);
    for (const name of names) this.#put(fields[name]);
  }

  /** The fact at `index`, equal to what was appended. */
  at(index: number): Fact {
    const shape = this.#shapes[this.#shape.at(index)];
    const start = this.#start.at(index);
    const fields: Record<string, unknown> = {};
    for (const [offset, name] of (shape?.names ?? []).entries()) fields[name] = this.#take(start + offset);
    return fields as Fact; // what was appended was a fact
  }

  #shapeOf(names: readonly string[]): number {
    const text = names.join(" ");
    const known = this.#shapeIndex.get(text);
    if (known !== undefined) return known;
    this.#shapes.push({ names, text });
    this.#shapeIndex.set(text, this.#shapes.length - 1);
    return this.#shapes.length - 1;
  }

  #put(value: unknown): void {
    if (typeof value === "number") this.#push(KINDS.number, value);
    else if (typeof value === "string") this.#push(KINDS.text, this.#strings.idOf(value));
    else if (typeof value === "boolean") this.#push(value ? KINDS.yes : KINDS.no, 0);
    else if (value === undefined) this.#push(KINDS.absent, 0);
    else this.#push(KINDS.data, this.#strings.idOf(JSON.stringify(value)));
  }

  #push(kind: number, slot: number): void {
    this.#kind.push(kind);
    this.#slot.push(slot);
  }

  #take(index: number): unknown {
    const slot = this.#slot.at(index);
    switch (this.#kind.at(index)) {
      case KINDS.number:
        return slot;
      case KINDS.text:
        return this.#strings.text(slot);
      case KINDS.data:
        return JSON.parse(this.#strings.text(slot));
      case KINDS.yes:
        return true;
      case KINDS.no:
        return false;
      default:
        return undefined;
    }
  }
}
