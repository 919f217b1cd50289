import { post } from "../../kernel/turn.ts";
import { type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { matches } from "../matcher.ts";
import { USER } from "./names.ts";
import { performAction } from "./perform-action.ts";

/** Puts the script's timed steps on the agenda; the others wait for their event. */
export function startScript(turn: ClusterTurn): void {
  const { script } = clusterOf(turn).plan;
  for (const [index, { when }] of script.entries()) {
    if (when.type !== "at") continue;
    post(turn, { to: USER, message: { type: "script.do", index }, after: when.at, rank: "input" });
  }
  const awaited = script.flatMap(({ when }, index) => (when.type === "on" ? [{ index, seen: 0 }] : []));
  change(turn, () => ({ awaited }));
}

/** A step of the script is due. It has no cause in the run: somebody decided it beforehand. */
export function doScriptStep(turn: ClusterTurn, index: number): void {
  const step = clusterOf(turn).plan.script[index];
  if (step === undefined) return;
  turn.cause = undefined;
  performAction(turn, step.action);
}

/** Looks whether events of this step are what a step of the script waits for. */
export function followScript(turn: ClusterTurn, from: number): void {
  const { awaited, plan } = clusterOf(turn);
  if (awaited.length === 0) return;
  const next = awaited.flatMap((each) => {
    const when = plan.script[each.index]?.when;
    if (when?.type !== "on") return [];
    let { seen } = each;
    for (const event of turn.events.slice(from)) {
      if (!matches(when.match, event) || ++seen < when.nth) continue;
      post(turn, { to: USER, message: { type: "script.do", index: each.index }, after: when.after, rank: "input" });
      return [];
    }
    return [{ ...each, seen }];
  });
  change(turn, () => ({ awaited: next }));
}
