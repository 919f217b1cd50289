import { createStore, type StoreApi } from "zustand/vanilla";
import type { Scenario } from "../scenarios/scenario.ts";
import type { Channel } from "../session/channel.ts";
import { NEAR } from "../session/protocol.ts";
import { type AppActions, createActions } from "./app-actions.ts";
import { type AppState, initialState, type ViewSlice } from "./app-state.ts";
import { applyReport } from "./apply-report.ts";
import { withProgress } from "./progress.ts";
import { activeSeq } from "./selectors.ts";

/** The page's state, its actions, and how to let go of the channel. */
export type AppStore = StoreApi<AppState> & { readonly actions: AppActions; readonly dispose: () => void };

export type AppStoreOptions = {
  readonly channel: Channel;
  /** Reads every scenario of the catalogue, in its order. The first picture needs none but its own, which comes with the run. */
  readonly readLibrary: () => Promise<readonly Scenario[]>;
  /** What was remembered from the last visit. */
  readonly view?: Partial<ViewSlice>;
};

/** A store that speaks to one worker. Reports go in by `applyReport`; actions go out as commands. */
export function createAppStore({ channel, readLibrary, view = {} }: AppStoreOptions): AppStore {
  const store = createStore<AppState>(() => ({ ...initialState, view: { ...initialState.view, ...view } }));
  const needLibrary = () => {
    if (store.getState().library === undefined) void readLibrary().then((library) => store.setState({ library }));
  };
  const actions: AppActions = { ...createActions(store, channel), needLibrary };
  const stopListening = channel.subscribe((report) => {
    store.setState(withProgress(applyReport(store.getState(), report)));
    const { wantedSeek, inFlight } = store.getState().pending;
    if (wantedSeek !== undefined && !inFlight.some((sent) => sent.type === "seek")) actions.seek(wantedSeek);
  });
  const stopAsking = store.subscribe((state, before) => {
    // The worker forgets breakpoints with the run that they were set in.
    const { breakpoints } = state.view;
    if (state.run.id !== before.run.id && breakpoints.length > 0) actions.setBreakpoints(breakpoints);
    if (state.run !== before.run || state.view !== before.view) askForWhatIsShown(state, before, actions);
  });
  return {
    ...store,
    actions,
    dispose: () => {
      stopAsking();
      stopListening();
    },
  };
}

/** Asks for what the sentence, the transcript and the why-chain need and the report did not bring, once per move of the cursor or the selection. */
function askForWhatIsShown(state: AppState, before: AppState, actions: AppActions): void {
  const { seq } = state.run.cursor;
  const active = activeSeq(state);
  const { playing, selected } = state.view;
  const moved = state.run.cursor !== before.run.cursor || state.run.id !== before.run.id;
  const stopped = before.view.playing && !playing;
  if (moved || stopped) actions.needRows(playing ? seq : seq - NEAR.before, playing ? seq : seq + NEAR.after);
  if (moved || active !== activeSeq(before)) actions.needRows(active, active);
  // While playing, the cursor has moved on before a chain could be read.
  const stands = !playing || selected.seq !== undefined;
  if (stands && (moved || stopped || active !== activeSeq(before))) actions.needChain(active);
}
