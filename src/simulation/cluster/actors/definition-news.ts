import { post } from "../../kernel/turn.ts";
import { conditionsBut } from "../../kubernetes/condition.ts";
import { CLEANUP_FINALIZER, CRD } from "../../kubernetes/custom-resource-definition.ts";
import { jsonEqual } from "../../kubernetes/json-equal.ts";
import { finalizersOf, isTerminating, type KubeObject } from "../../kubernetes/object.ts";
import type { ClusterTurn } from "../cluster.ts";
import type { EtcdEvent } from "../etcd.ts";
import { serverActor } from "./names.ts";

/** Each API server follows the definitions: it stops serving what is gone, and empties what is being deleted (`ax:apiserver/apiserver.go:New`). */
export function definitionChanged(turn: ClusterTurn, server: string, { key, value, previous }: EtcdEvent): void {
  const to = serverActor(server);
  if (value === undefined) post(turn, { to, message: { type: "definition.gone", name: key }, rank: "work" });
  else if (needsCleanup(value.object, previous?.object))
    post(turn, { to, message: { type: "definition.cleanUp", name: key, failures: 0 }, rank: "work" });
}

/** Whether a change wakes the finalizer; a change of its own condition does not (`ax:controller/finalizer/crd_finalizer.go:updateCustomResourceDefinition`). */
function needsCleanup(now: KubeObject, before: KubeObject | undefined): boolean {
  if (!isBeingCleaned(now)) return false;
  return before === undefined || !jsonEqual(bare(now), bare(before));
}

/** Whether a definition waits for its objects to go. */
export function isBeingCleaned(definition: KubeObject): boolean {
  return definition.kind === CRD && isTerminating(definition) && finalizersOf(definition).includes(CLEANUP_FINALIZER);
}

function bare({ metadata, status, ...rest }: KubeObject) {
  const { resourceVersion: _version, ...kept } = metadata;
  return { ...rest, metadata: kept, status: { ...status, conditions: conditionsBut(status, "Terminating") } };
}
