import { type Micros, micros } from "../base/time.ts";
import type { Action, Extent, FailureMode, RequestMatcher } from "../simulation/cluster/actions.ts";
import type { Consequence } from "./consequence.ts";
import type { Scope } from "./node-lines.ts";

/** What the menu is opened on. */
export type FaultTarget = {
  readonly node: string;
  readonly scope: Scope;
  /** An object, when a row of one was chosen. */
  readonly key?: string;
  /** Of a system beside the controllers: its name, and which of its actors, '' for the system as a whole. */
  readonly system?: { readonly name: string; readonly part: string };
};

/** One way in which a fault can be had, with what would follow. */
export type FaultOption = {
  /** What tells the options apart: an answer, a span in µs, a count, a verb. */
  readonly label:
    | { readonly type: "mode"; readonly mode: FailureMode }
    | { readonly type: "span"; readonly span: number }
    | { readonly type: "count"; readonly count: number }
    | { readonly type: "forever" }
    | { readonly type: "name"; readonly name: string };
  readonly action: Action;
  readonly outcome: Consequence;
};

/** Names of the faults; each has words in both languages. */
export type FaultName =
  | "answerWatch"
  | "answerList"
  | "answerWrite"
  | "answerAny"
  | "answerSystem"
  | "holdEvents"
  | "loseEvent"
  | "silenceWatch"
  | "endWatch"
  | "cutLink"
  | "mendLink"
  | "slowLink"
  | "restartServer"
  | "freezeCache"
  | "compact"
  | "slowEtcd"
  | "slowHandler"
  | "tell"
  | "crash"
  | "pause"
  | "stop"
  | "revoke"
  | "grant"
  | "revokeToken"
  | "renewToken"
  | "stopAnswering"
  | "deleteDefinition"
  | "deleteObject"
  | "deleteNow";

/** Why a fault is impossible now. */
export type Blocked =
  | "noStream"
  | "linkIsUp"
  | "linkIsCut"
  | "serverIsDown"
  | "processIsDown"
  | "noHandlers"
  | "nothingToCompact"
  | "noObject";

/** One line of the menu. With one option it acts at once; with more it opens them; `extents` asks how often. */
export type MenuEntry = {
  readonly name: FaultName;
  /** What it is about, in names from the code: a kind, a server, a link. */
  readonly about: string;
  readonly options: readonly FaultOption[];
  readonly extents: boolean;
  readonly blocked: Blocked | undefined;
};

/** What can go wrong with a thing, nearest first, in groups. */
export type FaultMenu = {
  /** Words for the header: what was chosen, and how it is now. */
  readonly subject: {
    readonly type: "watch" | "server" | "etcd" | "client" | "process" | "handlers" | "object" | "system";
    readonly name: string;
    readonly state: string;
  };
  readonly groups: readonly (readonly MenuEntry[])[];
};

/** A line of the menu. */
export function entry(
  name: FaultName,
  about: string,
  options: readonly FaultOption[],
  { extents = false, blocked }: { readonly extents?: boolean; readonly blocked?: Blocked | undefined } = {},
): MenuEntry {
  return { name, about, options, extents, blocked };
}

/** The only way in which a fault can be had. */
export function only(action: Action, outcome: Consequence): readonly FaultOption[] {
  return [{ label: { type: "forever" }, action, outcome }];
}

/** One option for each span, in µs. */
export function forSpans(
  spans: readonly number[],
  act: (span: Micros) => Action,
  outcome: Consequence,
): readonly FaultOption[] {
  return spans.map((span) => ({ label: { type: "span", span }, action: act(micros(span)), outcome }));
}

/** One option for each way in which something can fail. */
export function forModes(
  modes: readonly FailureMode[],
  act: (mode: FailureMode) => Action,
  outcomeOf: (mode: FailureMode) => Consequence,
): readonly FaultOption[] {
  return modes.map((mode) => ({ label: { type: "mode", mode }, action: act(mode), outcome: outcomeOf(mode) }));
}

/** Answers the next request that fits with a failure. */
export function answering(match: RequestMatcher): (mode: FailureMode) => Action {
  return (mode) => ({ type: "answer", match, mode, extent: { type: "times", count: 1 } });
}

/** The same action for another number of requests; other actions stay as they are. */
export function withExtent(action: Action, extent: Extent): Action {
  return action.type === "answer" ? { ...action, extent } : action;
}
