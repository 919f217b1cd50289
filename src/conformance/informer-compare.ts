import { isJsonObject, type Json, type JsonObject } from "../simulation/kubernetes/object.ts";
import type { Comparison, Difference } from "./comparison.ts";
import type { InformerVector, Observation, VectorMarks } from "./informer-vector.ts";

/** The sequential actor to which an observation belongs. */
export function informerLaneOf(vector: Pick<InformerVector, "kind">, entry: Observation): string {
  if (vector.kind === "queue") return "driver";
  switch (entry.type) {
    case "step":
    case "state":
    case "handler.added":
    case "handler.removed":
    case "handler.shutdown":
    case "replay":
    case "waitForCacheSync.return":
      return "driver";
    case "fifo.enqueue": {
      const delta = entry.delta;
      return isJsonObject(delta) && (delta.type === "Sync" || delta.type === "SyncAll") ? "resync" : "reflector";
    }
    case "resync.tick":
      return "resync";
    case "fifo.pop":
    case "store.write":
    case "process.done":
    case "distribute":
      return "process";
    case "fifo.synced":
      return "fifoSync";
    case "synced":
      return `synced:${String(entry.who)}`;
    case "handler.call":
    case "handler.return":
      return `handler:${String(entry.handler)}`;
    case "run.return":
      return `run:${String(entry.run)}`;
    case "http.request":
    case "http.done":
      return `http:${String(entry.kind)}:${String(entry.n)}`;
    default:
      return "reflector";
  }
}

/** An entry with its position in its sequence and the number of script steps before it. */
type Placed = { readonly entry: Observation; readonly position: number; readonly steps: number };

/**
 * Compares what was observed here with a recorded run, lane by lane, under the run's marks. The differences are the first one of each
 * lane, and all breaches of the cross-lane orders.
 */
export function compareWithVector(vector: InformerVector, observed: readonly Observation[]): Comparison {
  const omitted = new Set(vector.recording?.omit ?? []);
  const marks = readMarks(vector.unordered);
  const skipped = new Set((vector.unordered.artefact ?? []).map((index) => vector.observed[index]?.lane));
  const expectedLanes = byLane(vector, vector.observed, new Set());
  const actualLanes = byLane(vector, observed, omitted);
  const matches = new Map<number, number>();
  const differences: Difference[] = [];
  for (const lane of new Set([...expectedLanes.keys(), ...actualLanes.keys()])) {
    if (skipped.has(lane)) continue;
    const difference = compareLane(marks, expectedLanes.get(lane) ?? [], actualLanes.get(lane) ?? [], matches);
    if (difference !== undefined) differences.push({ ...difference, text: `${lane}: ${difference.text}` });
  }
  for (const [first, second] of vector.unordered.before ?? []) {
    const [a, b] = [matches.get(first), matches.get(second)];
    if (a === undefined || b === undefined || a <= b) continue;
    const text = `order: ${show(vector.observed[first])} must come before ${show(vector.observed[second])}`;
    differences.push({ text, recorded: second, replayed: b });
  }
  return { pairs: [...matches], differences: [...differences, ...misdelivered(vector, observed, omitted)] };
}

type Marks = {
  readonly optional: ReadonlySet<number>;
  readonly permutation: ReadonlyMap<number, string>;
  readonly sets: ReadonlyMap<number, readonly string[]>;
  readonly racy: ReadonlyMap<number, readonly { readonly field: string; readonly allowed: readonly Json[] }[]>;
};

function readMarks(marks: VectorMarks): Marks {
  const sets = new Map<number, readonly string[]>();
  for (const { entry, path } of marks.anyOrder ?? []) sets.set(entry, [...(sets.get(entry) ?? []), path]);
  const racy = new Map<number, readonly { readonly field: string; readonly allowed: readonly Json[] }[]>();
  for (const mark of marks.racy ?? []) racy.set(mark.entry, [...(racy.get(mark.entry) ?? []), mark]);
  const permutation = new Map(
    (marks.permutations ?? []).flatMap(({ id, entries }) => entries.map((index) => [index, id] as const)),
  );
  return { optional: new Set((marks.optional ?? []).flatMap(({ entries }) => entries)), permutation, sets, racy };
}

function byLane(
  vector: InformerVector,
  entries: readonly Observation[],
  omitted: ReadonlySet<string>,
): ReadonlyMap<string, readonly Placed[]> {
  const lanes = new Map<string, Placed[]>();
  let steps = 0;
  for (const [position, entry] of entries.entries()) {
    if (entry.type === "step") steps++;
    if (omitted.has(entry.type)) continue;
    const lane = informerLaneOf(vector, entry);
    const placed = { entry, position, steps };
    const list = lanes.get(lane);
    if (list === undefined) lanes.set(lane, [placed]);
    else list.push(placed);
  }
  return lanes;
}

