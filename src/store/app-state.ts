import type { Problem } from "../base/result.ts";
import type { AlongId } from "../scenarios/along-ids.ts";
import type { CheckId } from "../scenarios/check-ids.ts";
import type { RunSpec } from "../scenarios/run-spec.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { ViewId } from "../scenarios/view-ids.ts";
import type {
  Breakpoint,
  Command,
  Cursor,
  EventRow,
  Grain,
  ObjectVersion,
  RecordingReport,
  RunChange,
  RunInfo,
  ScriptRows,
  Side,
  SidesChoice,
  SidesDifference,
  Target,
} from "../session/protocol.ts";
import type { ScriptFocus } from "../session/script-place.ts";
import type { Frame } from "../simulation/cluster/frame.ts";
import { emptyColumns, type TraceColumns } from "./trace-columns.ts";

/**
 * Everything that the page shows. `applyReport` alone writes `run`, `trace` and `frame`; actions write `view`, and
 * `pending` when they send a command.
 */
export type AppState = {
  readonly run: RunSlice;
  readonly trace: TraceSlice;
  readonly frame: FrameSlice;
  readonly pending: PendingSlice;
  readonly view: ViewSlice;
  /** Every scenario of the catalogue, in its order; undefined until somebody asked for it. */
  readonly library: readonly Scenario[] | undefined;
};

/** Which run is on the screen, where it stands, and what it was asked for. */
export type RunSlice = {
  /** Number of the run on the screen; 0 before the first one. Reports of other runs are dropped. */
  readonly id: number;
  readonly info: RunInfo | undefined;
  /** What is run, with its texts; undefined for a recorded run. */
  readonly scenario: Scenario | undefined;
  readonly cursor: Cursor;
  /** What the digest in the link said. */
  readonly verified: "unasked" | "exact" | { readonly partsAt: number };
  /** What another profile or seed changed first, until the person has seen it. */
  readonly change: RunChange | "none" | undefined;
  /** The breakpoint at which playing stopped last. */
  readonly stoppedAt: number | undefined;
  /** Our own fault: the worker ended this run. */
  readonly failure: Failure | undefined;
  /** What stands beside the run, as it was asked for last. */
  readonly sides: Sides | undefined;
  /** The same along their script, as it was asked for last. */
  readonly script: Script | undefined;
  /** What was recorded, when the run is a recorded one. */
  readonly recording: RecordingReport | undefined;
};

/** What the worker was asked for and has not answered. */
export type PendingSlice = {
  /** A run that is being opened; the one on the screen stays until it is there. */
  readonly opening: Opening | undefined;
  /** Commands that have not been answered, oldest first. Each is answered by one report. */
  readonly inFlight: readonly Sent[];
  /** Where to go as soon as the seek in flight has been answered: the latest wish wins. */
  readonly wantedSeek: Target | undefined;
  /** Questions about events, by query number. */
  readonly asked: ReadonlyMap<number, Question>;
  /** Whether runs beside this one were asked for and have not come. */
  readonly askedSides: boolean;
  /** Whether they were asked for along their script. */
  readonly askedScript: boolean;
};

export type Opening = {
  readonly run: number;
  readonly spec: RunSpec;
  readonly at: Target | undefined;
  /** What a link asks to be shown above the timeline. */
  readonly view: ViewId | undefined;
};
export type Sent = { readonly type: Command["type"]; readonly direction: 1 | -1 };
export type Failure = {
  readonly message: string;
  readonly step: number;
  readonly spec: RunSpec;
  readonly lastEvents: readonly EventRow[];
};
/** Runs beside each other, all at the time `at`, µs, while `branch` was on the screen. */
export type Sides = {
  readonly of: SidesChoice;
  readonly branch: number;
  readonly at: number;
  readonly sides: readonly Side[];
  readonly difference: SidesDifference | undefined;
};

/** Runs along their script, while `branch` was on the screen and had come to `events` events. */
export type Script = ScriptRows & {
  readonly of: SidesChoice;
  readonly focus: ScriptFocus;
  readonly branch: number;
  readonly events: number;
};

/** The events of the branch on the screen: all as columns, some with all their fields. */
export type TraceSlice = {
  readonly columns: TraceColumns;
  /** Counts changes of the columns. */
  readonly version: number;
  /** Windows of rows by `seq`; bounded. */
  readonly rows: ReadonlyMap<number, EventRow>;
  /** Causal past of an event by its `seq`, oldest first, the event itself last; bounded. */
  readonly chains: ReadonlyMap<number, readonly EventRow[]>;
  readonly search: { readonly text: string; readonly rows: readonly EventRow[] };
  /** What each write left of generation and conditions, for the first `events` events; undefined until somebody asks. */
  readonly versions: { readonly events: number; readonly list: readonly ObjectVersion[] } | undefined;
  /** All events of the types that a view asked for last, of the first `events` events. */
  readonly typed:
    | { readonly types: readonly string[]; readonly events: number; readonly list: readonly EventRow[] }
    | undefined;
};

