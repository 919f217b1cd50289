import type { StoreApi } from "zustand/vanilla";
import type { Result } from "../base/result.ts";
import type { RunSpec, ScenarioSource } from "../scenarios/run-spec.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { chosenVariant } from "../scenarios/variants.ts";
import type { AppState, FlowView, Opening } from "./app-state.ts";
import { currentChapter, viewOfChapter } from "./story-position.ts";

/** Where the texts of scenarios come from. The page gets them lazily: the first picture needs only its own. */
export interface LibraryPort {
  /** Every scenario of the catalogue, in its order. */
  stock(): Promise<readonly Scenario[]>;
  read(source: ScenarioSource): Promise<Result<Scenario>>;
}

/** Keeps `library.current` at the scenario of the run on the screen, or at the variant of it. Returns how to stop, and how to get the rest. */
export function followLibrary(
  store: StoreApi<AppState>,
  port: LibraryPort,
): { readonly stop: () => void; readonly need: () => void } {
  const need = async () => {
    if (store.getState().library.all !== undefined) return;
    const all = await port.stock();
    store.setState({ library: { ...store.getState().library, all } });
  };
  const show = async (run: number, { scenario, variant }: RunSpec, opening: Opening | undefined) => {
    const read = await port.read(scenario);
    // Another run may have been opened meanwhile.
    if (store.getState().run.id !== run) return;
    const chosen = read.type === "ok" ? chosenVariant(read.value, variant) : read;
    const current = chosen.type === "ok" ? chosen.value : undefined;
    const before = store.getState().library.current;
    store.setState({ library: { ...store.getState().library, current } });
    const flowView = firstView(store.getState(), opening, current?.id === before?.id);
    store.setState({ view: { ...store.getState().view, flowView } });
    const { view } = store.getState();
    const focus = current?.chapters[currentChapter(store.getState())]?.focus;
    // The page opens looking at what the chapter speaks of.
    if (focus !== undefined && Object.keys(view.selected).length === 0) {
      store.setState({ view: { ...view, selected: { actor: focus, passing: true } } });
    }
  };
  const stop = store.subscribe((state, before) => {
    if (state.run.id === before.run.id) return;
    const spec = state.run.info?.spec;
    if (spec !== undefined) void show(state.run.id, spec, before.pending.opening);
  });
  return { stop, need: () => void need() };
}

/** A run opens with what its link asks for, else with what the chapter shows; a choice lasts as long as the scenario. */
function firstView(state: AppState, opening: Opening | undefined, isSameScenario: boolean): FlowView {
  if (opening?.view !== undefined) return { id: opening.view };
  const kept: FlowView = isSameScenario ? state.view.flowView : { id: "pipeline" };
  return viewOfChapter({ ...state, view: { ...state.view, flowView: kept } }, currentChapter(state));
}
