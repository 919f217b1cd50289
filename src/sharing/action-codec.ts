import { micros } from "../base/time.ts";
import type { Action, Extent, FailureMode, ObjectReference, RequestMatcher } from "../simulation/cluster/actions.ts";
import { type DraftObject, isJsonObject, type Json } from "../simulation/kubernetes/object.ts";
import { type ByteReader, UnreadableError } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { readJson, writeJson } from "./json-codec.ts";

/** How a value is written and read back. */
type Codec<T> = { readonly write: (writer: ByteWriter, value: T) => void; readonly read: (reader: ByteReader) => T };

/** A field that may be absent: whether it is there stands in the low bits of the action's first byte. */
type OptionalCodec<T> = Codec<T> & { readonly optional: true };

type Fields<A> = {
  readonly [Name in Exclude<keyof A, "type">]-?: undefined extends A[Name]
    ? OptionalCodec<Exclude<A[Name], undefined>>
    : Codec<A[Name]>;
};

const name: Codec<string> = { write: (writer, value) => writer.name(value), read: (reader) => reader.name() };
const time = {
  write: (writer: ByteWriter, value: number) => writer.time(value),
  read: (reader: ByteReader) => micros(reader.time()),
};
const count: Codec<number> = { write: (writer, value) => writer.count(value), read: (reader) => reader.count() };
const json: Codec<Json> = { write: writeJson, read: (reader) => readJson(reader) };
const mode: Codec<FailureMode> = oneOf(["eof", "reset", "refused", "timeout", 403, 409, 410, 429, 500, 503, 504]);

const draft: Codec<DraftObject> = {
  write: writeJson,
  read: (reader) => {
    const value = readJson(reader);
    if (!isJsonObject(value) || typeof value["kind"] !== "string" || !isJsonObject(value["metadata"])) {
      throw new UnreadableError("an object is none");
    }
    return value as DraftObject; // the server checks the rest, as it does with any request
  },
};

/** Objects that links name by number, before those that the link itself has named. Frozen: append only. */
const FROZEN_TARGETS: readonly ObjectReference[] = [{ kind: "ReplicaSet", namespace: "demo", name: "web" }];

const NEW_TARGET = 0;
/** A pod of the namespace demo: only its name follows. */
const NEW_POD = 1;
const KNOWN_TARGET = 2;

/** Objects are named again and again: the second time one takes a byte. */
function targetCodec(): Codec<ObjectReference> {
  const known = [...FROZEN_TARGETS];
  return {
    write: (writer, value) => {
      const number = known.findIndex(
        (one) => one.kind === value.kind && one.namespace === value.namespace && one.name === value.name,
      );
      if (number >= 0) return writer.count(KNOWN_TARGET + number);
      known.push(value);
      const isPod = value.kind === "Pod" && value.namespace === "demo";
      writer.count(isPod ? NEW_POD : NEW_TARGET);
      if (!isPod) {
        writer.name(value.kind);
        writer.name(value.namespace ?? "");
      }
      writer.name(value.name);
    },
    read: (reader) => {
      const code = reader.count();
      if (code >= KNOWN_TARGET) {
        const value = known[code - KNOWN_TARGET];
        if (value === undefined) throw new UnreadableError("an object is missing");
        return value;
      }
      const kind = code === NEW_POD ? "Pod" : reader.name();
      const namespace = code === NEW_POD ? "demo" : reader.name();
      const called = reader.name();
      const value = namespace === "" ? { kind, name: called } : { kind, namespace, name: called };
      known.push(value);
      return value;
    },
  };
}

const MATCH_FIELDS = ["client", "verb", "kind", "name"] as const;

const match: Codec<RequestMatcher> = {
  write: (writer, value) => {
    writer.byte(bitsOf(MATCH_FIELDS.map((field) => value[field] !== undefined)));
    for (const field of MATCH_FIELDS) if (value[field] !== undefined) writer.name(value[field]);
  },
  read: (reader) => {
    const bits = reader.byte();
    const fields = MATCH_FIELDS.filter((_, index) => (bits & (1 << index)) !== 0);
    return Object.fromEntries(fields.map((field) => [field, reader.name()]));
  },
};

const extent: Codec<Extent> = {
  write: (writer, value) => {
    writer.byte(EXTENTS.indexOf(value.type));
    if (value.type === "times") writer.count(value.count);
    if (value.type === "for") writer.time(value.duration);
  },
  read: (reader) => {
    const type = EXTENTS[reader.byte()];
    if (type === "times") return { type, count: reader.count() };
    if (type === "for") return { type, duration: micros(reader.time()) };
    if (type === undefined) throw new UnreadableError("a choice is unknown");
    return { type };
  },
};

const EXTENTS = ["untilStopped", "times", "for"] as const;

/**
 * How each action is written. Frozen: an action's number is its place here, and its fields follow in this order. The first 25 actions have a byte
 * with room for three optional fields, later ones three bytes with room for eight. Append only; the golden links hold this up.
 */
