import { defined } from "../../../base/assert.ts";
import { valueAt, valuesOf, withEntry, withoutKey } from "../../../base/persistent-map.ts";
import type { DraftMeta } from "../../kubernetes/object.ts";
import { type Call, type ClusterTurn, change, clusterOf } from "../cluster.ts";
import type { ApiRequest } from "../server/request.ts";

/** Answered calls that are still shown. */
const SHOWN = 24;

/** A call by its number, unless it was answered long ago. */
export function findCall(turn: ClusterTurn, id: number): Call | undefined {
  return valueAt(clusterOf(turn).calls, String(id));
}

/** A call that is known to be kept. */
export function callOf(turn: ClusterTurn, id: number): Call {
  return defined(findCall(turn, id), `call ${id}`);
}

/** Keeps a call as it is now. */
export function putCall(turn: ClusterTurn, call: Call): void {
  change(turn, ({ calls }) => ({ calls: withEntry(calls, String(call.id), call) }));
}

/** Keeps a new call and forgets the oldest answered ones beyond those that are shown. */
export function addCall(turn: ClusterTurn, call: Call): void {
  change(turn, ({ calls, callOrder }) => {
    const order = [...callOrder, call.id];
    const spare = order.slice(0, Math.max(0, order.length - SHOWN));
    const isOver = (call: Call | undefined) => call?.state === "done" && !call.isLate;
    const old = new Set(spare.filter((id) => isOver(valueAt(calls, String(id)))));
    let kept = withEntry(calls, String(call.id), call);
    for (const id of old) kept = withoutKey(kept, String(id));
    return { nextCall: call.id + 1, calls: kept, callOrder: order.filter((id) => !old.has(id)) };
  });
}

/** Calls that are not through yet, oldest first. */
export function openCalls(turn: ClusterTurn, which: (call: Call) => boolean): readonly Call[] {
  return valuesOf(clusterOf(turn).calls)
    .filter((call) => call.state !== "done" && which(call))
    .sort((a, b) => a.id - b.id);
}

/** `LIST Pod`. */
export function callText({ request }: Pick<Call, "request">): string {
  return `${request.verb.toUpperCase()} ${request.kind}`;
}

/** The subresource that a request asks for, as a field of a fact; none if it is about the object itself. */
export function subresourceFact(request: ApiRequest): { readonly subresource?: string } {
  const subresource = "subresource" in request ? request.subresource : undefined;
  return subresource === undefined ? {} : { subresource };
}

/** `namespace/name` of what a request is about; `name*` where the server makes the name up; empty for a collection. */
export function keyText(request: ApiRequest): string {
  const metadata: DraftMeta = request.verb === "create" ? request.body.metadata : {};
  const name =
    "name" in request
      ? request.name
      : (metadata.name ?? (metadata.generateName === undefined ? "" : `${metadata.generateName}*`));
  return request.namespace === undefined || name === "" ? name : `${request.namespace}/${name}`;
}
