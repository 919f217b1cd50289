import type { AppState } from "../../store/app-state.ts";

/** A, B, C. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Which runs are wanted: the variants of the scenario, else the branch on the screen beside the one that it left. */
export function wantedSides({ view, run }: AppState): AppState["view"]["sides"] {
  const { variants = [], profiles = [] } = run.scenario ?? {};
  if (view.sides.type === "branches" || variants.length > 0 || profiles.length > 1) return view.sides;
  const { branch = 0, branches = [] } = run.info ?? {};
  const other = branches.find(({ id }) => id === branch)?.parent ?? branches.at(-1)?.id ?? 0;
  return { type: "branches", a: Math.min(branch, other), b: Math.max(branch, other) };
}
