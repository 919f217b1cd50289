import { hashText } from "../../base/digest.ts";
import { emptyMap, type PersistentMap, valueAt, withEntry } from "../../base/persistent-map.ts";

/** How jitter is drawn: from the seed, always the same fraction, never any, or the values that a recorded run drew. */
export type JitterMode =
  | { readonly type: "seeded" }
  | { readonly type: "fixed"; readonly fraction: number }
  | { readonly type: "off" }
  | { readonly type: "recorded"; readonly values: Readonly<Record<string, readonly number[]>> };

/**
 * All randomness of a run, as data. Each purpose of each actor has a stream of its own, derived from the seed by name,
 * so an additional actor shifts nobody else's draws. A stream's whole state is the number of values drawn from it.
 */
export type Randomness = {
  readonly seed: number;
  readonly jitter: JitterMode;
  /** Values drawn so far, by stream name. */
  readonly drawn: PersistentMap<string, number>;
};

/** The randomness of a run that has not drawn anything. */
export function createRandomness(seed: number, jitter: JitterMode = { type: "seeded" }): Randomness {
  return { seed, jitter, drawn: emptyMap() };
}

/** The next value in [0, 1) of the stream `purpose` of `actor`, for identities (names, uids): always from the seed. */
export function drawIdentity(random: Randomness, purpose: string, actor: string): readonly [Randomness, number] {
  const stream = `${purpose}/${actor}`;
  const count = valueAt(random.drawn, stream) ?? 0;
  return [advance(random, stream, count), uniform(random.seed, stream, count)];
}

/** The next value in [0, 1) of the stream `purpose` of `actor`, for waits and time-outs: follows the jitter mode. */
export function drawJitter(random: Randomness, purpose: string, actor: string): readonly [Randomness, number] {
  switch (random.jitter.type) {
    case "seeded":
      return drawIdentity(random, purpose, actor);
    case "fixed":
      return [random, random.jitter.fraction];
    case "off":
      return [random, 0];
    case "recorded": {
      const count = valueAt(random.drawn, purpose) ?? 0;
      const value = random.jitter.values[purpose]?.[count];
      return value === undefined ? drawIdentity(random, purpose, actor) : [advance(random, purpose, count), value];
    }
  }
}

function advance(random: Randomness, stream: string, count: number): Randomness {
  return { ...random, drawn: withEntry(random.drawn, stream, count + 1) };
}

/** 53 uniform bits from a counter: two rounds of an integer mixer keyed by seed and stream name. */
function uniform(seed: number, stream: string, count: number): number {
  const key = hashText(stream, (seed ^ 0x811c9dc5) | 0);
  const high = mix((key + Math.imul(count, 0x9e3779b9)) | 0);
  const low = mix((high ^ Math.imul(count + 1, 0x85ebca6b)) | 0);
  return ((high >>> 5) * 0x400_0000 + (low >>> 6)) / 0x20_0000_0000_0000;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
