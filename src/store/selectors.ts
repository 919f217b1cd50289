import type { LocalizedText } from "../scenarios/scenario.ts";
import type { EventRow } from "../session/protocol.ts";
import type { AppState, Selection } from "./app-state.ts";

/** The event that the page explains: hovered, else selected, else the newest at the cursor; −1 before the first. */
export function activeSeq(state: AppState): number {
  return state.view.hovered.seq ?? state.view.selected.seq ?? state.run.cursor.seq;
}

/** The row of the active event, once the worker has sent it. */
export function activeRow(state: AppState): EventRow | undefined {
  return state.trace.rows.get(activeSeq(state));
}

/** The causal past of the active event, oldest first, itself last; undefined until it is known. */
export function activeChain(state: AppState): readonly EventRow[] | undefined {
  return state.trace.chains.get(activeSeq(state));
}

/** Whether the run is a recorded one: nothing can be done to it, and it has no profile, seed, or story. */
export function isRecorded(state: AppState): boolean {
  return state.run.recording !== undefined;
}

/** What the run on the screen is called among those that its scenario compares; undefined when it is the scenario itself. */
export function shownVariant({ run }: AppState): LocalizedText | undefined {
  const index = run.info?.spec.variant;
  return index === undefined ? undefined : run.scenario?.variants[index]?.name;
}

/**
 * The event at which what stands beside the run goes another way first: a recording, the runs side by side, or the run before another profile
 * or seed was chosen. Undefined when nothing does.
 */
export function firstDifference({ run }: AppState): number | undefined {
  const { recording, sides, change, info } = run;
  if (recording?.difference !== undefined) return recording.difference.seq;
  const own = sides?.branch === info?.branch ? sides?.difference?.own : undefined;
  if (own !== undefined) return own;
  return change === undefined || change === "none" || info?.branch !== 0 ? undefined : change.seq;
}

/** Whether two selections name the same thing. */
export function isSameSelection(a: Selection, b: Selection): boolean {
  return a.actor === b.actor && a.seq === b.seq && a.key === b.key && a.kind === b.kind && a.passing === b.passing;
}

/** Whether some event follows the cursor, known or not yet simulated. */
export function canGoOn(state: AppState): boolean {
  const { info, cursor } = state.run;
  return info !== undefined && (info.end === "open" || cursor.step < info.headStep);
}

/** Whether a scenario has runs beside it: those that it names, or its generations, which are the same where nobody uses the library. */
export function comparesRuns({ run }: AppState): boolean {
  const { variants = [], profiles = [], controllers = [] } = run.scenario ?? {};
  return variants.length > 0 || (profiles.length > 1 && controllers.length > 0);
}
