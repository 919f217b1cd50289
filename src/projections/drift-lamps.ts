import type { VersionAt } from "./condition-sets.ts";

/**
 * The three terms of the formula by which drift is often told: the generation is not observed, the object is not ready, a child differs.
 * No library evaluates it; it is shown so that one sees what it misses.
 */
export type Lamp = "generation" | "ready" | "children";

export const LAMPS: readonly Lamp[] = ["generation", "ready", "children"];

/** A lamp that burned from one write to another, both as places in `writes`; `to` is excluded. */
export type LampSpan = { readonly lamp: Lamp; readonly from: number; readonly to: number };

export type DriftRow = {
  readonly kind: string;
  readonly key: string;
  readonly spans: readonly LampSpan[];
  /** What burns at the cursor. */
  readonly lit: readonly Lamp[];
  /** Whether it exists at the cursor. */
  readonly exists: boolean;
};

export type DriftReading = {
  /** The event of each write, in order: the axis. */
  readonly writes: readonly number[];
  /** The writes up to the cursor. */
  readonly past: number;
  readonly rows: readonly DriftRow[];
};

/** Conditions that say whether an object works. */
const WORKS: readonly string[] = ["Ready", "Succeeded", "Available"];

type Thing = {
  readonly kind: string;
  readonly key: string;
  readonly spans: LampSpan[];
  readonly burning: Map<Lamp, number>;
  version: VersionAt;
  /** Children by name that were removed and have not come back. */
  readonly missing: Set<string>;
};

/** The lamps of every object that has a generation to observe or a condition that sums it up, over all writes. */
export function driftLamps(versions: readonly VersionAt[], seq: number): DriftReading {
  const kinds = kindsThatReport(versions);
  const things = new Map<string, Thing>();
  const past = versions.filter((version) => version.seq <= seq).length;
  let atCursor = litOf(things);
  versions.forEach((version, place) => {
    if (place === past) atCursor = litOf(things);
    for (const thing of take(things, version)) relight(thing, lampsOf(thing, things, kinds), place);
  });
  if (past === versions.length) atCursor = litOf(things);
  for (const thing of things.values()) relight(thing, [], versions.length);
  const rows = [...things.values()].flatMap(({ kind, key, spans }): readonly DriftRow[] => {
    if (!kinds.observing.has(kind) && !kinds.working.has(kind)) return [];
    const lit = atCursor.get(`${kind} ${key}`);
    return [{ kind, key, spans, lit: lit ?? [], exists: lit !== undefined }];
  });
  return { writes: versions.map((version) => version.seq), past, rows };
}

type Kinds = { readonly observing: ReadonlySet<string>; readonly working: ReadonlySet<string> };

/** A kind's lamps burn only if its controllers report what the lamps look at. */
function kindsThatReport(versions: readonly VersionAt[]): Kinds {
  const observing = versions.filter(({ observed }) => observed !== undefined);
  const working = versions.filter(({ conditions }) => conditions.some(({ type }) => WORKS.includes(type)));
  return {
    observing: new Set(observing.map(({ kind }) => kind)),
    working: new Set(working.map(({ kind }) => kind)),
  };
}

/** Takes a write to what is known. The things whose lamps it can change: the object, and what controls it. */
function take(things: Map<string, Thing>, version: VersionAt): readonly Thing[] {
  const { kind, key, owner, gone, generated } = version;
  const name = `${kind} ${key}`;
  const thing = things.get(name) ?? { kind, key, spans: [], burning: new Map(), version, missing: new Set() };
  things.set(name, thing);
  if (thing.version.uid !== version.uid) thing.missing.clear();
  thing.version = version;
  const parent = [...things.values()].find((other) => other.version.uid === owner && !other.version.gone);
  if (parent === undefined) return [thing];
  if (gone && !generated) parent.missing.add(name);
  else parent.missing.delete(name);
  return [thing, parent];
}

function lampsOf(thing: Thing, things: ReadonlyMap<string, Thing>, kinds: Kinds): readonly Lamp[] {
  if (thing.version.gone) return [];
  const own = ownLamps(thing, kinds);
  const differs = [...things.values()].some(
    (child) => child.version.owner === thing.version.uid && !child.version.gone && ownLamps(child, kinds).length > 0,
  );
  return differs || thing.missing.size > 0 ? [...own, "children"] : own;
}

function ownLamps({ kind, version }: Thing, kinds: Kinds): readonly Lamp[] {
  const lamps: Lamp[] = [];
  if (kinds.observing.has(kind) && (version.observed ?? 0) < version.generation) lamps.push("generation");
  const works = version.conditions.find(({ type }) => WORKS.includes(type));
  if (kinds.working.has(kind) && works?.status !== "True") lamps.push("ready");
  return lamps;
}

function relight({ spans, burning }: Thing, lit: readonly Lamp[], place: number): void {
  for (const lamp of LAMPS) {
    const from = burning.get(lamp);
    if (lit.includes(lamp)) {
      if (from === undefined) burning.set(lamp, place);
    } else if (from !== undefined) {
      spans.push({ lamp, from, to: place });
      burning.delete(lamp);
    }
  }
}

function litOf(things: ReadonlyMap<string, Thing>): ReadonlyMap<string, readonly Lamp[]> {
  const existing = [...things].filter(([, { version }]) => !version.gone);
  return new Map(existing.map(([name, { burning }]) => [name, LAMPS.filter((lamp) => burning.has(lamp))]));
}
