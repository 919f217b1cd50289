// What views may name of the run: they know the store, not the session and not the simulation.
export type { Problem } from "../base/result.ts";
export type { AlongId } from "../scenarios/along-ids.ts";
export type { ProfileName, ProfileParts, RunSpec } from "../scenarios/run-spec.ts";
export type { Chapter, Question, Scenario, Try } from "../scenarios/scenario.ts";
export type { ViewId } from "../scenarios/view-ids.ts";
export type {
  EventRow,
  Grain,
  ObjectVersion,
  RecordingReport,
  RunChange,
  RunInfo,
  ScriptRow,
  Side,
  Target,
} from "../session/protocol.ts";
export type { ScriptFocus, ScriptPart } from "../session/script-place.ts";
export type { Action } from "../simulation/cluster/actions.ts";
export type {
  ChartFrame,
  DeltaFrame,
  Frame,
  HandlerFrame,
  InformerFrame,
  NextFrame,
  ObjectFrame,
  ProcessFrame,
  RequestFrame,
  StreamFrame,
} from "../simulation/cluster/frame.ts";
export type { Tone } from "../simulation/cluster/lanes.ts";
export type { SystemFrame } from "../simulation/cluster/system-frame.ts";
