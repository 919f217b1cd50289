import type { Dialog } from "../store/app-state.ts";
import type { AppStore } from "../store/app-store.ts";
import type { Grain } from "../store/run-types.ts";
import { activeRow, canGoOn, firstDifference, isRecorded } from "../store/selectors.ts";
import { currentChapter, viewOfChapter } from "../store/story-position.ts";
import type { KeyCommand } from "./app-key-map.ts";
import { nextView } from "./flow/flow-views.ts";
import { toldActor } from "./pipeline/use-told.ts";

const grains: readonly Grain[] = ["step", "event", "reconcile", "idle"];

/** Does what a key stands for; `key` says which of several. */
export function runKeyCommand(store: AppStore, command: KeyCommand, key: string): void {
  commands[command](store, key);
}

const commands: Readonly<Record<KeyCommand, (store: AppStore, key: string) => void>> = {
  play: (store) => {
    const state = store.getState();
    store.actions.setView({ playing: !state.view.playing && canGoOn(state) });
  },
  stepForward: (store) => move(store, 1, store.getState().view.grain),
  stepBack: (store) => move(store, -1, store.getState().view.grain),
  largerForward: (store) => move(store, 1, largerGrain(store)),
  largerBack: (store) => move(store, -1, largerGrain(store)),
  nextChapter: (store) => goToChapter(store, 1),
  previousChapter: (store) => goToChapter(store, -1),
  start: ({ actions }) => actions.seek({ type: "start" }),
  end: ({ actions }) => actions.seek({ type: "end" }),
  choose: ({ actions, getState }, key) => {
    const next = getState().frame.current?.next[Number(key) - 1];
    if (next !== undefined) actions.choose(next.choice);
  },
  faults: openFaultMenu,
  breakpoint: toggleBreakpoint,
  search: focusFilter,
  why: ({ actions, getState }) => actions.setView({ why: !getState().view.why }),
  difference: ({ actions, getState }) => {
    const seq = firstDifference(getState());
    if (seq !== undefined) actions.seek({ type: "event", seq });
  },
  nextView: (store) => showNextView(store, 1),
  previousView: (store) => showNextView(store, -1),
  transcript: (store) => toggleDialog(store, "transcript"),
  help: (store) => toggleDialog(store, "help"),
  palette: (store) => toggleDialog(store, "palette"),
  escape: closeSomething,
};

function move(store: AppStore, direction: 1 | -1, grain: Grain): void {
  const state = store.getState();
  if (direction === 1 ? canGoOn(state) : state.run.cursor.step > 0) store.actions.move(direction, grain);
}

function largerGrain({ getState }: AppStore): Grain {
  const { grain } = getState().view;
  return grains[Math.min(grains.indexOf(grain) + 1, grains.length - 1)] ?? grain;
}

function toggleDialog({ actions, getState }: AppStore, dialog: Dialog): void {
  actions.setView({ dialog: getState().view.dialog === dialog ? undefined : dialog });
}

/** The next chapter from the cursor, or back to the beginning of this one, then to the one before. */
export function goToChapter(store: AppStore, direction: 1 | -1): void {
  const state = store.getState();
  const chapters = state.run.info?.chapters ?? [];
  const current = currentChapter(state.run);
  const atItsBeginning = chapters[current]?.seq === state.run.cursor.seq;
  const index = direction === 1 ? current + 1 : atItsBeginning ? current - 1 : current;
  if (index < 0) store.actions.seek({ type: "start" });
  else if (index < chapters.length) enterChapter(store, index);
}

/** Goes to where a chapter begins, and looks at what it speaks of. */
export function enterChapter({ actions, getState }: AppStore, index: number): void {
  const { run, view } = getState();
  const focus = run.scenario?.chapters[index]?.focus;
  actions.seek({ type: "chapter", index });
  actions.setView({ flowView: viewOfChapter(run, view.flowView, index) });
  if (focus !== undefined) actions.select({ actor: focus, passing: true });
}

function showNextView({ actions, getState }: AppStore, by: 1 | -1): void {
  actions.showView(nextView(getState(), by));
}

function openFaultMenu(store: AppStore): void {
  const state = store.getState();
  if (isRecorded(state)) return;
  const actor = toldActor(state);
  const focused = document.activeElement;
  const shown =
    focused === null || focused === document.body ? document.querySelector("[data-selected='true']") : focused;
  const box = shown?.getBoundingClientRect();
  const x = box === undefined ? innerWidth / 2 : box.left + Math.min(box.width, 160) / 2;
  const y = box === undefined ? innerHeight / 3 : box.top + Math.min(box.height, 48);
  const target = { ...state.view.selected, ...(actor !== undefined && { actor }) };
  store.actions.setView({ menu: { target, x, y } });
}

/** Stops at events of the type and actor of the active one, or no longer does. */
export function toggleBreakpoint(store: AppStore): void {
  const { breakpoints } = store.getState().view;
  const row = activeRow(store.getState());
  if (row === undefined) return;
  const { type } = row.fact;
  const others = breakpoints.filter((one) => one.type !== type || one.actor !== row.actor);
  const id = Math.max(0, ...breakpoints.map((one) => one.id)) + 1;
  const isNew = others.length === breakpoints.length;
  store.actions.setBreakpoints(isNew ? [...others, { id, type, actor: row.actor }] : others);
}

function focusFilter(store: AppStore): void {
  const field = document.getElementById("filter");
  // Where the field has no room, the palette searches.
  if (field instanceof HTMLInputElement && field.offsetParent !== null) field.select();
  else store.actions.setView({ dialog: "palette" });
}

function closeSomething({ getState, actions }: AppStore): void {
  const { view } = getState();
  if (view.menu !== undefined) actions.setView({ menu: undefined });
  else if (view.why) actions.setView({ why: false });
  else if (view.drawer !== undefined) actions.setView({ drawer: undefined });
  else actions.setView({ selected: {}, hovered: {}, problems: [] });
}
