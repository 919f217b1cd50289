import { ownValue } from "../../base/own-value.ts";
import { micros } from "../../base/time.ts";
import type { ControllerSpec } from "../../simulation/cluster/plan.ts";
import type { KindRegistry } from "../../simulation/kubernetes/kind.ts";
import { formatTimestamp } from "../../simulation/kubernetes/timestamp.ts";
import { goType, InformerLog, type LoggedEvent, type Pairs } from "./informer-log.ts";

/** Where the code of a reconciler lies, and in which process it runs; the lines of its generated part. */
type Origin = {
  readonly component: string;
  readonly type: string;
  readonly generated: string;
  /** Of "Failed to update resource status", and of "Returned an error". */
  readonly lines: readonly [number, number];
  readonly commit: string;
};

const EVENTING = "8cf4c4b673034020f5ecab731fb6a2a7f9350244";
const SERVING = "98e5ef90aa7033797aa0a61ef97f3ff7e49a3944";
const eventing = (component: string, path: string, name: string, lines: Origin["lines"] = [295, 323]): Origin => ({
  component,
  type: `knative.dev.eventing.pkg.reconciler.${path}.Reconciler`,
  generated: `${name}/reconciler.go`,
  lines,
  commit: EVENTING,
});
const serving = (component: string, path: string, name: string, lines: Origin["lines"] = [295, 323]): Origin => ({
  component,
  type: `knative.dev.serving.pkg.reconciler.${path}.Reconciler`,
  generated: `${name}/reconciler.go`,
  lines,
  commit: SERVING,
});

/** `knative/eventing cmd/, pkg/client/injection/reconciler/ @8cf4c4b6`, `knative/serving @98e5ef90`. */
const ORIGINS: Readonly<Record<string, Origin>> = {
  KnativeTrigger: eventing("mt-broker-controller", "broker.trigger", "trigger"),
  KnativeBroker: eventing("mt-broker-controller", "broker", "broker", [306, 334]),
  KnativeSubscription: eventing("controller", "subscription", "subscription"),
  KnativeChannel: eventing("controller", "channel", "channel"),
  KnativeInMemoryChannel: eventing("inmemorychannel-webhook", "inmemorychannel.controller", "inmemorychannel"),
  KnativeService: serving("controller", "service", "service"),
  KnativeConfiguration: serving("controller", "configuration", "configuration"),
  KnativeRevision: serving("controller", "revision", "revision"),
  KnativeRoute: serving("controller", "route", "route"),
  KnativePodAutoscaler: serving("autoscaler", "autoscaling.kpa", "podautoscaler", [306, 334]),
};

/** Knative runs its informers itself (`kp:controller/controller.go:StartInformers @6300c57a`). */
const REFLECTOR = "pkg/mod/knative.dev/pkg@v0.0.0-20260615201544-6300c57a9e78/controller/controller.go:716";
const LOOP = "controller/controller.go";

/** Whether a controller writes its log with Knative's logger. */
export function hasKnativeLog({ reconciler }: ControllerSpec): boolean {
  return ownValue(ORIGINS, reconciler) !== undefined;
}

/**
 * What a Knative controller's process has written to its log at level info, which is the default: zap's JSON, one object a line, with the texts
 * and places of the loop and of the generated reconciler (`kp:controller/controller.go:processNextWorkItem, handleErr @6300c57a`, `ke:config/core/
 * configmaps/logging.yaml @8cf4c4b6`). Other than controller-runtime's, it says of each run that it succeeded, and of a conflict nothing: that is
 * for the level debug. client-go logs through the same logger, at verbosity 0. Left out: stack traces, and what a reconciler logs by itself.
 */
export function knativeLog(
  events: readonly LoggedEvent[],
  spec: ControllerSpec,
  kinds: KindRegistry,
  pod: string,
): readonly string[] {
  const origin = ownValue(ORIGINS, spec.reconciler);
  if (origin === undefined) return [];
  const log = new KnativeLog(spec, kinds, origin, pod);
  for (const event of events) log.take(event);
  return log.lines;
}

type Run = { readonly id: string; readonly key: string; statusRefused: boolean };

class KnativeLog {
  readonly lines: string[] = [];
  readonly #spec: ControllerSpec;
  readonly #origin: Origin;
  readonly #pod: string;
  readonly #kind: string;
  readonly #group: string;
  readonly #informers: InformerLog;
  /** The runs in progress, by worker. */
  readonly #runs = new Map<string, Run>();

