import type { Action } from "../simulation/cluster/actions.ts";

/** The library generations that can be simulated. */
export const PROFILES = ["classic", "in-order", "current"] as const;

/** Which library generation is simulated; see the README. */
export type ProfileName = (typeof PROFILES)[number];

/** The kinds of informer queue. */
export const FIFO_KINDS = ["DeltaFIFO", "RealFIFO", "RealFIFO atomic"] as const;

/** The kinds of work queue. */
export const QUEUE_KINDS = ["classic", "priority"] as const;

/** Settings that override those of the profile. */
export type ProfileParts = {
  readonly watchList?: boolean;
  readonly fifo?: (typeof FIFO_KINDS)[number];
  readonly queue?: (typeof QUEUE_KINDS)[number];
};

/** Something a person does during a run, and after which step. */
export type Input = { readonly step: number; readonly action: Action };

/**
 * Where the scenario comes from: our catalogue; a text that somebody brought, which is a scenario (YAML or JSON) or a recording (JSON);
 * or a recorded run of a real library that comes with the product, whose script is all that happens from outside.
 */
export type ScenarioSource =
  | { readonly type: "stock"; readonly id: string }
  | { readonly type: "inline"; readonly text: string }
  | { readonly type: "recorded"; readonly name: string };

/** All that a run is a function of, beside the engine's version. */
export type RunSpec = {
  readonly scenario: ScenarioSource;
  /** Which of the runs that the scenario compares, from 0; without it the scenario itself. */
  readonly variant?: number;
  readonly profile?: ProfileName;
  readonly parts?: ProfileParts;
  readonly seed?: number;
  readonly inputs: readonly Input[];
};
