/** A replay held against its recording. Places are positions in the recording's observations, and in those of the replay. */
export type Comparison = {
  /** What was found again. */
  readonly pairs: readonly (readonly [recorded: number, replayed: number])[];
  /** Where the two go apart; empty when the replay is as recorded. */
  readonly differences: readonly Difference[];
};

/** One place where replay and recording differ: what each has there, or undefined where it has nothing. */
export type Difference = {
  readonly text: string;
  readonly recorded: number | undefined;
  readonly replayed: number | undefined;
};
