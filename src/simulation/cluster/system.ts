import type { Micros } from "../../base/time.ts";
import type { Chart, ChartEvent, Effect } from "../kernel/machine.ts";
import type { Json, JsonObject, KubeObject } from "../kubernetes/object.ts";
import type { Options } from "./options.ts";
import type { ApiRequest } from "./server/request.ts";
import type { SignerAnswer, SigningRequest } from "./signer-answer.ts";
import type { SystemFact } from "./system-facts.ts";
import type { SystemFrame } from "./system-frame.ts";

/** A system beside the controllers, as a scenario declares it. `name` is also its client's name and the first part of its actors' ids. */
export type SystemSpec = {
  readonly name: string;
  readonly kind: string;
  /** Values of the options that its kind declares. */
  readonly options: JsonObject;
};

/** What an actor of a system is told besides the timers of its chart. */
export type SystemMessage =
  /** What the system has posted to itself. */
  | { readonly type: "note"; readonly name: string; readonly data: Json }
  /** The API server has answered a request: `code` 0 and a name like `ECONNRESET` say that no server did. */
  | {
      readonly type: "answer";
      readonly tag: string;
      readonly code: number;
      readonly reason: string;
      readonly object: KubeObject | undefined;
    };

/** What a system can do in the cluster. It lives for one step. */
export interface SystemDesk<Memory> {
  readonly name: string;
  readonly now: Micros;
  readonly options: JsonObject;
  /** How often the system was started. */
  readonly runs: number;
  memory(): Memory;
  remember(memory: Memory): void;
  record(actor: string, fact: SystemFact): void;
  /** Starts a chart for an actor of the system and has its first effects performed. */
  launch(actor: string, machine: string, input?: unknown): void;
  /** Gives an actor's chart an event and has its effects performed. An actor without a chart hears nothing. */
  tell(actor: string, event: ChartEvent): void;
  /** The active states of an actor's chart as one text. */
  stateOf(actor: string): string | undefined;
  /** Posts a message to an actor of the system. */
  post(actor: string, name: string, data?: Json, after?: Micros): void;
  /** Sends a request to the API server; the answer comes back to the actor under `tag`. */
  request(actor: string, tag: string, request: ApiRequest): void;
  /** Does something that is a consequence of what is the cause now; what follows has that cause again. */
  aside(body: () => void): void;
}

/** What a system's kind may look at to describe it. */
export interface SystemReader<Memory> {
  readonly name: string;
  readonly memory: Memory;
  readonly now: Micros;
  readonly options: JsonObject;
  stateOf(actor: string): string | undefined;
}

/** What a system shows besides its name, kind and state. It takes all that it says it can be told: `told` refuses none of it. */
export type SystemView = Pick<SystemFrame, "readings" | "grids" | "tables" | "tells">;

/** A kind of system: actors whose behaviour is charts, and what the charts' effects mean in the cluster. */
export interface SystemKind<Memory = unknown> {
  /** The charts of its actors, by name. */
  readonly machines: Readonly<Record<string, Chart>>;
  /** The options that a scenario can set. */
  readonly options: Options;
  /** All that it can ever be told; which of it means something now, `view` says. */
  readonly events: readonly string[];
  /** What it keeps beside the charts before it was ever started. */
  memory(options: JsonObject): Memory;
  /** It starts, for the first time or after a crash: charts and timers are gone then, memory is what `crash` has left. */
  start(desk: SystemDesk<Memory>): void;
  receive(desk: SystemDesk<Memory>, actor: string, message: SystemMessage): void;
  /** An actor's chart asks for something. */
  perform(desk: SystemDesk<Memory>, actor: string, effect: Effect): void;
  /** A person or the script does something to it. Returns why that means nothing, if so. */
  told(desk: SystemDesk<Memory>, event: string, about: string): string | undefined;
  /** What it would say now to a webhook that asks for a signature; kinds that sign nothing have no answer. */
  answer?(reader: SystemReader<Memory>, asked: SigningRequest): SignerAnswer;
  /** What is left of the memory when its process dies. */
  crash(memory: Memory): Memory;
  view(reader: SystemReader<Memory>): SystemView;
}
