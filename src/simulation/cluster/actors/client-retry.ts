import type { Micros } from "../../../base/time.ts";
import { record } from "../../kernel/turn.ts";
import { retryAfterSeconds } from "../../kubernetes/status.ts";
import { type Call, type CallResult, type ClusterTurn, clusterOf } from "../cluster.ts";
import { type AttemptOutcome, decideAttempt, type RetryClass } from "../informer/rest.ts";
import { keyText } from "./call-store.ts";
import { sendCall } from "./calls.ts";
import { clientActor } from "./names.ts";
import { processNamed } from "./processes.ts";

/** What a process's client makes of an attempt: its code hears of the result, or the client tries again, or an empty stream opens. */
export type ClientVerdict = "tell" | "retried" | "emptyWatch";

/**
 * The REST client of a process looks at the result of an attempt before anybody else does. Other clients (users, scheduler, kubelets)
 * have no such layer here: what they do about failures is their own.
 */
export function judgeAttempt(turn: ClusterTurn, call: Call): ClientVerdict {
  const { result, request, attempt } = call;
  if (result === undefined || !isAwaited(turn, call)) return "tell";
  const decision = decideAttempt(retryClass(request.verb), attempt, outcomeOf(result));
  switch (decision.type) {
    case "retry":
      retry(turn, call, result, decision.after);
      return "retried";
    case "emptyWatch":
      return "emptyWatch";
    case "accept":
    case "fail":
      return "tell";
  }
}

/** Whether a process still wants the answer: neither a former life of it nor a reflector that has given the request up. */
export function isAwaited(turn: ClusterTurn, { replyTo }: Call): boolean {
  switch (replyTo.type) {
    case "list":
    case "watch": {
      const { informer, n, run } = replyTo;
      const [process = ""] = informer.split("/", 1);
      const state = clusterOf(turn).informers[informer];
      if (state === undefined || processNamed(turn, process).runs !== run || state.reflector.stopped) return false;
      return n === (replyTo.type === "list" ? state.reflector.lists : state.reflector.watch);
    }
    case "worker":
    case "elector":
      return processNamed(turn, replyTo.process).runs === replyTo.run;
    case "agentWatch":
    case "agentWrite":
    case "system":
    case "nobody":
      return false;
  }
}

function retry(turn: ClusterTurn, call: Call, result: CallResult, after: Micros): void {
  const { client, request, replyTo, sentAt } = call;
  const { verb, kind } = request;
  const attempt = call.attempt + 1;
  const told = { request: call.id, verb, kind, key: keyText(request), attempt, after, ...whyOf(result) };
  record(turn, clientActor(client), { type: "client.retry", ...told });
  sendCall(turn, { client, request, replyTo, after, attempt, sentAt });
}

function whyOf(result: CallResult): { readonly code: number; readonly reason: string } {
  if (result.type === "network") return { code: 0, reason: result.reason };
  if (result.type === "stream" || result.response.type !== "status") return { code: 200, reason: "" };
  const { code, reason = "" } = result.response.status;
  return { code, reason };
}

function outcomeOf(result: CallResult): AttemptOutcome {
  if (result.type === "network") {
    // Nothing is tried again for a caller whose context has ended.
    if (result.reason === "context canceled") return { type: "accepted" };
    return { type: "broken", failure: result.reason };
  }
  if (result.type === "stream" || result.response.type !== "status" || result.response.status.status === "Success")
    return { type: "accepted" };
  const { status } = result.response;
  return { type: "answered", status, retryAfterSeconds: retryAfterSeconds(status) };
}

function retryClass(verb: Call["request"]["verb"]): RetryClass {
  return verb === "list" || verb === "watch" || verb === "get" ? verb : "write";
}
