/** One observation in the recordings' words. */
export type RecordedEntry = {
  readonly at: number;
  readonly lane: string;
  readonly type: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
};

/** What was recorded, what the engine does in the same words, and what of it is the same. */
export type Beside = {
  readonly recorded: readonly RecordedEntry[];
  readonly replayed: readonly (RecordedEntry & { readonly seq: number })[];
  readonly pairs: readonly (readonly [recorded: number, replayed: number])[];
  readonly difference: Difference | undefined;
};

type Difference = {
  readonly seq: number;
  readonly recorded: number | undefined;
  readonly replayed: number | undefined;
};

/** `same`: as recorded. `differs`: the first difference. `open`: not compared; the recording leaves it open, or a difference comes before. */
export type Standing = "same" | "differs" | "open";

/** One line of the comparison: what each side has, and the event at which the page shows it. */
export type BesideRow = {
  readonly seq: number;
  readonly engine: RecordedEntry | undefined;
  readonly library: RecordedEntry | undefined;
  readonly standing: Standing;
};

/** Both sides line by line, in the order of the replay; what only the recording has stands before what follows it there. */
export function rowsBeside({ recorded, replayed, pairs, difference }: Beside): readonly BesideRow[] {
  const recordedOf = new Map(pairs.map(([one, other]) => [other, one]));
  const found = new Set(pairs.map(([one]) => one));
  if (difference?.recorded !== undefined && difference.replayed !== undefined) found.add(difference.recorded);
  const missing = recorded.flatMap((_, index) => (found.has(index) ? [] : [index]));
  const rows: BesideRow[] = [];
  let next = 0;
  let seq = 0;
  const missingRow = (index: number): BesideRow => {
    const isFirst = difference?.recorded === index && difference.replayed === undefined;
    return {
      seq: isFirst ? difference.seq : seq,
      engine: undefined,
      library: recorded[index],
      standing: isFirst ? "differs" : "open",
    };
  };
  for (const [index, engine] of replayed.entries()) {
    const isFirst = difference?.replayed === index;
    const place = recordedOf.get(index) ?? (isFirst ? difference.recorded : undefined);
    for (; place !== undefined && (missing[next] ?? place) < place; next++) rows.push(missingRow(missing[next] ?? 0));
    const library = place === undefined ? undefined : recorded[place];
    const standing = isFirst ? "differs" : library === undefined ? "open" : "same";
    rows.push({ seq: engine.seq, engine, library, standing });
    seq = engine.seq;
  }
  for (; next < missing.length; next++) rows.push(missingRow(missing[next] ?? 0));
  return rows;
}

/** How the events of the trace stand to the recording, by `seq`; those that recordings have no words for are left out. */
export function standingsOf(beside: Beside): ReadonlyMap<number, Standing> {
  const standings = new Map<number, Standing>();
  const rank = { open: 0, same: 1, differs: 2 } as const;
  for (const { seq, standing } of rowsBeside(beside)) {
    const known = standings.get(seq);
    if (known === undefined || rank[standing] > rank[known]) standings.set(seq, standing);
  }
  return standings;
}

/** How many lines are the same up to an event, and in all. */
export function sameUpTo(rows: readonly BesideRow[], seq: number): { readonly here: number; readonly all: number } {
  const same = rows.filter(({ standing }) => standing === "same");
  return { here: same.filter((row) => row.seq <= seq).length, all: same.length };
}

/** A field on both sides; undefined where a side does not have it. */
export type FieldPair = {
  readonly name: string;
  readonly engine: string | undefined;
  readonly library: string | undefined;
};

/** The fields of a line, those of the recording first; a side that is not there has none. */
export function fieldPairs({ engine, library }: BesideRow): readonly FieldPair[] {
  const of = (entry: RecordedEntry | undefined) => new Map(entry?.fields ?? []);
  const [mine, theirs] = [of(engine), of(library)];
  return [...new Set([...theirs.keys(), ...mine.keys()])].map((name) => ({
    name,
    engine: mine.get(name),
    library: theirs.get(name),
  }));
}
