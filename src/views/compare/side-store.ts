import type { AppState } from "../../store/app-state.ts";
import type { AppStore } from "../../store/app-store.ts";
import type { Side } from "../../store/run-types.ts";

/** The page's store with the world of another run in it, so that the nodes of the pipeline can read that one. Actions act on the page. */
export function sideStore(store: AppStore, { frame, before }: Side): AppStore {
  let last: { readonly from: AppState; readonly state: AppState } | undefined;
  const getState = () => {
    const from = store.getState();
    if (last?.from !== from) {
      const shown = { current: frame, previous: before, moved: "jump" } as const;
      last = { from, state: { ...from, frame: shown, view: { ...from.view, why: false } } };
    }
    return last.state;
  };
  return { ...store, getState, getInitialState: getState };
}
