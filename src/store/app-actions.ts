import type { StoreApi } from "zustand/vanilla";
import type { Problem } from "../base/result.ts";
import type { RunSpec } from "../scenarios/run-spec.ts";
import type { ViewId } from "../scenarios/view-ids.ts";
import type { Channel } from "../session/channel.ts";
import type { Breakpoint, Command, Grain, SidesChoice, Target } from "../session/protocol.ts";
import type { ScriptFocus } from "../session/script-place.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import type { AppState, Question, Selection, ViewSlice } from "./app-state.ts";
import { missingRows } from "./missing-rows.ts";
import { isSameSelection } from "./selectors.ts";
import { viewNamed } from "./story-position.ts";

/** Everything that the page can do. Those of the run send a command and return at once. */
export type AppActions = RunActions & QueryActions & ViewActions & { readonly needLibrary: () => void };

export type RunActions = {
  /** The run on the screen stays until the new one is there. `digest` is checked at the target. */
  readonly open: (
    spec: RunSpec,
    options?: { readonly at?: Target; readonly digest?: string; readonly view?: ViewId },
  ) => void;
  /** While one seek is in flight, only the latest further one is kept. */
  readonly seek: (to: Target) => void;
  /** One move of the chosen grain, or of another. */
  readonly move: (direction: 1 | -1, grain?: Grain) => void;
  /** Takes one of `frame.next` instead of the first. */
  readonly choose: (choice: number) => void;
  /** Plays on to a virtual time, at most so many events. */
  readonly advance: (until: number, events: number) => void;
  /** Does something to the world at the cursor; in the past this starts a fork. */
  readonly intervene: (action: Action) => void;
  readonly showBranch: (branch: number) => void;
  /** Puts two branches beside each other and opens the view of both. */
  readonly compareBranches: (a: number, b: number) => void;
  /** Does something, and puts what follows beside what would have followed. */
  readonly interveneAndCompare: (action: Action) => void;
  readonly setBreakpoints: (list: readonly Breakpoint[]) => void;
};

export type QueryActions = {
  /** Rows from..to, both included; those that are known or asked for are not asked for again. */
  readonly needRows: (from: number, to: number) => void;
  readonly needChain: (seq: number) => void;
  /** What each write left of generation and conditions, as far as the branch is known now. */
  readonly needVersions: () => void;
  /** Asks for all events of these types, unless they are known or asked for as far as the run is. */
  readonly needTypes: (types: readonly string[]) => void;
  readonly search: (text: string) => void;
  /** Runs beside this one at a time, µs. While one answer is awaited, nothing more is asked. */
  readonly needSides: (of: SidesChoice, at: number) => void;
  /** The same runs along their script; asked once for a part, as far as the run is known. */
  readonly needScript: (of: SidesChoice, focus: ScriptFocus) => void;
};

export type ViewActions = {
  readonly setView: (change: Partial<ViewSlice>) => void;
  /** Shows a view above the timeline. */
  readonly showView: (id: ViewId) => void;
  readonly select: (selection: Selection) => void;
  readonly hover: (selection: Selection) => void;
  readonly showProblems: (problems: readonly Problem[]) => void;
  readonly predict: (id: string, option: number) => void;
  readonly settlePrediction: (id: string, right: boolean) => void;
};

/** A question may span at most this many rows, so that one answer stays small. */
const mostAtOnce = 512;
const mostFound = 200;

type Store = StoreApi<AppState>;

export function createActions(store: Store, channel: Channel): RunActions & QueryActions & ViewActions {
  return { ...runActions(store, channel), ...queryActions(store, channel), ...viewActions(store) };
}

type Send = (command: Command) => void;

function runActions(store: Store, channel: Channel): RunActions {
  const send: Send = (command) => {
    const { pending } = store.getState();
    const sent = { type: command.type, direction: command.type === "move" ? command.direction : 1 } as const;
    store.setState({ pending: { ...pending, inFlight: [...pending.inFlight, sent] } });
    channel.send(command);
  };
  return { ...cursorActions(store, channel, send), ...branchActions(store, channel, send) };
}

type CursorActions = Pick<RunActions, "open" | "seek" | "move" | "choose" | "advance">;

function cursorActions(store: Store, channel: Channel, send: Send): CursorActions {
  const runId = () => store.getState().run.id;
  return {
    open: (spec, { view, ...options } = {}) => {
      const { run, pending } = store.getState();
      const id = Math.max(run.id, pending.opening?.run ?? 0) + 1;
      store.setState({
        pending: { ...pending, opening: { run: id, spec, at: options.at, view } },
        view: { ...store.getState().view, problems: [] },
      });
      channel.send({ type: "open", run: id, spec, ...options });
    },
    seek: (to) => {
      const { pending } = store.getState();
      const isSeeking = pending.inFlight.some((sent) => sent.type === "seek");
      store.setState({ pending: { ...pending, wantedSeek: isSeeking ? to : undefined } });
      if (!isSeeking) send({ type: "seek", run: runId(), to });
    },
    move: (direction, grain = store.getState().view.grain) => {
      send({ type: "move", run: runId(), grain, direction });
    },
    choose: (choice) => send({ type: "choose", run: runId(), choice }),
    advance: (until, events) => send({ type: "advance", run: runId(), until, events }),
  };
}

