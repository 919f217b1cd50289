// Small scripts for tests: they are played by the runner of the recorded runs.
import { runInformerVector } from "./informer-runner.ts";
import type {
  HttpAction,
  InformerVector,
  Observation,
  VectorItem,
  VectorStatus,
  VectorStep,
} from "./informer-vector.ts";

type Http = NonNullable<InformerVector["script"]["http"]>;

type Script = {
  /** Answers of an HTTP server, instead of `lists` and `watches`. */
  readonly http?: Partial<Http>;
  readonly era?: InformerVector["era"];
  readonly options?: InformerVector["options"];
  readonly lists?: InformerVector["script"]["lists"];
  readonly watches?: InformerVector["script"]["watches"];
  readonly steps: readonly VectorStep[];
};

/** Nothing was recorded: the script is the engine's alone. */
export const NO_LIBRARY = { module: "", version: "", commit: "" };

/** A second in microseconds. */
export const SECOND = 1_000_000;
/** Run at the beginning. */
export const RUN: VectorStep = { at: 0, do: "run" };
/** The handler h1 is registered at the beginning. */
export const H1: VectorStep = { at: 0, do: "addHandler", handler: "h1" };

/** The body of a list at version 10 with one object. */
export const LIST_BODY = JSON.stringify({
  kind: "List",
  metadata: { resourceVersion: "10" },
  items: [{ metadata: { name: "a", resourceVersion: "5" } }],
});

const LISTED: readonly HttpAction[] = [{ status: 200 }, { write: LIST_BODY }, { end: "return" }];
const HANGING: readonly HttpAction[] = [{ status: 200 }, { end: "hang" }];

/** Plays a script. Every wait is its base and a half, every watch asks for 450 s. */
export function play(script: Script): readonly Observation[] {
  const era = script.era ?? "current";
  const gates = {
    InOrderInformers: era !== "classic",
    InOrderInformersBatchProcess: true,
    AtomicFIFO: era === "current",
    UnlockWhileProcessingFIFO: era === "current",
    WatchListClient: true,
  };
  const draws = Array.from({ length: 200 }, (_, index) => ({
    purpose: index % 2 === 0 ? "backoff" : "watchTimeout",
    u: 0.5,
  }));
  return runInformerVector({
    name: "script",
    title: "",
    kind: script.http === undefined ? "informer" : "http",
    era,
    library: { ...NO_LIBRARY, gates },
    options: { resyncPeriod: 0, watchListClient: false, handlers: [{ id: "h1", callDuration: 0 }], ...script.options },
    script: {
      lists: script.lists ?? [{ rv: "10", items: [{ name: "a", rv: "5" }] }],
      watches: script.watches ?? [],
      http: { list: [LISTED], watch: [HANGING], watchList: [HANGING], ...script.http },
      steps: script.steps,
    },
    draws,
    observed: [],
    unordered: {},
  }).observed;
}

/** The server sends an event. */
export function send(at: number, type: string, object: VectorItem, watch = 1): VectorStep {
  return { at, do: "watch.send", watch, event: { type, object } };
}

/** The server sends an ERROR event. */
export function sendError(at: number, status: VectorStatus, watch = 1): VectorStep {
  return { at, do: "watch.send", watch, event: { type: "ERROR", status } };
}

/** The history is gone. */
export const GONE = { code: 410, reason: "Expired" };

/** What the reflector did, as `seconds what`. */
export function course(observed: readonly Observation[]): readonly string[] {
  return observed.flatMap((entry) => {
    const line = courseLine(entry);
    return line === undefined ? [] : [`${entry.t / SECOND} ${line}`];
  });
}

function courseLine(entry: Observation): string | undefined {
  switch (entry.type) {
    case "list.request":
      return `LIST ${entry.rv === "" ? '""' : entry.rv}${entry.limit === undefined ? "" : ` limit ${entry.limit}`}${entry.continue === undefined ? "" : ` from ${entry.continue}`}`;
    case "watch.request":
      return `${entry.sendInitialEvents === true ? "WATCHLIST" : "WATCH"} ${entry.rv === "" ? '""' : entry.rv}`;
    case "errorHandler.call":
      return "error handler";
    case "run.return":
      return "returned";
    case "backoff":
      return `backoff ${entry.purpose} ${Number(entry.base) / SECOND}`;
    default:
      return undefined;
  }
}

/** What a handler was called with, as `seconds method object`. */
export function calls(observed: readonly Observation[], handler = "h1"): readonly string[] {
  return observed
    .filter((entry) => entry.type === "handler.call" && entry.handler === handler)
    .map(
      ({ t, fn, object, old, new: now }) =>
        `${t / SECOND} ${fn} ${fn === "OnUpdate" ? `${old} ${now}` : JSON.stringify(object)}`,
    );
}

/** What entered the queue. */
export function queued(observed: readonly Observation[]): readonly string[] {
  return observed.filter(({ type }) => type === "fifo.enqueue").map(({ delta }) => JSON.stringify(delta));
}

/** What the public getters returned last. */
export function lastState(observed: readonly Observation[]): Observation | undefined {
  return observed.findLast(({ type }) => type === "state");
}
