import type { AnyMachineSnapshot } from "xstate";
import { type Digest, EMPTY_DIGEST } from "../../base/digest.ts";
import { emptyMap, type PersistentMap } from "../../base/persistent-map.ts";
import { type Micros, micros } from "../../base/time.ts";
import type { Agenda } from "./agenda.ts";
import type { Taken } from "./machine.ts";
import { createRandomness, type JitterMode, type Randomness } from "./random.ts";

/** Something that happened, as plain flat data: its own fields beside the type. */
export type Fact = { readonly type: string };

/** A fact with its place in the run. */
export type TraceEvent<F extends Fact = Fact> = {
  /** Position in the trace, from 0. */
  readonly seq: number;
  /** The step in which it happened; step 0 is the boot. */
  readonly step: number;
  readonly at: Micros;
  /** The component it happened to. */
  readonly actor: string;
  /** `seq` of the event that led to it. */
  readonly cause: number | undefined;
  readonly fact: F;
};

/** A running statechart. */
export type MachineState = {
  /** Name in the domain's table of machines. */
  readonly machine: string;
  readonly snapshot: AnyMachineSnapshot;
  /** Its active states as one text; see `stateText`. */
  readonly text: string;
  /** How often each state was entered, by its place in the chart; see `visitsById`. */
  readonly visits: readonly number[];
  /** The transitions of the newest event that was not ignored. */
  readonly last: readonly Taken[];
  /** `seq` of the event that records `last`, and its time. */
  readonly lastSeq: number;
  readonly lastAt: Micros;
};

/** The immutable state between two steps. A kept world never changes. */
export type World<Shared, Message> = {
  /** Steps taken so far. */
  readonly step: number;
  readonly now: Micros;
  /** The step in which this instant began. */
  readonly since: number;
  /** Sequence number of the next agenda entry. */
  readonly nextEntry: number;
  /** `seq` of the next trace event. */
  readonly nextEvent: number;
  readonly agenda: Agenda<Message>;
  /** Pending timers: sequence number of their live entry by `actor/name`. Entries of cancelled timers stay in the agenda and are skipped. */
  readonly timers: PersistentMap<string, number>;
  readonly machines: PersistentMap<string, MachineState>;
  readonly random: Randomness;
  /** Rolling digest of the trace. */
  readonly digest: Digest;
  /** What the domain keeps. */
  readonly shared: Shared;
};

/** A world before anything happened. */
export function createWorld<Shared, Message>(
  shared: Shared,
  options: { readonly seed: number; readonly jitter?: JitterMode },
): World<Shared, Message> {
  return {
    step: 0,
    now: micros(0),
    since: 0,
    nextEntry: 0,
    nextEvent: 0,
    agenda: undefined,
    timers: emptyMap(),
    machines: emptyMap(),
    random: createRandomness(options.seed, options.jitter),
    digest: EMPTY_DIGEST,
    shared,
  };
}
