import { ownValue } from "../../../base/own-value.ts";
import { type Micros, micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import { type ClusterTurn, clusterOf, type ReplyTo } from "../cluster.ts";
import type { ControllerSpec } from "../plan.ts";
import { askLimiter, createLimiter, type Limiter, tokensOf } from "../queue/limiter.ts";
import type { ApiRequest } from "../server/request.ts";
import { changeProcess } from "./processes.ts";

/** One bucket for all requests of a process, as the clients of one clientset share it. */
const ALL = "" as ObjectKey; // a bucket does not tell keys apart

/** The limiter of a fresh client; undefined when the controller has none (controller-runtime's default). */
export function newThrottle({ clientQps, clientBurst }: ControllerSpec): Limiter | undefined {
  return clientQps === 0 ? undefined : createLimiter({ type: "bucket", perSecond: clientQps, burst: clientBurst });
}

/**
 * Takes a token for a request of a process. Returns how long the request has to wait in its client. Every attempt costs one, only the
 * first attempt of a WATCH is free (`cg:rest/request.go:request, Watch`, `with_retry.go:Before @v0.36.3`).
 */
export function takeToken(turn: ClusterTurn, replyTo: ReplyTo, { client, verb }: ApiRequest, attempt: number): Micros {
  const process = ownValue(clusterOf(turn).processes, client);
  const isOwn = replyTo.type === "list" || replyTo.type === "watch" || replyTo.type === "worker";
  if (process?.throttle === undefined || !isOwn || (verb === "watch" && attempt === 1)) return micros(0);
  const { limiter, delayUs } = askLimiter(process.throttle, ALL, turn.world.now);
  changeProcess(turn, client, { throttle: limiter });
  return delayUs;
}

/** Tokens in the bucket at `now`, whole ones and parts; below 0 while requests wait for theirs; −1 when there is no limiter. */
export function tokensAt(throttle: Limiter | undefined, now: Micros): number {
  return throttle === undefined ? -1 : (tokensOf(throttle, now)[0] ?? -1);
}
