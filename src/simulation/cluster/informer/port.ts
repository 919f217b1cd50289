import type { Micros } from "../../../base/time.ts";
import type { ChartEvent, Effect } from "../../kernel/machine.ts";
import type { ReflectorContext, ReflectorInput } from "../../machines/reflector.ts";
import type { InformerFact } from "./facts.ts";
import type { InformerState } from "./informer-state.ts";
import type { HandlerCall } from "./listeners.ts";
import type { InformerMessage, ListOptions, WatchOptions } from "./messages.ts";

/**
 * The actors of one informer, by what they are; ids derive from the informer's, e.g. `web/Pod/reflector`. `pop/…` and `handler/…` are the two
 * goroutines of a listener: its pump, and its runner that calls the handler.
 */
export type InformerActor = "informer" | "reflector" | "process" | "resync" | `pop/${string}` | `handler/${string}`;

/**
 * What the informer's parts need of the step in which they run: one informer's share of the kernel's turn and of its host.
 * Nothing outside of `informer.ts` knows the types of the world around it.
 */
export interface InformerPort {
  readonly id: string;
  now(): Micros;
  state(): InformerState;
  change(change: Partial<InformerState>): void;
  /** Records a fact of one actor; it becomes the cause of what follows. Returns its position in the trace. */
  record(actor: InformerActor, fact: InformerFact): number;
  /** Runs `body` with the present cause and takes that cause up again afterwards: for several consequences of one event. */
  branch(body: () => void): void;
  /** Runs `body` as a consequence of an earlier event, or of the present one if that is not known. */
  dueTo(cause: number | undefined, body: () => void): void;
  /** `seq` of the event that explains what is recorded next. */
  cause(): number | undefined;
  post(actor: InformerActor, message: InformerMessage, after?: Micros): void;
  /** Work that ends after `takes`, 0 for at once: it comes before every hand-over of that instant. */
  work(actor: InformerActor, message: InformerMessage, takes: Micros): void;
  setTimer(actor: InformerActor, after: Micros, message: InformerMessage): void;
  cancelTimer(actor: InformerActor): void;
  /** Draws the jitter of a watch's timeout, in [0, 1). */
  watchTimeoutJitter(): number;
  /** Gives the reflector's chart an event, together with the time and the next jitter, which is used up only if the chart waits. */
  dispatchReflector(event: ChartEvent): readonly Effect[];
  /** The reflector's active state, e.g. `watching.streaming`. */
  reflectorState(): string;
  /** What the reflector's chart remembers; only for one that was launched. */
  reflectorMemory(): ReflectorContext;
  /** LIST requests of a stopped informer are answered all the same: their client does not look at the context. */
  readonly listsOutliveStop: boolean;
  dispatchInformer(event: ChartEvent): void;
  launchReflector(input: ReflectorInput): void;
  // The host
  sendList(n: number, options: ListOptions): void;
  openWatch(n: number, options: WatchOptions): void;
  stopWatch(n: number): void;
  /** Enters the handler function; returns how long the call takes. */
  handle(handler: string, call: HandlerCall): Micros;
}