  constructor(spec: ControllerSpec, kinds: KindRegistry, origin: Origin, pod: string) {
    this.#spec = spec;
    this.#origin = origin;
    this.#pod = pod;
    const primary = spec.watches[0]?.kind ?? "";
    const info = ownValue(kinds, primary);
    this.#kind = info?.kind ?? primary;
    this.#group = info?.group ?? "";
    this.#informers = new InformerLog(spec.name, REFLECTOR, (kind) => goType(kinds, kind));
  }

  take(event: LoggedEvent): void {
    const { at, actor, fact } = event;
    const { name } = this.#spec;
    this.#informer(event);
    if (actor !== name && !actor.startsWith(`${name}/`)) return;
    switch (fact.type) {
      case "process.workersStart":
        this.#write("info", at, `${LOOP}:474`, "Starting controller and workers", [
          ...this.#about(),
          ["threadiness", fact.workers],
        ]);
        return this.#write("info", at, `${LOOP}:484`, "Started workers", this.#about());
      case "process.stop":
        return this.#write("info", at, `${LOOP}:486`, "Shutting down workers", this.#about());
      case "reconcile.start":
        this.#runs.set(actor, { id: fact.id, key: fact.key, statusRefused: false });
        return;
      case "client.response":
        return this.#answered(fact);
      case "reconcile.end":
        return this.#ended(at, actor, fact);
      default:
        return;
    }
  }

  #informer(event: LoggedEvent): void {
    const told = this.#informers.take(event);
    if (told === undefined || told.verbosity > 0) return;
    const error: Pairs = told.error === undefined ? [] : [["error", told.error]];
    const level = told.error === undefined ? "info" : "error";
    this.#write(level, event.at, `cache/${told.place}`, told.message, [...told.pairs, ...error], told.logger);
  }

  /** A status write is the last thing that a run of a Knative reconciler does. */
  #answered({ verb, kind, key, code }: Extract<LoggedEvent["fact"], { type: "client.response" }>): void {
    const isStatus = verb === "update" && kind === this.#spec.watches[0]?.kind;
    for (const run of this.#runs.values()) if (isStatus && run.key === key) run.statusRefused = code >= 400;
  }

  #ended(at: number, actor: string, fact: Extract<LoggedEvent["fact"], { type: "reconcile.end" }>): void {
    const { id = "", statusRefused = false } = this.#runs.get(actor) ?? {};
    this.#runs.delete(actor);
    const about: Pairs = [...this.#about(), ["knative.dev/traceid", id], ["knative.dev/key", fact.key]];
    const duration = fact.took / 1_000_000;
    if (fact.outcome === "ok")
      return this.#write("info", at, `${LOOP}:530`, "Reconcile succeeded", [...about, ["duration", duration]]);
    const [updated, returned] = this.#origin.lines;
    const method: Pairs = [...about, ["targetMethod", "ReconcileKind"]];
    const error = ["error", fact.message] as const;
    const { generated } = this.#origin;
    if (statusRefused)
      this.#write("warn", at, `${generated}:${updated}`, "Failed to update resource status", [...method, error]);
    else if (!isConflict(fact.message))
      this.#write("error", at, `${generated}:${returned}`, "Returned an error", [...method, error]);
    // A conflict is expected: it is told at the level debug only.
    if (!isConflict(fact.message))
      this.#write("error", at, `${LOOP}:557`, "Reconcile error", [...about, ["duration", duration], error]);
  }

  #about(): Pairs {
    return [
      ["knative.dev/controller", this.#origin.type],
      ["knative.dev/kind", `${this.#group}.${this.#kind}`],
    ];
  }

  #write(level: "info" | "warn" | "error", at: number, caller: string, msg: string, fields: Pairs, named = ""): void {
    const { component, commit } = this.#origin;
    const logger = named === "" ? component : `${component}.${named}`;
    const common = { level, ts: isoTime(at), logger, caller, msg, commit, "knative.dev/pod": this.#pod };
    this.lines.push(JSON.stringify({ ...common, ...Object.fromEntries(fields) }));
  }
}

/** What the API server answers a write from an old version with. */
function isConflict(message: string): boolean {
  return message.includes("the object has been modified");
}

/** `2026-01-01T00:00:03.010Z`: zap's ISO8601TimeEncoder. */
function isoTime(at: number): string {
  return formatTimestamp(micros(at)).replace("Z", `.${String(Math.floor((at % 1_000_000) / 1_000)).padStart(3, "0")}Z`);
}
