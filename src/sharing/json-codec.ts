import type { Json, JsonObject } from "../simulation/kubernetes/object.ts";
import { isJsonObject } from "../simulation/kubernetes/object.ts";
import { type ByteReader, UnreadableError } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";

// One byte says what follows. 0…127: the number itself. Then:
const NULL = 128;
const FALSE = 129;
const TRUE = 130;
const COUNT = 131;
const NEGATIVE = 132;
const FLOAT = 133;
const TEXT = 134;
/** `{ spec: { replicas: n } }`, the patch that everybody tries first. */
const REPLICAS = 135;
/** 136…143: a list of 0…7 items; 144…159: a group of 0…15 fields; the last of each is followed by the number of the others. */
const LIST = 136;
const GROUP = 144;
/** `{ metadata: { labels: { name: text } } }`, and the same with annotations: the other patches that people make. */
const LABEL = 160;
const ANNOTATION = 161;
const MOST_LISTED = 7;
const MOST_FIELDS = 15;

const DEEPEST = 32;

/** Writes plain data. */
export function writeJson(writer: ByteWriter, value: Json): void {
  const replicas = replicasOf(value);
  const label = metadataOf(value, "labels");
  const annotation = metadataOf(value, "annotations");
  if (replicas !== undefined) {
    writer.byte(REPLICAS);
    writer.count(replicas);
  } else if (label !== undefined) writeEntry(writer, LABEL, label);
  else if (annotation !== undefined) writeEntry(writer, ANNOTATION, annotation);
  else if (value === null) writer.byte(NULL);
  else if (typeof value === "boolean") writer.byte(value ? TRUE : FALSE);
  else if (typeof value === "number") writeNumber(writer, value);
  else if (typeof value === "string") {
    writer.byte(TEXT);
    writer.name(value);
  } else if (isJsonObject(value)) {
    const fields = Object.entries(value);
    writeLength(writer, GROUP, MOST_FIELDS, fields.length);
    for (const [name, field] of fields) {
      writer.name(name);
      writeJson(writer, field);
    }
  } else {
    writeLength(writer, LIST, MOST_LISTED, value.length);
    for (const item of value) writeJson(writer, item);
  }
}

function replicasOf(value: Json): number | undefined {
  const spec = onlyField(value, "spec");
  const replicas = spec === undefined ? undefined : onlyField(spec, "replicas");
  return typeof replicas === "number" && Number.isSafeInteger(replicas) && replicas >= 0 && !Object.is(replicas, -0)
    ? replicas
    : undefined;
}

function writeEntry(writer: ByteWriter, tag: number, [name, text]: readonly [string, string]): void {
  writer.byte(tag);
  writer.name(name);
  writer.name(text);
}

/** The one label or annotation that a patch sets and nothing else, or undefined. */
function metadataOf(value: Json, field: "labels" | "annotations"): readonly [string, string] | undefined {
  const metadata = onlyField(value, "metadata");
  const entries = metadata === undefined ? undefined : onlyField(metadata, field);
  const [first, ...more] = isJsonObject(entries) ? Object.entries(entries) : [];
  return first === undefined || more.length > 0 || typeof first[1] !== "string" ? undefined : [first[0], first[1]];
}

function onlyField(value: Json, name: string): Json | undefined {
  return isJsonObject(value) && Object.keys(value).length === 1 ? value[name] : undefined;
}

function writeNumber(writer: ByteWriter, value: number): void {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
    writer.byte(FLOAT);
    writer.float(value);
  } else if (value < 0) {
    writer.byte(NEGATIVE);
    writer.count(-value);
  } else if (value < NULL) writer.byte(value);
  else {
    writer.byte(COUNT);
    writer.count(value);
  }
}

function writeLength(writer: ByteWriter, tag: number, most: number, length: number): void {
  writer.byte(tag + Math.min(most, length));
  if (length >= most) writer.count(length - most);
}

/** Reads plain data. */
export function readJson(reader: ByteReader, depth = 0): Json {
  if (depth > DEEPEST) throw new UnreadableError("data is nested too deep");
  const tag = reader.byte();
  if (tag < NULL) return tag;
  if (tag >= GROUP && tag <= GROUP + MOST_FIELDS)
    return readGroup(reader, readLength(reader, tag - GROUP, MOST_FIELDS), depth);
  if (tag >= LIST && tag <= LIST + MOST_LISTED)
    return readList(reader, readLength(reader, tag - LIST, MOST_LISTED), depth);
  switch (tag) {
    case NULL:
      return null;
    case FALSE:
      return false;
    case TRUE:
      return true;
    case COUNT:
      return reader.count();
    case NEGATIVE:
      return -reader.count();
    case FLOAT:
      return finite(reader.float());
    case TEXT:
      return reader.name();
    case REPLICAS:
      return { spec: { replicas: reader.count() } };
    case LABEL:
      return { metadata: { labels: readEntry(reader) } };
    case ANNOTATION:
      return { metadata: { annotations: readEntry(reader) } };
    default:
      throw new UnreadableError("data is of no known form");
  }
}

function readEntry(reader: ByteReader): JsonObject {
  const name = fieldName(reader);
  return { [name]: reader.name() };
}

/** A name that is safe as the name of a field. */
function fieldName(reader: ByteReader): string {
  const name = reader.name();
  if (name === "__proto__") throw new UnreadableError("a field has no such name");
  return name;
}

function readLength(reader: ByteReader, short: number, most: number): number {
  const length = short < most ? short : most + reader.count();
  // Each item takes a byte at least: a length beyond what is left is a lie.
  if (length > reader.left) throw new UnreadableError("it ends too early");
  return length;
}

function readGroup(reader: ByteReader, length: number, depth: number): JsonObject {
  const fields: Record<string, Json> = {};
  for (let index = 0; index < length; index++) {
    const name = fieldName(reader);
    fields[name] = readJson(reader, depth + 1);
  }
  return fields;
}

function readList(reader: ByteReader, length: number, depth: number): readonly Json[] {
  const items: Json[] = [];
  for (let index = 0; index < length; index++) items.push(readJson(reader, depth + 1));
  return items;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new UnreadableError("a number is not finite");
  return value;
}
