import { ownValue } from "../../base/own-value.ts";
import type { KindRegistry } from "../../simulation/kubernetes/kind.ts";
import type { ClusterFact } from "../sentences.ts";

/** An event as a log reads it. */
export type LoggedEvent = { readonly at: number; readonly actor: string; readonly fact: ClusterFact };

/** What stands behind a message, in its order. */
export type Pairs = readonly (readonly [name: string, value: string | number])[];

/** What client-go tells the logger that its process has given it. `error` is undefined for what is no error. */
export type InformerEntry = {
  readonly verbosity: 0 | 2;
  readonly place: string;
  readonly message: string;
  readonly error: string | undefined;
  /** The name that the logger goes by for this message; empty for its own. */
  readonly logger: string;
  readonly pairs: Pairs;
};

/** What the reflectors of one process log (`cg:tools/cache/reflector.go @v0.36.3`, with its texts and lines). */
export class InformerLog {
  readonly #process: string;
  readonly #reflector: string;
  readonly #typeOf: (kind: string) => string;
  /** Newest message of an ERROR event, by kind; and whether the newest stream of a kind just closed without one. */
  readonly #errors = new Map<string, string>();
  readonly #closed = new Set<string>();

  constructor(process: string, reflector: string, typeOf: (kind: string) => string) {
    this.#process = process;
    this.#reflector = reflector;
    this.#typeOf = typeOf;
  }

  take({ actor, fact }: LoggedEvent): InformerEntry | undefined {
    if (fact.type === "stream.error" && fact.client === this.#process) this.#errors.set(fact.kind, fact.message);
    if (!actor.startsWith(`${this.#process}/`)) return undefined;
    const kind = actor.split("/")[1] ?? "";
    switch (fact.type) {
      case "synced":
        return fact.who === "informer" ? this.#entry(kind, 2, "reflector.go:507", "Caches populated", true) : undefined;
      case "errorHandler.call":
        return this.#failed(kind, fact);
      case "watch.event":
        this.#closed.delete(kind);
        return fact.event === "ERROR" ? this.#endedBy(kind, fact) : undefined;
      case "watch.closed":
        this.#closed.add(kind);
        return undefined;
      case "watch.request":
        this.#closed.delete(kind);
        return undefined;
      case "listAndWatch.return":
        return fact.stage === "" && this.#closed.delete(kind) ? this.#veryShort(kind) : undefined;
      default:
        return undefined;
    }
  }

  #failed(kind: string, fact: Extract<ClusterFact, { type: "errorHandler.call" }>): InformerEntry {
    const prefix = fact.stage === "list" ? `failed to list *${this.#typeOf(kind)}: ` : "";
    return {
      ...this.#entry(kind, 0, "reflector.go:227", "Failed to watch"),
      error: prefix + (fact.message || fact.reason),
      logger: "UnhandledError",
    };
  }

  #endedBy(kind: string, fact: Extract<ClusterFact, { type: "watch.event" }>): InformerEntry {
    if (fact.code === 429) return this.#entry(kind, 2, "reflector.go:653", "Watch returned 429 - backing off");
    const ended = this.#entry(kind, 0, "reflector.go:664", "Warning: watch ended with error");
    return { ...ended, pairs: [...ended.pairs, ["err", this.#errors.get(kind) ?? fact.reason]] };
  }

  #veryShort(kind: string): InformerEntry {
    const ended = this.#entry(kind, 0, "reflector.go:664", "Warning: watch ended with error");
    const err = `very short watch: ${this.#reflector}: Unexpected watch close - watch lasted less than a second and no items received`;
    return { ...ended, pairs: [...ended.pairs, ["err", err]] };
  }

  /** `typeFirst`: upstream is not of one mind about the order. */
  #entry(kind: string, verbosity: 0 | 2, place: string, message: string, typeFirst = false): InformerEntry {
    const pairs: Pairs = [
      ["reflector", this.#reflector],
      ["type", `*${this.#typeOf(kind)}`],
    ];
    return { verbosity, place, message, error: undefined, logger: "", pairs: typeFirst ? pairs.toReversed() : pairs };
  }
}

/** `v1.Trigger`, as Go prints the type of a kind. */
export function goType(kinds: KindRegistry, kind: string): string {
  const info = ownValue(kinds, kind);
  return `${info?.version ?? "v1"}.${info?.kind ?? kind}`;
}
