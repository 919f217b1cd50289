import {
  FIFO_KINDS,
  type Input,
  PROFILES,
  type ProfileName,
  type ProfileParts,
  QUEUE_KINDS,
  type ScenarioSource,
} from "../scenarios/run-spec.ts";
import { RUN_BOUNDS } from "../simulation/kernel/run-bound.ts";
import { actionReader, actionWriter } from "./action-codec.ts";
import { type ByteReader, UnreadableError } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { isPlaceOfRuns, type SharedCursor, type SharedRun } from "./shared-run.ts";

// The inner layer of a link, format 1: everything but the scenario's number. A byte of flags says which optional parts follow.
const HAS_PROFILE = 1;
const HAS_SEED = 2;
const HAS_DIGEST = 4;
const HAS_VIEW = 8;
/** Three bits from here: the type of the cursor. */
const CURSOR = 16;
const CURSOR_BITS = 7;
/** The run is a variant of the scenario; its number follows in a byte. */
const HAS_VARIANT = 128;

const CURSORS = ["start", "end", "step", "event", "time", "chapter"] as const;

/** Bounds of what is read. */
const MOST_INPUTS = 100_000;
const MOST_VIEW = 32;
const LARGEST_SEED = 4_294_967_295;

/** Writes the inner layer. An inline scenario's text comes last. */
export function writeRun(writer: ByteWriter, run: SharedRun): void {
  const { spec, cursor, digest, view } = run;
  const names = Object.entries(view).sort(([a], [b]) => (a < b ? -1 : 1));
  const profile = profileByte(spec.profile, spec.parts ?? {});
  writer.byte(
    (profile === 0 ? 0 : HAS_PROFILE) |
      (spec.seed === undefined ? 0 : HAS_SEED) |
      (digest === undefined ? 0 : HAS_DIGEST) |
      (names.length === 0 ? 0 : HAS_VIEW) |
      (CURSORS.indexOf(cursor.type) * CURSOR) |
      (spec.variant === undefined ? 0 : HAS_VARIANT),
  );
  writeVersion(writer, run.engine ?? "");
  if (spec.variant !== undefined) writer.byte(spec.variant);
  if (profile !== 0) writer.byte(profile);
  if (spec.seed !== undefined) writer.count(spec.seed);
  writeCursor(writer, cursor);
  if (digest !== undefined)
    for (let at = 0; at < 14; at += 2) writer.byte(Number.parseInt(digest.slice(at, at + 2), 16));
  if (names.length > 0) {
    writer.count(names.length);
    for (const [name, value] of names) {
      writer.name(name);
      writer.name(value);
    }
  }
  writeInputs(writer, spec.inputs);
  if (spec.scenario.type === "inline") writer.text(spec.scenario.text);
}

/** Reads the inner layer; `stock` is the scenario that the outer layer names, undefined for an inline one. */
export function readRun(reader: ByteReader, stock: string | undefined): SharedRun {
  const flags = reader.byte();
  const engine = readVersion(reader);
  const variant = (flags & HAS_VARIANT) === 0 ? undefined : reader.byte();
  const { profile, parts } = (flags & HAS_PROFILE) === 0 ? {} : readProfile(reader.byte());
  const seed = (flags & HAS_SEED) === 0 ? undefined : readSeed(reader);
  const cursor = readCursor(reader, CURSORS[(flags >>> 4) & CURSOR_BITS]);
  if (!isPlaceOfRuns(cursor)) throw new UnreadableError("its place is beyond the end of any run");
  const digest = (flags & HAS_DIGEST) === 0 ? undefined : [...reader.bytes(7)].map(hexByte).join("");
  const view = (flags & HAS_VIEW) === 0 ? {} : readView(reader);
  const inputs = readInputs(reader);
  const scenario: ScenarioSource =
    stock === undefined ? { type: "inline", text: reader.text() } : { type: "stock", id: stock };
  if (reader.left > 0) throw new UnreadableError("it goes on after its end");
  return {
    engine: engine === "" ? undefined : engine,
    spec: {
      scenario,
      ...(variant === undefined ? {} : { variant }),
      ...(profile === undefined ? {} : { profile }),
      ...(parts === undefined ? {} : { parts }),
      ...(seed === undefined ? {} : { seed }),
      inputs,
    },
    cursor,
    digest,
    view,
  };
}

