import { micros } from "../../base/time.ts";
import type { ControllerSpec } from "../../simulation/cluster/plan.ts";
import type { KindRegistry } from "../../simulation/kubernetes/kind.ts";
import { formatTimestamp } from "../../simulation/kubernetes/timestamp.ts";
import type { ClusterFact } from "../sentences.ts";
import { goType, InformerLog, type LoggedEvent, type Pairs } from "./informer-log.ts";

/** Upstream names reflectors after the place that runs them: for controller-runtime's cache this one. */
const REFLECTOR = "pkg/mod/sigs.k8s.io/controller-runtime@v0.24.1/pkg/cache/internal/informers.go:128";
/** Waits of the limiter that are logged without a higher verbosity (`cg:rest/request.go:extraLongThrottleLatency @v0.36.3`). */
const LONG_WAIT = 1_000_000;

/**
 * What a controller's process has written to its log, at the usual verbosity of 2: klog lines of client-go and controller-runtime with
 * upstream's texts and places (`cg:tools/cache/reflector.go, rest/request.go @v0.36.3`, `cr:pkg/internal/controller/controller.go @v0.24.1`).
 * A run that succeeds says nothing at this verbosity, nor does a stream that ends in the ordinary way. Left out: what a reconciler logs by
 * itself.
 */
export function controllerLog(
  events: readonly LoggedEvent[],
  spec: ControllerSpec,
  kinds: KindRegistry,
): readonly string[] {
  const log = new Log(spec, kinds);
  for (const event of events) log.take(event);
  return log.lines;
}

class Log {
  readonly lines: string[] = [];
  readonly #spec: ControllerSpec;
  readonly #kinds: KindRegistry;
  /** Ids of the runs in progress, by their number. */
  readonly #ids = new Map<number, string>();
  readonly #informers: InformerLog;

  constructor(spec: ControllerSpec, kinds: KindRegistry) {
    this.#spec = spec;
    this.#kinds = kinds;
    this.#informers = new InformerLog(spec.name, REFLECTOR, (kind) => this.#goType(kind));
  }

  take(event: LoggedEvent): void {
    const { at, actor, fact } = event;
    const { name, watches, workers } = this.#spec;
    const told = this.#informers.take(event);
    if (told?.error !== undefined) {
      const pairs: Pairs = [["logger", told.logger], ...told.pairs];
      this.#error(at, told.place, told.message, told.error, pairs);
    } else if (told !== undefined) this.#info(at, told.place, told.message, told.pairs);
    if (actor !== name && !actor.startsWith(`${name}/`)) return;
    switch (fact.type) {
      case "process.start":
        for (const watch of watches)
          this.#info(at, "controller.go:369", "Starting EventSource", [
            ...this.#about(),
            ["source", `kind source: *${this.#goType(watch.kind)}`],
          ]);
        return;
      case "process.workersStart":
        this.#info(at, "controller.go:302", "Starting Controller", this.#about());
        return this.#info(at, "controller.go:305", "Starting workers", [...this.#about(), ["worker count", workers]]);
      case "process.syncTimedOut":
        return this.#syncTimedOut(at, fact.kind);
      case "process.stop":
        return this.#info(
          at,
          "controller.go:325",
          "Shutdown signal received, waiting for all workers to finish",
          this.#about(),
        );
      case "process.stopped":
        return this.#info(at, "controller.go:327", "All workers finished", this.#about());
      case "reconcile.start":
        this.#ids.set(fact.reconcile, fact.id);
        return;
      case "reconcile.end":
        return this.#runEnded(at, fact);
      case "client.throttled":
        return this.#throttled(at, fact);
      default:
        return;
    }
  }

  #syncTimedOut(at: number, kind: string): void {
    const source = `kind source: *${this.#goType(kind)}`;
    const error = `failed to wait for ${this.#primary().toLowerCase()} caches to sync ${source}: timed out waiting for cache to be synced for ${source}`;
    this.#error(at, "controller.go:382", "Could not wait for Cache to sync", error, [
      ...this.#about(),
      ["source", source],
    ]);
  }

  #runEnded(at: number, fact: Extract<ClusterFact, { type: "reconcile.end" }>): void {
    const id = this.#ids.get(fact.reconcile) ?? "";
    this.#ids.delete(fact.reconcile);
    if (fact.outcome === "ok") return;
    const [namespace = "", name = ""] = fact.key.includes("/") ? fact.key.split("/") : ["", fact.key];
    const kind = this.#primary();
    this.#error(at, "controller.go:494", "Reconciler error", fact.message, [
      ...this.#about(),
      [kind, fact.key],
      ["namespace", namespace],
      ["name", name],
      ["reconcileID", id],
    ]);
  }

  #throttled(at: number, fact: Extract<ClusterFact, { type: "client.throttled" }>): void {
    if (fact.delay < LONG_WAIT) return;
    this.#info(at + fact.delay, "request.go:688", "Waited before sending request", [
      ["delay", `${fact.delay / 1_000_000}s`],
      ["reason", "client-side throttling, not priority and fairness"],
      ["verb", HTTP_VERBS[fact.verb] ?? "GET"],
    ]);
  }

  #info(at: number, place: string, message: string, pairs: Pairs): void {
    this.lines.push(`${header("I", at, place)} ${quoted(message)}${textOf(pairs)}`);
  }

  #error(at: number, place: string, message: string, error: string, pairs: Pairs): void {
    this.lines.push(`${header("E", at, place)} ${quoted(message)} err=${quoted(error)}${textOf(pairs)}`);
  }

  #about(): Pairs {
    const kind = this.#primary();
    return [
      ["controller", kind.toLowerCase()],
      ["controllerGroup", this.#kinds[kind]?.group ?? ""],
      ["controllerKind", kind],
    ];
  }

  #primary(): string {
    return this.#spec.watches[0]?.kind ?? "";
  }

  #goType(kind: string): string {
    return goType(this.#kinds, kind);
  }
}

const HTTP_VERBS: Readonly<Record<string, string>> = {
  create: "POST",
  update: "PUT",
  patch: "PATCH",
  delete: "DELETE",
};

/** `E0101 00:00:03.010900       1 controller.go:494]` (`klog/v2 internal/buffer`: severity, month and day, time, thread, place). */
function header(severity: "I" | "E", at: number, place: string): string {
  const time = formatTimestamp(micros(at)); // 2026-01-01T00:00:03Z
  const fraction = String(Math.round(at) % 1_000_000).padStart(6, "0");
  return `${severity}${time.slice(5, 7)}${time.slice(8, 10)} ${time.slice(11, 19)}.${fraction}       1 ${place}]`;
}

/** Values as klog writes them: texts in quotes, numbers bare. */
function textOf(pairs: Pairs): string {
  return pairs
    .map(
      ([name, value]) =>
        ` ${name.includes(" ") ? quoted(name) : name}=${typeof value === "number" ? value : quoted(value)}`,
    )
    .join("");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
