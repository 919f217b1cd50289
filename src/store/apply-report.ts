import { unreachable } from "../base/assert.ts";
import type { ColumnChunk, EventRow, ObjectVersion, Report, Told } from "../session/protocol.ts";
import {
  type AppState,
  type FlowView,
  initialState,
  type Movement,
  type PendingSlice,
  type Question,
  type RunSlice,
  type Selection,
  type Sent,
  type TraceSlice,
  type ViewSlice,
} from "./app-state.ts";
import { sharedEqual } from "./shared-equal.ts";
import { currentChapter, homeView, viewNamed, viewOfChapter } from "./story-position.ts";
import { emptyColumns, withChunk } from "./trace-columns.ts";

type ReportOf<T extends Report["type"]> = Extract<Report, { readonly type: T }>;

/** A question that rows answer. */
type RowQuestion = Exclude<Question, { readonly type: "versions" }>;

const mostRows = 6_000;
const mostChains = 64;

/** The state after a report. Nothing else writes what the worker owns: `run`, `trace` and `frame`. */
export function applyReport(state: AppState, report: Report): AppState {
  const awaited = state.pending.opening?.run === report.run;
  if (report.run !== state.run.id && !awaited) return state;
  switch (report.type) {
    case "opened":
      return opened(state, report);
    case "advanced":
      return advanced(state, report);
    case "events":
      return withAnswer(state, report.query, report.rows);
    case "versions":
      return withVersions(state, report.query, report.versions);
    case "sides": {
      const { type: _type, run: _run, ...sides } = report;
      return { ...state, run: { ...state.run, sides }, pending: { ...state.pending, askedSides: false } };
    }
    case "script": {
      const { type: _type, run: _run, ...script } = report;
      return { ...state, run: { ...state.run, script }, pending: { ...state.pending, askedScript: false } };
    }
    case "rejected": {
      const pending = awaited ? { ...state.pending, opening: undefined } : answered(state.pending);
      return { ...state, pending, view: { ...state.view, problems: report.problems, playing: false } };
    }
    case "failed":
      return failed(state, report);
    default:
      return unreachable(report);
  }
}

function opened(state: AppState, report: ReportOf<"opened">): AppState {
  const { run, info, scenario, cursor, verified, change, recording } = report;
  const trace: TraceSlice = {
    columns: withChunk(emptyColumns, report.columns),
    version: state.trace.version + 1,
    rows: new Map(),
    chains: new Map(),
    search: { text: "", rows: [] },
    versions: undefined,
    typed: undefined,
  };
  const there: RunSlice = { ...initialState.run, id: run, info, scenario, cursor, verified, change, recording };
  return {
    ...state,
    run: there,
    trace: withTold(trace, report.told),
    frame: { current: report.frame, previous: report.before, moved: "jump" },
    pending: initialState.pending,
    view: {
      ...state.view,
      playing: false,
      why: false,
      sides: { type: "variants" },
      ...openingLook(state, there),
      hovered: {},
      menu: undefined,
    },
  };
}

/** A run opens with what its link asks for, else with what its chapter shows and speaks of. A choice lasts as long as the scenario. */
function openingLook(
  { run: before, view, pending }: AppState,
  run: RunSlice,
): Pick<ViewSlice, "flowView" | "selected"> {
  const chapter = currentChapter(run);
  const focus = run.scenario?.chapters[chapter]?.focus;
  const selected: Selection = focus === undefined ? {} : { actor: focus, passing: true };
  const kept: FlowView = run.scenario?.id === before.scenario?.id ? view.flowView : homeView(run.scenario);
  const wanted = pending.opening?.view;
  const flowView = wanted === undefined ? viewOfChapter(run, kept, chapter) : viewNamed(run, kept, wanted);
  return { flowView, selected };
}

function advanced(state: AppState, report: ReportOf<"advanced">): AppState {
  const { cursor, before, columns, told, stoppedAt } = report;
  const info = sharedEqual(state.run.info, report.info);
  const frame = sharedEqual(state.frame.current, report.frame);
  const moved = movementOf(state.pending.inFlight[0]);
  const next: AppState = {
    ...state,
    run: { ...state.run, info, cursor, stoppedAt, failure: undefined },
    frame: { current: frame, previous: moved === "jump" ? before : state.frame.current, moved },
    pending: answered(state.pending),
    view: moved === "jump" || state.view.selected.passing === undefined ? state.view : { ...state.view, selected: {} },
  };
  const known = columns === undefined ? next : withColumns(next, columns);
  return told === undefined ? known : { ...known, trace: withTold(known.trace, told) };
}

