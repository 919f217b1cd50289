import { engineVersion } from "../base/engine-version.ts";
import type { SharedRun } from "../sharing/shared-run.ts";
import type { AppState } from "./app-state.ts";
import { homeView } from "./story-position.ts";

/** A link to a run at a moment. */
export type RunLink = {
  /** With its `#`, to be put behind the page's address. */
  readonly hash: string;
  /** As somebody would write it by hand; undefined when the run needs more than that. */
  readonly byHand: string | undefined;
  /** The scenario as a file; undefined for one of the catalogue. */
  readonly scenarioText: string | undefined;
};

/** A link to the run on the screen at the cursor; undefined while there is none. The codec is loaded when first needed. */
export async function linkOfRun(state: AppState): Promise<RunLink | undefined> {
  const shared = sharedRun(state);
  if (shared === undefined) return undefined;
  const [{ encodeLink }, { encodeHandLink }] = await Promise.all([
    import("../sharing/link.ts"),
    import("../sharing/hand-link.ts"),
  ]);
  const text = encodeHandLink(shared);
  const byHand = text === undefined ? undefined : `#${text}`;
  const { scenario } = shared.spec;
  return {
    hash: scenario.type === "recorded" && byHand !== undefined ? byHand : `#${encodeLink(shared)}`,
    byHand,
    scenarioText: scenario.type === "inline" ? scenario.text : undefined,
  };
}

function sharedRun({ run, view }: AppState): SharedRun | undefined {
  const { info, cursor } = run;
  if (info === undefined) return undefined;
  return {
    engine: engineVersion,
    spec: { ...info.spec, inputs: info.inputs },
    cursor: cursor.seq < 0 ? { type: "start" } : { type: "event", seq: cursor.seq },
    digest: info.digest === "" ? undefined : info.digest,
    view: view.flowView.id === homeView(run.scenario).id ? {} : { view: view.flowView.id },
  };
}
