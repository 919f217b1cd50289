import type { ClusterFact } from "../../simulation/cluster/facts.ts";
import type { AreaId } from "./areas.ts";
import type { Text } from "./text.ts";

/** A place in the real code: `client-go tools/cache/reflector.go:watch` at a tag or a commit. */
export type Upstream = { readonly ref: string; readonly version: string };

/** A test of ours that fails if the engine does otherwise. `file` is relative to the checkout, `title` as it stands in the code. */
export type TestReference = { readonly file: string; readonly title: string };

/** Events that show a behaviour: a type, and values that some of its fields must have. */
export type FactPattern = {
  readonly type: ClusterFact["type"];
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
};

/** A transition: the state (XState's id) that has it, and the event that sets it off. `guard` only where guards tell it from others. */
export type EdgePattern = { readonly source: string; readonly event: string; readonly guard?: string };

/** `recorded`: a run of the real library proves it. `derived`: from the source, held by a test. `simplified`: something is left out. */
export type Status = "recorded" | "derived" | "simplified";

/** One behaviour that the engine claims to share with the real libraries. */
export type Entry = {
  readonly id: string;
  readonly area: AreaId;
  /** What really happens. */
  readonly statement: Text;
  readonly upstream: readonly Upstream[];
  readonly evidence: {
    /** Names of recorded runs of the real libraries. */
    readonly runs: readonly string[];
    readonly tests: readonly TestReference[];
  };
  readonly shownBy: {
    readonly facts: readonly FactPattern[];
    /** Ids of XState: `reflector.listing.firstRequest`. */
    readonly states: readonly string[];
    readonly edges: readonly EdgePattern[];
  };
  /** Links by hand, without the `#`: `/s/watch-history-gone?at=c4`. */
  readonly moments: readonly string[];
  readonly status: Status;
  /** What the simulation does not do about it; only for `simplified`. */
  readonly leftOut: Text | undefined;
};

/** An entry as its file writes it; what is absent is empty, and the status follows from what is there. */
export type Draft = {
  readonly id: string;
  readonly en: string;
  readonly zh: string;
  readonly upstream: readonly Upstream[];
  readonly runs?: readonly string[];
  readonly tests?: readonly TestReference[];
  readonly facts?: readonly (ClusterFact["type"] | FactPattern)[];
  readonly states?: readonly string[];
  /** `source event` or `source event guard`. */
  readonly edges?: readonly string[];
  readonly moments?: readonly string[];
  readonly leftOut?: Text;
};

/** Completes the entries of one area. */
export function entriesOf(area: AreaId, drafts: readonly Draft[]): readonly Entry[] {
  return drafts.map(({ id, en, zh, upstream, runs = [], tests = [], moments = [], leftOut, ...shown }) => ({
    id,
    area,
    statement: { en, zh },
    upstream,
    evidence: { runs, tests },
    shownBy: {
      facts: (shown.facts ?? []).map((fact) => (typeof fact === "string" ? { type: fact } : fact)),
      states: shown.states ?? [],
      edges: (shown.edges ?? []).map(readEdge),
    },
    moments,
    status: leftOut !== undefined ? "simplified" : runs.length > 0 ? "recorded" : "derived",
    leftOut,
  }));
}

/** A type of event with some of its fields. */
export function fact(type: ClusterFact["type"], fields: NonNullable<FactPattern["fields"]>): FactPattern {
  return { type, fields };
}

/** The tests of one file, by title. */
export function testsIn(path: string): (title: string) => TestReference {
  return (title) => ({ file: `src/${path}.test.ts`, title });
}

function readEdge(text: string): EdgePattern {
  const [source = "", event = "", guard] = text.split(" ");
  return guard === undefined ? { source, event } : { source, event, guard };
}
