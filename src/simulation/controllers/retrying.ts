import { type Micros, micros } from "../../base/time.ts";
import { count, readOptions, span, word } from "../cluster/options.ts";
import type { ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { type JsonObject, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { keyOf, objectKey } from "../kubernetes/object-key.ts";
import { type RetryContext, type RetryEvent, type RetryInput, retryMachine } from "../machines/retry.ts";
import {
  type Asking,
  type ChartAnswer,
  clock,
  enterPhase,
  failureOf,
  getCached,
  getLive,
  note,
  tellChart,
  write,
} from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";

const OPTIONS = {
  retry: word("queue", "limited"),
  /** Of the limited one: the first wait, the longest one, and the attempts in all. */
  baseMs: span(100, 1),
  capMs: span(60_000, 1),
  attempts: count(12, 1, 100),
};

/**
 * A controller whose Transfers need something outside: the ConfigMap that `spec.dependency` names must say `state: up`. It asks the server
 * for it in each run and watches it not, so nobody tells it when the dependency works again. With `retry: queue` it returns the
 * error, and the work queue retries without a limit; the limited one counts and waits by a chart of its own (`machines/retry.ts`), and gives
 * up with a TerminalError. It takes no event for a reason to try before its time, other than a new generation. After a crash it takes the
 * failures from the status and tries at once.
 */
export const retryingReconciler: ReconcilerKind = {
  name: "Retrying",
  primary: "Transfer",
  watches: ["Transfer"],
  options: OPTIONS,
  memory: null,
  machines: { retry: retryMachine },
  handle: ({ notification, memory }) => ({ memory, enqueue: enqueueObject(notification) }),
  reconcile: transfer,
};

function* transfer({ key, options }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const object = yield* getCached("Transfer", key);
  if (object === undefined) return {};
  return readOptions(OPTIONS, options).retry === "limited"
    ? yield* transferLimited(object, options)
    : yield* transferUnlimited(object);
}

/** Every failure goes to the queue. */
function* transferUnlimited(object: KubeObject): Asking<ReconcileResult> {
  if (jsonAt(object.status, "phase") === "SUCCEEDED") return {};
  const failure = yield* callDependency(object);
  const written = yield* writeStatus(object, { phase: failure === undefined ? "SUCCEEDED" : "PROCESSING" });
  const message = failure ?? written;
  return message === undefined ? {} : { error: { message } };
}

/** The chart says whether there is something to try, and what a failure leads to; the status only tells it on. */
function* transferLimited(object: KubeObject, options: JsonObject): Asking<ReconcileResult> {
  const { generation = 0 } = object.metadata;
  const woken = yield* tell(object, options, { type: "woken", nowMs: toMs(yield* clock()), generation });
  if (woken.state !== "PROCESSING") {
    yield* note(`${woken.state}: not tried`);
    return yield* resultOf(woken);
  }
  const failure = yield* callDependency(object);
  const nowMs = toMs(yield* clock());
  const chart = yield* tell(object, options, failure === undefined ? { type: "succeeded" } : { type: "failed", nowMs });
  const { failures, delayMs } = countsOf(chart);
  yield* note(`${chart.state}, failures ${failures}${delayMs === 0 ? "" : `, again in ${delayMs / 1_000} s`}`);
  const error = yield* writeStatus(object, { phase: chart.state, failures });
  if (error !== undefined) return { error: { message: error } };
  if (chart.state === "FAILED_PERMANENT") return { error: { message: `given up: ${failure}`, terminal: true } };
  return yield* resultOf(chart);
}

/** Comes back when the chart's wait is over. */
function* resultOf(chart: ChartAnswer): Asking<ReconcileResult> {
  if (chart.state !== "RETRY_PENDING") return {};
  return { requeueAfter: micros(countsOf(chart).retryAtMs * 1_000 - (yield* clock())) };
}

function tell(object: KubeObject, options: JsonObject, event: RetryEvent): Asking<ChartAnswer> {
  const { baseMs, capMs, attempts } = readOptions(OPTIONS, options);
  const noted = jsonAt(object.status, "failures");
  const input: RetryInput = {
    baseMs: baseMs / 1_000,
    capMs: capMs / 1_000,
    attempts,
    generation: object.metadata.generation ?? 0,
    failures: typeof noted === "number" ? noted : 0,
  };
  return tellChart("retry", keyOf(object), { ...input }, event);
}

/** The chart's counters; whole numbers by its type. */
function countsOf({ context }: ChartAnswer): Pick<RetryContext, "failures" | "delayMs" | "retryAtMs"> {
  const { failures, delayMs, retryAtMs } = context;
  return { failures: Number(failures), delayMs: Number(delayMs), retryAtMs: Number(retryAtMs) };
}

function toMs(at: Micros): number {
  return Math.ceil(at / 1_000);
}

/** Asks the dependency. Returns why it failed, or undefined. */
function* callDependency(object: KubeObject): Asking<string | undefined> {
  yield* enterPhase("diff");
  const name = jsonAt(object.spec, "dependency");
  if (typeof name !== "string") return undefined;
  const reply = yield* getLive("ConfigMap", objectKey(object.metadata.namespace, name));
  if (reply.type !== "object") return failureOf(reply);
  const state = jsonAt(reply.object.data, "state");
  return state === "up" ? undefined : `${name} is ${String(state)}`;
}

/** Writes the status if it differs. Returns an error text or undefined. */
function* writeStatus(object: KubeObject, finding: JsonObject): Asking<string | undefined> {
  const status = { ...finding, observedGeneration: object.metadata.generation ?? 0 };
  if (jsonEqual(status, object.status)) return undefined;
  yield* enterPhase("apply");
  return failureOf(yield* write({ type: "update", object: { ...object, status }, subresource: "status" }));
}
