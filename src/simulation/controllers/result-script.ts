import { count, readOptions, span } from "../cluster/options.ts";
import type { ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { type JsonObject, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { enterPhase, getCached, note } from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";

const OPTIONS = {
  /** The RequeueAfter. */
  afterMs: span(10_000, 1),
  /** The Result's Priority; none when not set. */
  priority: count(undefined, -1_000_000, 1_000_000),
};

/**
 * A controller whose ConfigMaps say what it returns, to see what the loop makes of each result. `data.returns` names the parts, with spaces
 * between them: `error`, `terminal`, `panic`, `requeue`, `requeueAfter`; nothing of these is an empty Result.
 */
export const resultScript: ReconcilerKind = {
  name: "ResultScript",
  primary: "ConfigMap",
  watches: ["ConfigMap"],
  options: OPTIONS,
  memory: null,
  handle: ({ notification, memory }) => ({ memory, enqueue: enqueueObject(notification) }),
  reconcile: returnAsTold,
};

function* returnAsTold({ key, options }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const object = yield* getCached("ConfigMap", key);
  if (object === undefined) return {};
  const parts = partsOf(object);
  yield* enterPhase("diff");
  yield* note(
    parts.length === 0 ? "returns Result{}, nil" : `returns ${parts.map((part) => GO_NAMES[part]).join(", ")}`,
  );
  return resultOf(parts, options);
}

const GO_NAMES = {
  error: "an error",
  terminal: "reconcile.TerminalError",
  panic: "nothing: it panics",
  requeue: "Requeue: true",
  requeueAfter: "RequeueAfter",
} as const;

type Part = keyof typeof GO_NAMES;

function partsOf({ data }: KubeObject): readonly Part[] {
  const told = jsonAt(data, "returns");
  return typeof told === "string" ? told.split(" ").filter(isPart) : [];
}

function isPart(word: string): word is Part {
  return Object.hasOwn(GO_NAMES, word);
}

function resultOf(parts: readonly Part[], options: JsonObject): ReconcileResult {
  const { afterMs, priority } = readOptions(OPTIONS, options);
  const has = (part: Part) => parts.includes(part);
  return {
    ...(has("error") || has("terminal") ? { error: { message: "told to fail", terminal: has("terminal") } } : {}),
    ...(has("panic") ? { panic: "told to panic" } : {}),
    requeue: has("requeue"),
    ...(has("requeueAfter") ? { requeueAfter: afterMs } : {}),
    ...(priority === undefined ? {} : { priority }),
  };
}
