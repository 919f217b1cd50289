import { assert } from "../../base/assert.ts";
import type { Micros } from "../../base/time.ts";
import type { Answer, Ask, Enqueue, Reply, WriteRequest } from "../cluster/reconciler.ts";
import type { KindInfo } from "../kubernetes/kind.ts";
import type { Json, KubeObject } from "../kubernetes/object.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import { isConflict, isNotFound, type Status } from "../kubernetes/status.ts";

/** A part of a run: asks, is answered, and returns `T`. Call it with `yield*`. */
export type Asking<T> = Generator<Ask, T, Answer>;

/** Says which of the three phases in the middle of a run begins. */
export function* enterPhase(phase: "fetch" | "diff" | "apply"): Asking<void> {
  answered(yield { type: "phase", phase }, "done");
}

/** Puts a finding into the trace. */
export function* note(text: string): Asking<void> {
  answered(yield { type: "note", text }, "done");
}

/** Reads an object from the informer's store. */
export function* getCached(kind: string, key: ObjectKey): Asking<KubeObject | undefined> {
  return answered(yield { type: "get", kind, key }, "object").object;
}

/** Reads the objects of a namespace from the informer's store, sorted by key. */
export function* listCached(kind: string, namespace: string): Asking<readonly KubeObject[]> {
  return answered(yield { type: "list", kind, namespace }, "objects").objects;
}

/** The version that the informer's store has reached. */
export function* storeVersion(kind: string): Asking<string> {
  return answered(yield { type: "storeVersion", kind }, "version").resourceVersion;
}

/** Reads an object from the API server. */
export function* getLive(kind: string, key: ObjectKey): Asking<Reply> {
  return answered(yield { type: "getLive", kind, key }, "reply").reply;
}

/** Lists from the API server; without a namespace in all of them. */
export function* listLive(kind: string, namespace?: string): Asking<Reply> {
  return answered(yield { type: "listLive", kind, ...(namespace === undefined ? {} : { namespace }) }, "reply").reply;
}

/** The kinds that the API server says it serves. */
export function* discover(): Asking<readonly KindInfo[]> {
  return answered(yield { type: "discover" }, "kinds").kinds;
}

/** Sends requests at the same time and waits for all answers, in the order of the requests. */
export function* writeAll(requests: readonly WriteRequest[]): Asking<readonly Reply[]> {
  const { replies } = answered(yield { type: "write", requests }, "replies");
  assert(replies.length === requests.length, () => `${requests.length} requests, ${replies.length} replies`);
  return replies;
}

/** Sends one request and waits for its answer. */
export function* write(request: WriteRequest): Asking<Reply> {
  const [reply] = yield* writeAll([request]);
  assert(reply !== undefined, "a request without a reply");
  return reply;
}

/** The time as it is now. */
export function* clock(): Asking<Micros> {
  return answered(yield { type: "clock" }, "time").now;
}

/** Waits. */
export function* sleep(duration: Micros): Asking<void> {
  answered(yield { type: "sleep", duration }, "done");
}

/** The controller's memory as it is now. */
export function* recall(): Asking<Json> {
  return answered(yield { type: "recall" }, "memory").memory;
}

/** Replaces the controller's memory. */
export function* remember(memory: Json, why: string): Asking<void> {
  answered(yield { type: "remember", memory, why }, "done");
}

/** A chart of the reconciler's own after an event. */
export type ChartAnswer = Omit<Extract<Answer, { readonly type: "chart" }>, "type">;

/** Gives a chart of the reconciler's own an event, and starts it with `input` before its first one. */
export function* tellChart(
  chart: string,
  key: ObjectKey,
  input: Json,
  event: { readonly type: string },
): Asking<ChartAnswer> {
  return answered(yield { type: "chart", chart, key, input, event }, "chart");
}

/** Adds a key to the controller's own queue. */
export function* enqueueKey(enqueue: Enqueue): Asking<void> {
  answered(yield { type: "enqueue", enqueue }, "done");
}

/** What a failed request returns as error text, or undefined if it succeeded. A Status of success is the answer to some deletions. */
export function failureOf(reply: Reply): string | undefined {
  if (reply.type === "object" || reply.type === "list") return undefined;
  if (reply.type === "network") return reply.reason;
  const { status } = reply;
  return status.status === "Success" ? undefined : (status.message ?? status.reason ?? `code ${status.code}`);
}

/** The Status of a request that the server refused, or undefined. */
export function refusalOf(reply: Reply): Status | undefined {
  return reply.type === "status" && reply.status.status === "Failure" ? reply.status : undefined;
}

/** Whether the object was not there. */
export function wasNotFound(reply: Reply): boolean {
  const status = refusalOf(reply);
  return status !== undefined && isNotFound(status);
}

/** Whether the object had changed meanwhile. */
export function wasConflict(reply: Reply): boolean {
  const status = refusalOf(reply);
  return status !== undefined && isConflict(status);
}

/** Whether the namespace is going away: nothing can be created in it any more. */
export function isNamespaceTerminating(reply: Reply): boolean {
  const causes = refusalOf(reply)?.details?.causes ?? [];
  return causes.some(({ reason }) => reason === "NamespaceTerminating");
}

function answered<T extends Answer["type"]>(answer: Answer, type: T): Extract<Answer, { readonly type: T }> {
  assert(isAnswer(answer, type), () => `answer ${answer.type} where ${type} was asked for`);
  return answer;
}

function isAnswer<T extends Answer["type"]>(answer: Answer, type: T): answer is Extract<Answer, { readonly type: T }> {
  return answer.type === type;
}
