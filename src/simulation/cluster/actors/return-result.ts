import { post } from "../../kernel/turn.ts";
import type { CallResult, ClusterTurn } from "../cluster.ts";
import { callOf, putCall } from "./call-store.ts";
import { oneWay } from "./links.ts";
import { receiverOf } from "./names.ts";

/** A result is on its way to whoever waits for it. */
export function returnResult(turn: ClusterTurn, id: number, result: CallResult, fault = false): void {
  const call = callOf(turn, id);
  if (call.state === "done") return;
  putCall(turn, { ...call, state: "returning", result, fault });
  post(turn, {
    to: receiverOf(call.replyTo),
    message: { type: "call.answer", call: id },
    after: oneWay(turn, call.client, call.server),
    rank: "work",
  });
}
