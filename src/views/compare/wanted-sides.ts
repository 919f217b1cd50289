import type { AppState } from "../../store/app-state.ts";
import { comparesRuns } from "../../store/selectors.ts";

/** A, B, C. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Which runs are wanted: the variants of the scenario, else the branch on the screen beside the one that it left. */
export function wantedSides(state: AppState): AppState["view"]["sides"] {
  const { view, run } = state;
  if (view.sides.type === "branches" || comparesRuns(state)) return view.sides;
  const { branch = 0, branches = [] } = run.info ?? {};
  const other = branches.find(({ id }) => id === branch)?.parent ?? branches.at(-1)?.id ?? 0;
  return { type: "branches", a: Math.min(branch, other), b: Math.max(branch, other) };
}
