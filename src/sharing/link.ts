import { deflateSync, Inflate } from "fflate";
import { assert } from "../base/assert.ts";
import { fromBase64url, toBase64url } from "./base64url.ts";
import { ByteReader, UnreadableError } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { crc32 } from "./crc32.ts";
import { DICTIONARY } from "./dictionary.ts";
import { decodeHandLink } from "./hand-link.ts";
import { readRun, writeRun } from "./run-codec.ts";
import { broken, type OpenedLink, type SharedRun } from "./shared-run.ts";
import { STOCK_NUMBERS } from "./stock-numbers.ts";

// A link, format 1: `1`, then four characters of outer layer (scenario number in two bytes, a check of it in one), then the inner layer:
// a byte for how it is packed, a CRC-32 over the outer layer and the unpacked inner one, and the packed bytes.
const FORMAT = "1";
const OUTER_BYTES = 3;
const OUTER_TEXT = 4;
const PLAIN = 0;
const DEFLATED = 1;

/** Longest link that is read, in characters after the `#`. */
export const LONGEST_LINK = 400_000;
/** What an inner layer may unpack to, in bytes. */
const LARGEST_INNER = 4_000_000;
/** The link to a run, without the `#`. */
export function encodeLink(run: SharedRun): string {
  const { scenario } = run.spec;
  assert(
    scenario.type !== "recorded",
    "a recorded run has a link by hand only: its recording says whether it is the same",
  );
  const number = scenario.type === "inline" ? 0 : STOCK_NUMBERS.indexOf(scenario.id) + 1;
  assert(scenario.type === "inline" || number > 0, () => `no number for ${JSON.stringify(scenario)}`);
  const outer = outerLayer(number);
  const writer = new ByteWriter();
  writeRun(writer, run);
  const inner = writer.finish();
  const packed = deflateSync(inner, { level: 9, dictionary: DICTIONARY });
  const head = new ByteWriter();
  head.byte(packed.length < inner.length ? DEFLATED : PLAIN);
  const crc = crc32(outer, inner);
  for (let shift = 0; shift < 32; shift += 8) head.byte(crc >>> shift);
  head.bytes(packed.length < inner.length ? packed : inner);
  return FORMAT + toBase64url(outer) + toBase64url(head.finish());
}

/** Reads a link, with or without its `#`, also one that was written by hand. Never throws, and takes well under a second. */
export function decodeLink(hash: string): OpenedLink {
  const text = hash.startsWith("#") ? hash.slice(1) : hash;
  if (text === "") return broken("none", "There is no link here.");
  if (text.length > LONGEST_LINK)
    return broken("tooLong", `This link has ${text.length} characters; at most ${LONGEST_LINK} are read.`);
  if (text.startsWith("/")) return decodeHandLink(text);
  if (/^[2-9]/.test(text)) {
    return broken(
      "future",
      `This link is of format ${text[0]}, which a newer Loopscope made; this one reads format ${FORMAT}. Reload the page, or ask for a newer version.`,
    );
  }
  if (!text.startsWith(FORMAT))
    return broken("damaged", "This is not a link of Loopscope; they begin with 1, or with /s/ and a scenario.");
  return decodeLayers(text.slice(FORMAT.length));
}

function decodeLayers(text: string): OpenedLink {
  const outer = fromBase64url(text.slice(0, OUTER_TEXT));
  const number = outer === undefined || outer.length < OUTER_BYTES ? undefined : outerNumber(outer);
  if (outer === undefined || number === undefined)
    return broken("damaged", "The beginning of this link is damaged: it does not even say which scenario it is about.");
  const stock = number === 0 ? undefined : STOCK_NUMBERS[number - 1];
  if (number > 0 && stock === undefined) {
    return broken(
      "unknownScenario",
      `This link is about scenario number ${number}, which this version of Loopscope does not have.`,
    );
  }
  const about =
    stock === undefined ? "The scenario in this link" : `The scenario is ${stock}, but the rest of the link`;
  try {
    const inner = unpack(text.slice(OUTER_TEXT), outer);
    return { type: "ok", value: readRun(new ByteReader(inner), stock) };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return broken(
      "damaged",
      `${about} can't be read: ${error.message}. Perhaps the link was cut or changed on its way.`,
      stock,
    );
  }
}

function unpack(text: string, outer: Uint8Array): Uint8Array {
  const bytes = fromBase64url(text);
  if (bytes === undefined) throw new UnreadableError("it holds characters that no link has, or lacks some");
  const reader = new ByteReader(bytes);
  const packing = reader.byte();
  let crc = 0;
  for (let shift = 0; shift < 32; shift += 8) crc |= reader.byte() << shift;
  const body = reader.bytes(reader.left);
  if (packing !== PLAIN && packing !== DEFLATED) throw new UnreadableError("it is packed in an unknown way");
  const inner = packing === DEFLATED ? inflate(body) : body;
  if (crc32(outer, inner) !== crc >>> 0) throw new UnreadableError("its checksum is wrong");
  return inner;
}

/** Unpacks piece by piece, so that what unpacks to too much is noticed while it does. */
function inflate(packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  try {
    const inflater = new Inflate({ dictionary: DICTIONARY }, (piece, final) => {
      length += piece.length;
      if (length > LARGEST_INNER) throw new UnreadableError(`it unpacks to more than ${LARGEST_INNER / 1_000_000} MB`);
      pieces.push(piece.slice());
      ended = final;
    });
    for (let at = 0; at < packed.length; at += PIECE)
      inflater.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError("it can't be unpacked"); // fflate says why in its own words, for programmers
  }
  if (!ended) throw new UnreadableError("it ends too early");
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const PIECE = 2_048;

function outerLayer(number: number): Uint8Array {
  const bytes = [number & 255, number >>> 8];
  return Uint8Array.from([...bytes, crc32(Uint8Array.from(bytes)) & 255]);
}

/** The scenario's number, or undefined when its check is wrong. */
function outerNumber(outer: Uint8Array): number | undefined {
  const [low = 0, high = 0, check] = outer;
  return check === (crc32(Uint8Array.from([low, high])) & 255) ? low + high * 256 : undefined;
}