function failed(state: AppState, report: ReportOf<"failed">): AppState {
  const { message, step, spec, lastEvents } = report;
  return {
    ...state,
    run: { ...state.run, failure: { message, step, spec, lastEvents } },
    pending: initialState.pending,
    view: { ...state.view, playing: false },
  };
}

function movementOf(sent: Sent | undefined): Movement {
  if (sent?.type === "move") return sent.direction === 1 ? "step" : "back";
  if (sent?.type === "choose") return "step";
  return sent?.type === "advance" ? "play" : "jump";
}

/** The commands in flight are answered in the order in which they were sent. */
function answered(pending: PendingSlice): PendingSlice {
  return { ...pending, inFlight: pending.inFlight.slice(1) };
}

function withColumns(state: AppState, chunk: ColumnChunk): AppState {
  const { trace } = state;
  const columns = withChunk(trace.columns, chunk);
  const version = trace.version + 1;
  if (chunk.from >= trace.columns.length) return { ...state, trace: { ...trace, columns, version } };
  // Another branch: what was known from there on tells another story.
  const rows = new Map([...trace.rows].filter(([seq]) => seq < chunk.from));
  const chains = new Map([...trace.chains].filter(([seq]) => seq < chunk.from));
  return {
    ...state,
    trace: { columns, version, rows, chains, search: { text: "", rows: [] }, versions: undefined, typed: undefined },
    pending: { ...state.pending, asked: new Map() },
  };
}

/** The trace with what came along with a report; rows that were known stay the same. */
function withTold(trace: TraceSlice, { rows, chains }: Told): TraceSlice {
  const news = rows.filter(({ seq }) => !trace.rows.has(seq)).map((row) => [row.seq, row] as const);
  const found = chains.flatMap((chain) => {
    const seq = chain.at(-1)?.seq ?? -1;
    return trace.chains.has(seq) ? [] : [[seq, chain] as const];
  });
  return {
    ...trace,
    rows: news.length === 0 ? trace.rows : joined(trace.rows, news, mostRows),
    chains: found.length === 0 ? trace.chains : joined(trace.chains, found, mostChains),
  };
}

function withAnswer(state: AppState, query: number, rows: readonly EventRow[]): AppState {
  const question = state.pending.asked.get(query);
  if (question === undefined || question.type === "versions") return state;
  const asked = new Map(state.pending.asked);
  asked.delete(query);
  return { ...state, pending: { ...state.pending, asked }, trace: withAnswered(state.trace, question, rows) };
}

function withVersions(state: AppState, query: number, list: readonly ObjectVersion[]): AppState {
  const question = state.pending.asked.get(query);
  if (question?.type !== "versions") return state;
  const asked = new Map(state.pending.asked);
  asked.delete(query);
  const versions = { events: question.events, list };
  return { ...state, pending: { ...state.pending, asked }, trace: { ...state.trace, versions } };
}

function withAnswered(trace: TraceSlice, question: RowQuestion, rows: readonly EventRow[]): TraceSlice {
  switch (question.type) {
    case "types":
      return { ...trace, typed: { types: question.types, events: question.events, list: rows } };
    case "rows": {
      const entries = rows.map((row) => [row.seq, row] as const);
      return { ...trace, rows: joined(trace.rows, entries, mostRows) };
    }
    case "chain":
      return { ...trace, chains: joined(trace.chains, [[question.seq, rows] as const], mostChains) };
    case "search":
      return { ...trace, search: { text: question.text, rows } };
    default:
      return unreachable(question);
  }
}

/** The map with the entries; beyond `most`, those that were added first are forgotten. */
function joined<V>(
  known: ReadonlyMap<number, V>,
  entries: readonly (readonly [number, V])[],
  most: number,
): ReadonlyMap<number, V> {
  const map = new Map(known);
  for (const [seq, value] of entries) {
    map.delete(seq);
    map.set(seq, value);
  }
  for (const seq of map.keys()) {
    if (map.size <= most) break;
    map.delete(seq);
  }
  return map;
}
