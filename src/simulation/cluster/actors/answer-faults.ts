import type { RequestMatcher } from "../actions.ts";
import { type ActiveFault, type ClusterTurn, change } from "../cluster.ts";
import { faultAnswer } from "../server/answer-fault.ts";
import type { ApiServer, Outcome } from "../server/api-server.ts";
import type { ApiRequest } from "../server/request.ts";

/** The first fault in force that answers a request in place of the server. */
export function answersFor(faults: readonly ActiveFault[], request: ApiRequest): ActiveFault | undefined {
  return faults.find(
    (fault) => fault.answer !== undefined && fault.answer.left > 0 && meets(fault.answer.match, request),
  );
}

/** A fault that answers a number of requests has one less to go; the last one ends it. */
export function spendFault(turn: ClusterTurn, fault: ActiveFault): void {
  change(turn, ({ faults }) => ({
    faults: faults.flatMap((each) => {
      if (each.id !== fault.id || each.answer === undefined) return [each];
      const left = each.answer.left - 1;
      return left === 0 ? [] : [{ ...each, answer: { ...each.answer, left } }];
    }),
  }));
}

/** What a request gets from a fault. */
export function faultOutcome(fault: ActiveFault, request: ApiRequest, server: ApiServer): Outcome {
  const mode = fault.answer?.mode ?? "reset";
  switch (mode) {
    case "refused":
      return { type: "noAnswer", how: "connectionRefused" };
    case "eof":
    case "reset":
      return { type: "noAnswer", how: "connectionReset" };
    case "timeout":
      return { type: "noAnswer", how: "hang" };
    default: {
      const asked = request.verb === "watch" ? Number(request.options.resourceVersion ?? 0) || 0 : 0;
      const answer = faultAnswer(mode, request.verb, asked);
      if (answer.type === "streamError")
        return { type: "errorStream", event: { type: "ERROR", object: answer.status } };
      if (answer.type !== "status") return { type: "noAnswer", how: answer.type };
      const retryAfterSeconds = fault.answer?.retryAfterSeconds ?? 0;
      const details = retryAfterSeconds > 0 ? { details: { ...answer.status.details, retryAfterSeconds } } : {};
      const known = server.kinds[request.kind] !== undefined;
      return {
        type: "response",
        response: { type: "status", status: known ? { ...answer.status, ...details } : answer.status },
      };
    }
  }
}

function meets(match: RequestMatcher, request: ApiRequest): boolean {
  const name = "name" in request ? request.name : undefined;
  return (
    (match.verb === undefined || match.verb === request.verb) &&
    (match.kind === undefined || match.kind === request.kind) &&
    (match.client === undefined || match.client === request.client) &&
    (match.name === undefined || match.name === name)
  );
}