/** What was asked about events; `from` and `to` are both included. */
export type Question =
  | { readonly type: "rows"; readonly from: number; readonly to: number }
  | { readonly type: "chain"; readonly seq: number }
  | { readonly type: "search"; readonly text: string }
  | { readonly type: "types"; readonly types: readonly string[]; readonly events: number }
  | { readonly type: "versions"; readonly events: number };

/** The world at the cursor, the one before it, and how the cursor came here: what highlights are drawn from. */
export type FrameSlice = {
  readonly current: Frame | undefined;
  readonly previous: Frame | undefined;
  readonly moved: Movement;
};

/** `jump`: nothing is animated, the frame is simply right. */
export type Movement = "step" | "back" | "play" | "jump";

/** A thing on the screen, by id. */
export type Selection = {
  /** Actor of events: `web/Pod` … */
  readonly actor?: string;
  readonly seq?: number;
  /** Object key `namespace/name`. */
  readonly key?: string;
  readonly kind?: string;
  /** The story looks at it, nobody chose it: the first step lets it go. */
  readonly passing?: true;
};

/**
 * What is shown above the timeline; of the view `diagnosis`, which check; of the view `compare`, by what the runs stand beside each other.
 * `passing`: the story shows it, nobody chose it.
 */
export type FlowView = {
  readonly id: ViewId;
  readonly check?: CheckId;
  readonly along?: AlongId;
  readonly passing?: true;
};

export type Language = "en" | "zh";
export type Theme = "dark" | "light" | "system";
export type Axis = "elastic" | "order" | "real";
export type Tab = "story" | "flow" | "time" | "state";
export type Dialog = "catalog" | "palette" | "share" | "open" | "help" | "transcript" | "edit" | "modelled";
/** The fault menu of a thing, at a place on the screen. */
export type Menu = { readonly target: Selection & { readonly node?: string }; readonly x: number; readonly y: number };
/** A place in the page “What is modelled”. */
export type ModelledPlace =
  | { readonly type: "entry"; readonly id: string }
  | { readonly type: "run"; readonly name: string };
/** What somebody answered to the question of a chapter; the run shows whether it was right. */
export type Prediction = { readonly option: number; readonly seen: boolean; readonly right: boolean };

/** How far somebody came in a scenario: the last chapter reached (−1: none) of how many, and whether they changed it. */
export type Progress = { readonly chapter: number; readonly chapters: number; readonly broken: boolean };

/** What one person looks at, and how. Nothing here changes the run. */
export type ViewSlice = {
  readonly language: Language;
  readonly theme: Theme;
  readonly grain: Grain;
  /** Virtual seconds in one real second. */
  readonly speed: number;
  readonly playing: boolean;
  readonly axis: Axis;
  readonly filter: string;
  readonly tab: Tab;
  readonly flowView: FlowView;
  /** Which runs the side-by-side view shows. */
  readonly sides: SidesChoice;
  readonly drawer: "story" | "inspector" | undefined;
  readonly dialog: Dialog | undefined;
  /** What the page “What is modelled” opens at: an entry, a recorded run, or everything. */
  readonly modelledAt: ModelledPlace | undefined;
  readonly menu: Menu | undefined;
  /** Everything that is not in the causal past of the active event fades. */
  readonly why: boolean;
  readonly selected: Selection;
  readonly hovered: Selection;
  readonly breakpoints: readonly Breakpoint[];
  /** What is wrong with the last link, file or action that somebody gave us. */
  /** The run whose first change through another profile the person has put away. */
  readonly seenChange: number;
  readonly problems: readonly Problem[];
  /** By scenario id and chapter: `watch-history-gone/3`. */
  readonly predictions: Readonly<Record<string, Prediction>>;
  /** By scenario id. */
  readonly progress: Readonly<Record<string, Progress>>;
};

export const initialState: AppState = {
  run: {
    id: 0,
    info: undefined,
    scenario: undefined,
    cursor: { step: 0, seq: -1, at: 0 },
    verified: "unasked",
    change: undefined,
    stoppedAt: undefined,
    failure: undefined,
    sides: undefined,
    script: undefined,
    recording: undefined,
  },
  trace: {
    columns: emptyColumns,
    version: 0,
    rows: new Map(),
    chains: new Map(),
    search: { text: "", rows: [] },
    versions: undefined,
    typed: undefined,
  },
  frame: { current: undefined, previous: undefined, moved: "jump" },
  pending: {
    opening: undefined,
    inFlight: [],
    wantedSeek: undefined,
    asked: new Map(),
    askedSides: false,
    askedScript: false,
  },
  view: {
    language: "en",
    theme: "system",
    grain: "step",
    speed: 1 / 20,
    playing: false,
    axis: "elastic",
    filter: "",
    tab: "flow",
    flowView: { id: "pipeline" },
    sides: { type: "variants" },
    drawer: undefined,
    dialog: undefined,
    modelledAt: undefined,
    menu: undefined,
    why: false,
    selected: {},
    hovered: {},
    breakpoints: [],
    seenChange: 0,
    problems: [],
    predictions: {},
    progress: {},
  },
  library: undefined,
};