function actionFields(): { readonly [Type in Action["type"]]: Fields<Extract<Action, { readonly type: Type }>> } {
  const target = targetCodec();
  return {
    create: { object: draft, as: optional(name) },
    patch: { target, merge: json, subresource: optional(oneOf(["status"])), as: optional(name) },
    delete: {
      target,
      gracePeriodSeconds: optional(count),
      propagation: optional(oneOf(["Background", "Foreground", "Orphan"])),
      as: optional(name),
    },
    endWatch: { client: name, kind: name, mode },
    silenceWatch: { client: name, kind: name },
    holdEvents: { client: name, kind: name, duration: time },
    loseEvent: { client: name, kind: name, count },
    answer: { match, mode, extent, retryAfterSeconds: optional(count) },
    stopAnswering: {},
    cutLink: { process: name, server: name, duration: optional(time) },
    mendLink: { process: name, server: name },
    slowLink: { process: name, server: name, delay: time },
    compact: {},
    restartServer: { server: name, downFor: time },
    freezeCache: { server: name, kind: name, duration: time },
    slowEtcd: { delay: time, duration: time },
    crash: { process: name, restartAfter: optional(time) },
    pause: { process: name, duration: time },
    stop: { process: name },
    slowHandler: { process: name, kind: name, handler: name, takes: time },
    revoke: { process: name, verb: name, kind: name },
    grant: { process: name, verb: name, kind: name },
    deliver: { choice: count },
    apply: { object: draft, fieldManager: optional(name), force: optional(oneOf([false, true])), as: optional(name) },
    tell: { system: name, event: name, about: name },
    raw: {
      method: oneOf(["POST", "PUT", "DELETE"]),
      kind: name,
      namespace: optional(name),
      name: optional(name),
      subresource: optional(oneOf(["status", "finalize"])),
      body: optional(draft),
      as: optional(name),
    },
    revokeToken: { process: name },
    renewToken: { process: name },
  };
}

type AnyCodec = Codec<unknown> & { readonly optional?: true };

type Shape = { readonly type: string; readonly fields: readonly (readonly [name: string, codec: AnyCodec])[] };

/** The table by number, for one link. What a field's codec is given is what its action holds: the type of the table has seen to that. */
function actionShapes(): readonly Shape[] {
  return Object.entries(actionFields()).map(([type, fields]) => ({
    type,
    fields: Object.entries(fields as Readonly<Record<string, AnyCodec>>),
  }));
}

/** This first byte says that the action's number, counted from here, and its optional fields follow. */
const SHORT_ACTIONS = 25;
const LONG_ACTION = SHORT_ACTIONS * 8;
/** First bytes from here on repeat an earlier action of the link. */
const REPEAT = 208;
const LONG_REPEAT = 255;

/** A function that writes one action after the other. One that was there before takes a byte. */
export function actionWriter(writer: ByteWriter): (action: Action) => void {
  const shapes = actionShapes();
  const earlier = new Map<string, number>();
  return (action) => {
    const text = JSON.stringify(action);
    const known = earlier.get(text);
    if (known === undefined) {
      earlier.set(text, earlier.size);
      return writeAction(writer, shapes, action);
    }
    const code = Math.min(REPEAT + known, LONG_REPEAT);
    writer.byte(code);
    if (code === LONG_REPEAT) writer.count(known - (LONG_REPEAT - REPEAT));
  };
}

function writeAction(writer: ByteWriter, shapes: readonly Shape[], action: Action): void {
  const number = shapes.findIndex(({ type }) => type === action.type);
  const values = new Map<string, unknown>(Object.entries(action));
  const fields = shapes[number]?.fields ?? [];
  const optionals = fields.filter(([, codec]) => codec.optional);
  const bits = bitsOf(optionals.map(([field]) => values.get(field) !== undefined));
  if (number < SHORT_ACTIONS) writer.byte(number * 8 + bits);
  else {
    writer.byte(LONG_ACTION);
    writer.count(number - SHORT_ACTIONS);
    writer.byte(bits);
  }
  for (const [field, codec] of fields) {
    const value = values.get(field);
    if (value !== undefined) codec.write(writer, value);
  }
}

/** A function that reads what `actionWriter` wrote. */
export function actionReader(reader: ByteReader): () => Action {
  const shapes = actionShapes();
  const earlier: Action[] = [];
  return () => {
    const first = reader.byte();
    if (first >= REPEAT) {
      const number = first === LONG_REPEAT ? LONG_REPEAT - REPEAT + reader.count() : first - REPEAT;
      const action = earlier[number];
      if (action === undefined) throw new UnreadableError("an action is missing");
      return action;
    }
    const isLong = first >= LONG_ACTION;
    const shape = shapes[isLong ? SHORT_ACTIONS + reader.count() : first >>> 3];
    const action = readAction(reader, shape, isLong ? reader.byte() : first & 7);
    earlier.push(action);
    return action;
  };
}

function readAction(reader: ByteReader, shape: Shape | undefined, bits: number): Action {
  if (shape === undefined) throw new UnreadableError("an action is unknown");
  const action: Record<string, unknown> = { type: shape.type };
  let bit = 1;
  for (const [field, codec] of shape.fields) {
    const there = codec.optional === undefined || (bits & bit) !== 0;
    if (codec.optional) bit *= 2;
    if (there) action[field] = codec.read(reader);
  }
  return action as Action; // each field was read by the codec of its type
}

function optional<T>(codec: Codec<T>): OptionalCodec<T> {
  return { ...codec, optional: true };
}

function oneOf<const T>(values: readonly T[]): Codec<T> {
  return {
    write: (writer, value) => writer.byte(values.indexOf(value)),
    read: (reader) => {
      const value = values[reader.byte()];
      if (value === undefined) throw new UnreadableError("a choice is unknown");
      return value;
    },
  };
}

function bitsOf(flags: readonly boolean[]): number {
  return flags.reduce((bits, flag, index) => bits | (flag ? 1 << index : 0), 0);
}
