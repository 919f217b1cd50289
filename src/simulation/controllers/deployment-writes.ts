import type { DraftObject, KubeObject } from "../kubernetes/object.ts";
import { type Asking, enterPhase, failureOf, note, write } from "./asking.ts";
import { sized, withSizes } from "./deployment-replica-sets.ts";
import { maxSurgeOf } from "./deployment-spec.ts";
import { replicasOf } from "./replica-set-spec.ts";

/** A request of the sync failed: the Deployment is tried again, rate limited; not when that is of no use (`deployment_controller.go:handleErr`). */
export type Failure = { readonly type: "failed"; readonly error: string; readonly isFinal?: true };

/** A write that worked, or the failure. */
export type Written = { readonly type: "written"; readonly object: KubeObject } | Failure;

/**
 * Writes the status, and with it the annotations: that is how the revision gets onto a Deployment. Upstream goes on with its own copy and
 * its old resource version, so a second status update in the same sync fails with 409 (`kk:pkg/controller/deployment/sync.go`).
 */
export function* putDeploymentStatus(deployment: KubeObject): Asking<Written> {
  return yield* written({ type: "update", object: deployment, subresource: "status" });
}

/** Replaces a ReplicaSet as the store knows it. */
export function* putReplicaSet(replicaSet: KubeObject): Asking<Written> {
  return yield* written({ type: "update", object: replicaSet });
}

/** What became of a ReplicaSet's size. `scaled` is false when it had that size already. */
export type Scaled = { readonly type: "done"; readonly replicaSet: KubeObject; readonly scaled: boolean } | Failure;

/** Gives a ReplicaSet a size, and nothing if it has it (`sync.go:scaleReplicaSetAndRecordEvent`). */
export function* scaleIfNeeded(deployment: KubeObject, replicaSet: KubeObject, size: number): Asking<Scaled> {
  if (replicasOf(replicaSet) === size) return { type: "done", replicaSet, scaled: false };
  return yield* scaleTo(deployment, replicaSet, size);
}

/** Gives a ReplicaSet a size, and the annotations that say for how many replicas (`sync.go:scaleReplicaSet`). */
export function* scaleTo(deployment: KubeObject, replicaSet: KubeObject, size: number): Asking<Scaled> {
  const from = replicasOf(replicaSet);
  const wanted = sized(withSizes(deployment, replicaSet), size);
  const annotated = Object.entries(wanted.metadata.annotations ?? {});
  const isAnnotated = annotated.every(([key, value]) => replicaSet.metadata.annotations?.[key] === value);
  if (from === size && isAnnotated) return { type: "done", replicaSet, scaled: false };
  const { name } = replicaSet.metadata;
  yield* note(
    from === size
      ? `${name} stays at ${size}; at most ${size + maxSurgeOf(deployment)} pods in all`
      : `scale ${from < size ? "up" : "down"} ${name} from ${from} to ${size}`,
  );
  const update = yield* putReplicaSet(wanted);
  if (update.type === "failed") return update;
  return { type: "done", replicaSet: update.object, scaled: from !== size };
}

function* written(
  request:
    | { readonly type: "create"; readonly object: DraftObject }
    | { readonly type: "update"; readonly object: KubeObject; readonly subresource?: "status" },
): Asking<Written> {
  yield* enterPhase("apply");
  const reply = yield* write(request);
  if (reply.type === "object") return { type: "written", object: reply.object };
  return { type: "failed", error: failureOf(reply) ?? "no object returned" };
}