function readSeed(reader: ByteReader): number {
  const seed = reader.count();
  if (seed > LARGEST_SEED) throw new UnreadableError("its seed is too large");
  return seed;
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, "0");
}

/** Two bits each: profile, watch-list, informer queue, work queue; 0 = as the scenario says. */
function profileByte(profile: ProfileName | undefined, parts: ProfileParts): number {
  const watchList = parts.watchList === undefined ? 0 : parts.watchList ? 1 : 2;
  const name = profile === undefined ? 0 : PROFILES.indexOf(profile) + 1;
  const fifo = parts.fifo === undefined ? 0 : FIFO_KINDS.indexOf(parts.fifo) + 1;
  const queue = parts.queue === undefined ? 0 : QUEUE_KINDS.indexOf(parts.queue) + 1;
  return name | (watchList << 2) | (fifo << 4) | (queue << 6);
}

function readProfile(byte: number): { readonly profile?: ProfileName; readonly parts?: ProfileParts } {
  const profile = PROFILES[(byte & 3) - 1];
  const watchList = [undefined, true, false][(byte >>> 2) & 3];
  const fifo = FIFO_KINDS[((byte >>> 4) & 3) - 1];
  const queue = QUEUE_KINDS[((byte >>> 6) & 3) - 1];
  const parts = {
    ...(watchList === undefined ? {} : { watchList }),
    ...(fifo === undefined ? {} : { fifo }),
    ...(queue === undefined ? {} : { queue }),
  };
  return { ...(profile === undefined ? {} : { profile }), ...(Object.keys(parts).length === 0 ? {} : { parts }) };
}

/** `0.3.1` takes three bytes; any other version is written as text after a 255. */
function writeVersion(writer: ByteWriter, version: string): void {
  const numbers = /^(\d{1,2})\.(\d{1,2})\.(\d{1,2})$/.exec(version)?.slice(1).map(Number);
  if (numbers !== undefined && numbers.join(".") === version) {
    for (const number of numbers) writer.byte(number);
  } else {
    writer.byte(255);
    writer.text(version);
  }
}

function readVersion(reader: ByteReader): string {
  const first = reader.byte();
  return first === 255 ? reader.text() : [first, reader.byte(), reader.byte()].join(".");
}

function writeCursor(writer: ByteWriter, cursor: SharedCursor): void {
  if (cursor.type === "step") writer.count(cursor.step);
  if (cursor.type === "event") writer.count(cursor.seq);
  if (cursor.type === "time") writer.time(cursor.at);
  if (cursor.type === "chapter") writer.count(cursor.index);
}

function readCursor(reader: ByteReader, type: SharedCursor["type"] | undefined): SharedCursor {
  switch (type) {
    case "start":
    case "end":
      return { type };
    case "step":
      return { type, step: reader.count() };
    case "event":
      return { type, seq: reader.count() };
    case "time":
      return { type, at: reader.time() };
    case "chapter":
      return { type, index: reader.count() };
    case undefined:
      throw new UnreadableError("its place in the run is unknown");
  }
}

function readView(reader: ByteReader): Readonly<Record<string, string>> {
  const length = reader.count();
  if (length > MOST_VIEW) throw new UnreadableError("it says too much about the view");
  const view: Record<string, string> = {};
  for (let index = 0; index < length; index++) {
    const name = reader.name();
    if (name === "__proto__") throw new UnreadableError("a name is not allowed");
    view[name] = reader.name();
  }
  return view;
}

/** Steps are written as distances from the input before. */
function writeInputs(writer: ByteWriter, inputs: readonly Input[]): void {
  const writeAction = actionWriter(writer);
  writer.count(inputs.length);
  let before = 0;
  for (const { step, action } of inputs) {
    writer.count(step - before);
    writeAction(action);
    before = step;
  }
}

function readInputs(reader: ByteReader): readonly Input[] {
  const readAction = actionReader(reader);
  const length = reader.count();
  if (length > MOST_INPUTS) throw new UnreadableError("it holds too many inputs");
  const inputs: Input[] = [];
  let step = 0;
  for (let index = 0; index < length; index++) {
    step += reader.count();
    if (step > RUN_BOUNDS.steps) throw new UnreadableError("a step is beyond the end of any run");
    inputs.push({ step, action: readAction() });
  }
  return inputs;
}
