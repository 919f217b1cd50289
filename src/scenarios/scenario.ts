import type { Micros } from "../base/time.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import type { EventMatcher } from "../simulation/cluster/matcher.ts";
import type { ClusterSettings, ControllerSpec, ScriptStep, Timing } from "../simulation/cluster/plan.ts";
import type { SystemSpec } from "../simulation/cluster/system.ts";
import type { JitterMode } from "../simulation/kernel/random.ts";
import type { DraftObject } from "../simulation/kubernetes/object.ts";
import type { AlongId } from "./along-ids.ts";
import type { CheckId } from "./check-ids.ts";
import type { ProfileName, ProfileParts } from "./run-spec.ts";
import type { ViewId } from "./view-ids.ts";

/** A text in every language of the page. */
export type LocalizedText = { readonly en: string; readonly zh: string };

/** The n-th event (from 1) that a matcher fits. */
export type Moment = { readonly match: EventMatcher; readonly nth: number };

/** A stretch of the story: it begins with its event. */
export type Chapter = {
  readonly title: LocalizedText;
  /** At most 40 words. */
  readonly say: LocalizedText;
  readonly on: Moment;
  /** The actor to look at, such as `web/Pod/reflector`. */
  readonly focus: string;
  /** What going to the chapter shows above the timeline; undefined: the pipeline, or what the person has chosen. */
  readonly view: ViewId | undefined;
  /** Which check of the view `diagnosis` is open; undefined: the first. */
  readonly check: CheckId | undefined;
  /** By what the view `compare` puts the runs beside each other; undefined: by time. */
  readonly along: AlongId | undefined;
  readonly ask: Question | undefined;
  readonly tries: readonly Try[];
};

/** A prediction: it is answered by stepping to `answerOn`. */
export type Question = {
  readonly question: LocalizedText;
  readonly options: readonly LocalizedText[];
  /** Index of the right option, from 0. */
  readonly right: number;
  readonly answerOn: Moment;
};

/** Something to break at this point, and what it leads to. */
export type Try = { readonly label: LocalizedText; readonly consequence: LocalizedText; readonly action: Action };

/** Bounds of a count; absent ones do not bound. */
export type Bounds = { readonly least: number; readonly most: number };

/** What must have come true when the run has ended. `after` restricts the events looked at to those behind a moment. */
export type Expectation =
  | {
      readonly type: "count";
      readonly match: EventMatcher;
      readonly bounds: Bounds;
      readonly after: Moment | undefined;
    }
  | { readonly type: "never"; readonly match: EventMatcher; readonly after: Moment | undefined }
  /** These events, in this order, others between them allowed. */
  | { readonly type: "order"; readonly matches: readonly EventMatcher[]; readonly after: Moment | undefined }
  /** Objects in etcd at the end. */
  | { readonly type: "final"; readonly objects: ObjectMatcher; readonly bounds: Bounds };

/** Which objects: absent parts match everything. `fields` compares the values at dotted paths. */
export type ObjectMatcher = {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
};

/** Where the page opens. */
export type Opening =
  | { readonly type: "start" }
  /** Index into `chapters`, from 0. */
  | { readonly type: "chapter"; readonly index: number }
  | { readonly type: "event"; readonly moment: Moment };

/** The scenario with something changed, to be run beside its like; it has no story of its own, and expects what its patch says. */
export type Variant = { readonly name: LocalizedText; readonly scenario: Scenario };

/** A scenario as the engine and the page use it; every default is filled in. */
export type Scenario = {
  readonly id: string;
  readonly title: LocalizedText;
  /** What the catalogue shows first. */
  readonly question: LocalizedText;
  readonly summary: LocalizedText;
  readonly tags: readonly string[];
  /** Ids of the claims that this run puts to the test (`projections/modelled/claims.ts`), as cards of the story. */
  readonly claims: readonly string[];
  /** The profile that it opens with. */
  readonly profile: ProfileName;
  /** The profiles in which its story is true. */
  readonly profiles: readonly ProfileName[];
  readonly parts: ProfileParts;
  readonly seed: number;
  /** The run ends here, or earlier when nothing is left to do. */
  readonly until: Micros;
  readonly opensAt: Opening;
  readonly timing: Timing;
  readonly jitter: JitterMode;
  readonly cluster: ClusterSettings;
  /** Objects that exist before the controllers start, in this order. */
  readonly given: readonly DraftObject[];
  readonly controllers: readonly ControllerSpec[];
  readonly systems: readonly SystemSpec[];
  readonly script: readonly ScriptStep[];
  readonly chapters: readonly Chapter[];
  readonly expect: readonly Expectation[];
  /** What it is compared with, side by side; two or three, or none. */
  readonly variants: readonly Variant[];
  /** Where upstream says so: `client-go tools/cache/reflector.go:watch`. */
  readonly sources: readonly string[];
};
