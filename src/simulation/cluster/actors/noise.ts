import { micros } from "../../../base/time.ts";
import { post } from "../../kernel/turn.ts";
import { type ClusterTurn, clusterOf } from "../cluster.ts";
import type { ApiRequest } from "../server/request.ts";
import { sendCall } from "./calls.ts";
import { NOISE } from "./names.ts";
import { senderOf } from "./sender.ts";

/** Schedules the first write of the noise, if the plan has any. */
export function startNoise(turn: ClusterTurn): void {
  const { noise } = clusterOf(turn).plan.cluster;
  if (noise !== undefined)
    post(turn, { to: NOISE, message: { type: "noise.write", count: 0 }, after: noise.from, rank: "input" });
}

/** Somebody else writes: the first time an object is made, then it is changed again and again, at even intervals. */
export function writeNoise(turn: ClusterTurn, count: number): void {
  const { noise } = clusterOf(turn).plan.cluster;
  if (noise === undefined) return;
  turn.cause = undefined;
  const { kind, namespace, perSecond, until } = noise;
  const place = { kind, namespace, ...senderOf(turn, NOISE) };
  const name = "job";
  // A pod of a node that is not ours: scheduler and kubelets leave it alone.
  const body = {
    apiVersion: "v1",
    kind,
    metadata: { name, namespace },
    spec: kind === "Pod" ? { nodeName: "elsewhere" } : {},
  };
  const patch = { metadata: { annotations: { beat: String(count) } } };
  const request: ApiRequest =
    count === 0
      ? { verb: "create", ...place, body, options: {} }
      : { verb: "patch", ...place, name, body: { type: "merge", patch }, options: {} };
  sendCall(turn, { client: NOISE, request, replyTo: { type: "nobody" } });
  const after = micros(1_000_000 / perSecond);
  if (turn.world.now + after <= until)
    post(turn, { to: NOISE, message: { type: "noise.write", count: count + 1 }, after, rank: "input" });
}