function branchActions(store: Store, channel: Channel, send: Send): Omit<RunActions, keyof CursorActions> {
  const runId = () => store.getState().run.id;
  const intervene = (action: Action) => send({ type: "intervene", run: runId(), action });
  const compareBranches = (a: number, b: number) => {
    const sides = { type: "branches", a, b } as const;
    store.setState({ view: { ...store.getState().view, sides, flowView: { id: "compare" }, tab: "flow" } });
  };
  return {
    intervene,
    interveneAndCompare: (action) => {
      const before = store.getState().run.info?.branch;
      intervene(action);
      const stop = store.subscribe((state, old) => {
        if (state.run === old.run) return;
        stop();
        const after = state.run.info?.branch;
        // At the newest moment there is no other future to compare with.
        if (before !== undefined && after !== undefined && after !== before) compareBranches(before, after);
      });
    },
    showBranch: (branch) => send({ type: "branch", run: runId(), branch }),
    compareBranches,
    setBreakpoints: (list) => {
      store.setState({ view: { ...store.getState().view, breakpoints: list } });
      channel.send({ type: "breakpoints", run: runId(), list });
    },
  };
}

function queryActions(store: Store, channel: Channel): QueryActions {
  let lastQuery = 0;
  const ask = (question: Question): { readonly run: number; readonly query: number } => {
    const { run, pending } = store.getState();
    lastQuery += 1;
    const asked = new Map(pending.asked).set(lastQuery, question);
    store.setState({ pending: { ...pending, asked } });
    return { run: run.id, query: lastQuery };
  };
  return {
    needRows: (from, to) => {
      const span = missingRows(store.getState(), from, to);
      if (span === undefined) return;
      const question = { type: "rows", from: span.from, to: Math.min(span.to, span.from + mostAtOnce - 1) } as const;
      channel.send({ ...question, ...ask(question), type: "readEvents" });
    },
    needChain: (seq) => {
      const { trace, pending } = store.getState();
      if (seq < 0 || seq >= trace.columns.length || trace.chains.has(seq)) return;
      for (const question of pending.asked.values()) if (question.type === "chain" && question.seq === seq) return;
      channel.send({ type: "readChain", ...ask({ type: "chain", seq }), seq });
    },
    needTypes: (types) => {
      const { trace, pending } = store.getState();
      const events = trace.columns.length;
      if (trace.typed?.types === types && trace.typed.events === events) return;
      for (const question of pending.asked.values()) if (question.type === "types") return;
      channel.send({ type: "readTypes", ...ask({ type: "types", types, events }), types });
    },
    needVersions: () => {
      const { trace, pending } = store.getState();
      const events = trace.columns.length;
      if (trace.versions?.events === events) return;
      for (const question of pending.asked.values())
        if (question.type === "versions" && question.events === events) return;
      channel.send({ type: "readVersions", ...ask({ type: "versions", events }) });
    },
    needSides: (of, at) => {
      const { run, pending } = store.getState();
      if (run.id === 0 || pending.askedSides || isSameSides(run, of, at)) return;
      store.setState({ pending: { ...pending, askedSides: true } });
      channel.send({ type: "readSides", run: run.id, of, at });
    },
    needScript: (of, focus) => {
      const { run, pending } = store.getState();
      if (run.id === 0 || pending.askedScript || isSameScript(run, of, focus)) return;
      store.setState({ pending: { ...pending, askedScript: true } });
      channel.send({ type: "readScript", run: run.id, of, focus });
    },
    search: (text) => {
      channel.send({ type: "search", ...ask({ type: "search", text }), text, most: mostFound });
    },
  };
}

function isSameSides({ sides, info }: AppState["run"], of: SidesChoice, at: number): boolean {
  if (sides === undefined || sides.at !== at || sides.branch !== info?.branch) return false;
  return JSON.stringify(sides.of) === JSON.stringify(of);
}

function isSameScript({ script, info }: AppState["run"], of: SidesChoice, focus: ScriptFocus): boolean {
  if (script === undefined || script.branch !== info?.branch || script.events !== info.headEvents) return false;
  return JSON.stringify([script.of, script.focus]) === JSON.stringify([of, focus]);
}

function viewActions(store: Store): ViewActions {
  const setView = (change: Partial<ViewSlice>) => {
    store.setState({ view: { ...store.getState().view, ...change } });
  };
  const setPrediction = (
    id: string,
    change: (old: ViewSlice["predictions"][string] | undefined) => ViewSlice["predictions"][string],
  ) => {
    const { predictions } = store.getState().view;
    setView({ predictions: { ...predictions, [id]: change(predictions[id]) } });
  };
  return {
    setView,
    showView: (id) => {
      const { run, view } = store.getState();
      setView({ flowView: viewNamed(run, view.flowView, id), tab: "flow" });
    },
    select: (selected) => {
      if (!isSameSelection(selected, store.getState().view.selected)) setView({ selected });
    },
    hover: (hovered) => {
      if (!isSameSelection(hovered, store.getState().view.hovered)) setView({ hovered });
    },
    showProblems: (list) => setView({ problems: list }),
    predict: (id, option) => setPrediction(id, () => ({ option, seen: false, right: false })),
    settlePrediction: (id, right) => setPrediction(id, (old) => ({ option: old?.option ?? -1, seen: true, right })),
  };
}
