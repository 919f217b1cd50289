// What views may name of the run: they know the store, not the session and not the simulation.
export type { Problem } from "../base/result.ts";
export type { Input, ProfileName, ProfileParts, RunSpec } from "../scenarios/run-spec.ts";
export type { Chapter, LocalizedText, Question, Scenario, Try } from "../scenarios/scenario.ts";
export type {
  BranchInfo,
  Breakpoint,
  ChapterInfo,
  Cursor,
  EventRow,
  Grain,
  RunInfo,
  Target,
} from "../session/protocol.ts";
export type { Action, ObjectReference } from "../simulation/cluster/actions.ts";
export type {
  BackoffFrame,
  CacheFrame,
  ChartFrame,
  ClientFrame,
  DeltaFrame,
  EtcdFrame,
  FaultFrame,
  FifoFrame,
  Frame,
  HandlerFrame,
  InformerFrame,
  KindFrame,
  LinkFrame,
  NextFrame,
  NodeFrame,
  ObjectFrame,
  ProcessFrame,
  QueueFrame,
  RequestFrame,
  ServerFrame,
  StoreFrame,
  StreamFrame,
  WorkerFrame,
} from "../simulation/cluster/frame.ts";
export type { Band, Mark, Tone } from "../simulation/cluster/lanes.ts";