/** Walks both sequences; returns the first difference. `matches` maps recorded positions to ours. */
function compareLane(
  marks: Marks,
  expected: readonly Placed[],
  actual: readonly Placed[],
  matches: Map<number, number>,
): Difference | undefined {
  let next = 0;
  const pools = new Map<string, { readonly wanted: string[]; readonly found: string[] }>();
  for (const want of expected) {
    const have = actual[next];
    const mismatch = have === undefined ? "nothing" : mismatchOf(marks, want, have);
    if (have === undefined || mismatch !== undefined) {
      if (marks.optional.has(want.position)) continue;
      const got = have === undefined ? "nothing" : `${show(have.entry)} (step ${have.steps - 1})`;
      const text = `expected ${show(want.entry)} (step ${want.steps - 1}), got ${got}`;
      return { text, recorded: want.position, replayed: have?.position };
    }
    const pool = marks.permutation.get(want.position);
    if (pool !== undefined) {
      const { wanted, found } = pools.get(pool) ?? { wanted: [], found: [] };
      wanted.push(canonical(exchangeable(marks, want, want.entry)));
      found.push(canonical(exchangeable(marks, want, have.entry)));
      pools.set(pool, { wanted, found });
    }
    matches.set(want.position, have.position);
    next++;
  }
  const extra = actual[next];
  if (extra !== undefined)
    return { text: `unexpected ${show(extra.entry)}`, recorded: undefined, replayed: extra.position };
  for (const [pool, { wanted, found }] of pools) {
    if (wanted.sort().join() === found.sort().join()) continue;
    const member = expected.find(({ position }) => marks.permutation.get(position) === pool)?.position ?? 0;
    const text = `permutation ${pool}: expected the set ${wanted}, got ${found}`;
    return { text, recorded: member, replayed: matches.get(member) };
  }
  return undefined;
}

function mismatchOf(marks: Marks, want: Placed, have: Placed): string | undefined {
  if (want.entry.type !== have.entry.type) return "type";
  if (want.entry.t !== have.entry.t || want.steps !== have.steps) return "time";
  for (const { field, allowed } of marks.racy.get(want.position) ?? []) {
    if (!allowed.some((value) => canonical(value) === canonical(have.entry[field]))) return field;
  }
  if (canonical(fixed(marks, want, want.entry)) !== canonical(fixed(marks, want, have.entry))) return "content";
  const exchanges = marks.permutation.has(want.position);
  return exchanges ||
    canonical(exchangeable(marks, want, want.entry)) === canonical(exchangeable(marks, want, have.entry))
    ? undefined
    : "content";
}

const OWN_FIELDS: ReadonlySet<string> = new Set(["i", "t", "lane", "type", "draw"]);
const PLACE_FIELDS: ReadonlySet<string> = new Set(["n", "handler", "store"]);

/** The fields that belong to the place in the sequence. */
function fixed(marks: Marks, want: Placed, entry: Observation): JsonObject {
  return pick(marks, want, entry, (field) => PLACE_FIELDS.has(field));
}

/** The fields that a permutation may exchange. */
function exchangeable(marks: Marks, want: Placed, entry: Observation): JsonObject {
  return pick(marks, want, entry, (field) => !PLACE_FIELDS.has(field));
}

function pick(marks: Marks, want: Placed, entry: Observation, wanted: (field: string) => boolean): JsonObject {
  const racy = new Set((marks.racy.get(want.position) ?? []).map(({ field }) => field));
  const sets = marks.sets.get(want.position) ?? [];
  const picked: Record<string, Json> = {};
  for (const [field, value] of Object.entries(entry)) {
    if (OWN_FIELDS.has(field) || racy.has(field) || !wanted(field)) continue;
    picked[field] = asSets(value, field, sets);
  }
  return picked;
}

/** The value with messages left out and the lists at the given paths put in order. */
function asSets(value: Json, path: string, sets: readonly string[]): Json {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => asSets(item, `${path}.${index}`, sets));
    return sets.includes(path) ? items.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1)) : items;
  }
  if (!isJsonObject(value)) return value;
  const kept: Record<string, Json> = {};
  for (const [field, inner] of Object.entries(value))
    if (field !== "message") kept[field] = asSets(inner, `${path}.${field}`, sets);
  return kept;
}

/** Every handler call is the n-th notification that was addressed to that handler. */
function misdelivered(
  vector: InformerVector,
  observed: readonly Observation[],
  omitted: ReadonlySet<string>,
): readonly Difference[] {
  if (vector.kind === "queue" || ["distribute", "handler.call", "replay"].some((type) => omitted.has(type))) return [];
  const filtered = new Set(
    (vector.options.handlers ?? []).filter(({ filter }) => filter !== undefined).map(({ id }) => id),
  );
  const addressed = new Map<string, Json[]>();
  const address = (handler: string, call: Json) => addressed.set(handler, [...(addressed.get(handler) ?? []), call]);
  const wrong: Difference[] = [];
  for (const [position, entry] of observed.entries()) {
    const { object, old, new: now, initial } = entry;
    const to = entry.to;
    if (entry.type === "replay") address(String(entry.handler), compact({ fn: "OnAdd", object, initial: true }));
    else if (entry.type === "distribute" && Array.isArray(to)) {
      const fn = { add: "OnAdd", update: "OnUpdate", delete: "OnDelete" }[String(entry.kind)] ?? "";
      for (const handler of to) address(String(handler), compact({ fn, object, old, new: now, initial }));
    } else if (entry.type === "handler.call" && !filtered.has(String(entry.handler))) {
      const due = addressed.get(String(entry.handler))?.[Number(entry.n) - 1];
      if (canonical(due) !== canonical(compact({ fn: entry.fn, object, old, new: now, initial })))
        wrong.push({ text: `delivery: ${show(entry)}`, recorded: undefined, replayed: position });
    }
  }
  return wrong;
}

function compact(fields: { readonly [field: string]: Json | undefined }): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) kept[field] = value;
  return kept;
}

/** JSON with sorted fields. */
function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "absent";
  const fields = Object.keys(value).sort();
  return `{${fields.map((field) => `${JSON.stringify(field)}:${canonical(value[field])}`).join(",")}}`;
}

function show(entry: Observation | undefined): string {
  if (entry === undefined) return "nothing";
  const fields = Object.entries(entry).filter(([field]) => !OWN_FIELDS.has(field));
  return `${entry.type} ${JSON.stringify(Object.fromEntries(fields))} at ${entry.t}`;
}
