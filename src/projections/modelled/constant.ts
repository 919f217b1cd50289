import type { AreaId } from "./areas.ts";
import type { Upstream } from "./entry.ts";
import type { Text } from "./text.ts";

/** A number of the real libraries that the engine uses. `value` is a number, a range or a sequence as one writes it. */
export type Constant = {
  readonly id: string;
  readonly area: AreaId;
  readonly name: Text;
  readonly value: string;
  /** Empty for plain counts. */
  readonly unit: string;
  readonly upstream: Upstream;
  /** The behaviour in which it matters. */
  readonly entry: string;
};

type Row = readonly [
  id: string,
  en: string,
  zh: string,
  value: string,
  unit: string,
  upstream: Upstream,
  entry: string,
];

/** Writes the constants of one area as a table. */
export function constantsOf(area: AreaId, rows: readonly Row[]): readonly Constant[] {
  return rows.map(([id, en, zh, value, unit, upstream, entry]) => ({
    id,
    area,
    name: { en, zh },
    value,
    unit,
    upstream,
    entry,
  }));
}
