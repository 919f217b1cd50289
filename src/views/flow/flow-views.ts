import { type ComponentType, lazy } from "react";
import type { AppState } from "../../store/app-state.ts";
import type { ViewId } from "../../store/run-types.ts";
import { comparesRuns, isRecorded } from "../../store/selectors.ts";
import { homeView } from "../../store/story-position.ts";

/** What a run can be looked at through, above the timeline, instead of the pipeline. */
type FlowViewEntry = {
  readonly title: { readonly en: string; readonly zh: string };
  /**
   * Whether this run has something for it. Asked after every change of the store, so it must be cheap; it should answer from
   * what the run is made of, not from where the cursor stands, or tabs come and go while time moves.
   */
  readonly applies: (state: AppState) => boolean;
  /** `lazy(…)`: nothing of it is in the first load. It reads frame, columns and rows from the store. */
  readonly component: ComponentType;
};

/** Every view but the pipeline, in the order of the tabs. The ids are those of `scenarios/view-ids.ts`. */
const entries: Readonly<Record<Exclude<ViewId, "pipeline">, FlowViewEntry>> = {
  history: {
    title: { en: "Revisions", zh: "Revision 轴" },
    applies: hasInformer,
    component: lazy(async () => ({ default: (await import("../history/history-view.tsx")).HistoryView })),
  },
  conditions: {
    title: { en: "Conditions", zh: "条件" },
    applies: hasKindsOfItsOwn,
    component: lazy(async () => ({ default: (await import("../objects/conditions-view.tsx")).ConditionsView })),
  },
  drift: {
    title: { en: "Drift", zh: "漂移" },
    applies: hasKindsOfItsOwn,
    component: lazy(async () => ({ default: (await import("../objects/drift-view.tsx")).DriftView })),
  },
  diagnosis: {
    title: { en: "Diagnosis", zh: "诊断" },
    applies: hasControllers,
    component: lazy(async () => ({ default: (await import("../diagnosis/diagnosis-view.tsx")).DiagnosisView })),
  },
  systems: {
    title: { en: "Systems", zh: "系统" },
    applies: hasSystem,
    component: lazy(async () => ({ default: (await import("../systems/systems-view.tsx")).SystemsView })),
  },
  compare: {
    title: { en: "Side by side", zh: "并排" },
    applies: hasSides,
    component: lazy(async () => ({ default: (await import("../compare/compare-view.tsx")).CompareView })),
  },
  topology: {
    title: { en: "Topology", zh: "拓扑" },
    applies: hasControllers,
    component: lazy(async () => ({ default: (await import("../topology/topology-view.tsx")).TopologyView })),
  },
  results: {
    title: { en: "Results", zh: "返回值" },
    applies: hasControllers,
    component: lazy(async () => ({ default: (await import("../reconciles/results-view.tsx")).ResultsView })),
  },
  attempts: {
    title: { en: "Attempts", zh: "尝试" },
    applies: hasControllers,
    component: lazy(async () => ({ default: (await import("../reconciles/attempts-view.tsx")).AttemptsView })),
  },
  recording: {
    title: { en: "Recording", zh: "录制对照" },
    applies: hasRecording,
    component: lazy(async () => ({ default: (await import("../recording/recording-view.tsx")).RecordingView })),
  },
  metrics: {
    title: { en: "Metrics", zh: "指标" },
    applies: hasControllers,
    component: lazy(async () => ({ default: (await import("../reconciles/metrics-view.tsx")).MetricsView })),
  },
};

function hasRecording({ run }: AppState): boolean {
  return run.recording !== undefined;
}

function hasSides(state: AppState): boolean {
  return comparesRuns(state) || (state.run.info?.branches.length ?? 0) > 1;
}

/** Its axis is that of etcd: a recording has none. */
function hasInformer({ frame, run }: AppState): boolean {
  return run.recording === undefined && frame.current?.processes.some(({ informers }) => informers.length > 0) === true;
}

/** Custom kinds report conditions and the generation that they observed. */
function hasKindsOfItsOwn({ run }: AppState): boolean {
  return (run.scenario?.cluster.crds.length ?? 0) > 0;
}

/** Log, permissions and topology are about processes that talk to an API server. */
function hasControllers({ run }: AppState): boolean {
  return (run.scenario?.controllers.length ?? 0) > 0;
}

function hasSystem({ frame }: AppState): boolean {
  return (frame.current?.systems.length ?? 0) > 0;
}

const pipelineTitle = { en: "Pipeline", zh: "流程图" };
const entryOf = (id: ViewId): FlowViewEntry | undefined => (id === "pipeline" ? undefined : entries[id]);
/** The keys of a record are texts to the compiler; these are the ones that its type allows. */
const others = Object.keys(entries) as readonly ViewId[];

/** The views that the run has something for, first the pipeline; a recorded run has no cluster, and so no pipeline. */
export function offeredViews(state: AppState): readonly ViewId[] {
  const fitting = others.filter((id) => entryOf(id)?.applies(state));
  return isRecorded(state) ? fitting : ["pipeline", ...fitting];
}

/** The view on the screen: what was chosen, as far as the run has something for it, else the first. */
export function shownView(state: AppState): ViewId {
  const { id } = state.view.flowView;
  if (isRecorded(state)) return entryOf(id)?.applies(state) === true ? id : "recording";
  return id === "pipeline" || entryOf(id)?.applies(state) === true ? id : homeView(state.run.scenario).id;
}

/** The view so many tabs further, round the end. */
export function nextView(state: AppState, by: 1 | -1): ViewId {
  const offered = offeredViews(state);
  return offered.at((offered.indexOf(shownView(state)) + by) % offered.length) ?? "pipeline";
}

export function titleOfView(id: ViewId): FlowViewEntry["title"] {
  return entryOf(id)?.title ?? pipelineTitle;
}

/** What draws the view; undefined for the pipeline, which is always loaded. */
export function componentOfView(id: ViewId): ComponentType | undefined {
  return entryOf(id)?.component;
}
