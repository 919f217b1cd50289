import type { Reply } from "../cluster/reconciler.ts";
import { type LabelSelector, matchesLabels } from "../kubernetes/label-selector.ts";
import { controllerOf, isTerminating, type KubeObject, labelsOf, type OwnerReference } from "../kubernetes/object.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import { type Asking, failureOf, getLive, note, refusalOf, wasNotFound, write } from "./asking.ts";
import { kindIdOf } from "./kind-id.ts";
import { controlledBy } from "./owner-reference.ts";

/** Which pods a ReplicaSet has, and which it has to take or to let go; for a Deployment, which ReplicaSets. */
export type ClaimPlan = {
  readonly kept: readonly KubeObject[];
  readonly adopt: readonly KubeObject[];
  readonly release: readonly KubeObject[];
};

/** What claiming led to. `patched` are the pods as the server returned them. */
export type Claims = {
  readonly claimed: readonly KubeObject[];
  readonly patched: readonly KubeObject[];
  readonly error: string | undefined;
};

/**
 * Sorts active pods that the ReplicaSet owns or that nobody owns (`kk:pkg/controller/controller_ref_manager.go:claimObject`). The pod's
 * spec is never compared with the template. A ReplicaSet that is being deleted keeps what it has and does nothing else.
 */
export function planClaims(replicaSet: KubeObject, selector: LabelSelector, pods: readonly KubeObject[]): ClaimPlan {
  const isLeaving = isTerminating(replicaSet);
  const matching = pods.filter((pod) => matchesLabels(selector, labelsOf(pod)));
  const isOwn = (pod: KubeObject) => controllerOf(pod)?.uid === replicaSet.metadata.uid;
  return {
    kept: matching.filter(isOwn),
    adopt: isLeaving ? [] : matching.filter((pod) => controllerOf(pod) === undefined && !isTerminating(pod)),
    release: isLeaving ? [] : pods.filter((pod) => isOwn(pod) && !matching.includes(pod)),
  };
}

/**
 * Adopts and releases, one patch after the other in the order of the pods; a failure does not stop the others
 * (`controller_ref_manager.go:ClaimPods, AdoptPod, ReleasePod`). Before the first adoption the ReplicaSet is read live once, since
 * the store may not know yet that it is being deleted. Upstream sends strategic merge patches that name one owner by uid; here the
 * whole list of owners as the store knows it is sent, with the pod's uid as precondition.
 */
export function* claimPods(replicaSet: KubeObject, plan: ClaimPlan, pods: readonly KubeObject[]): Asking<Claims> {
  const claimed: KubeObject[] = [];
  const patched: KubeObject[] = [];
  const errors: string[] = [];
  let permission: Permission | undefined;
  for (const pod of pods) {
    if (plan.kept.includes(pod)) claimed.push(pod);
    if (plan.release.includes(pod)) {
      const reply = yield* release(replicaSet, pod);
      if (reply.type === "object") patched.push(reply.object);
      const error = isReleaseHarmless(reply) ? undefined : failureOf(reply);
      if (error !== undefined) errors.push(error);
    }
    if (plan.adopt.includes(pod)) {
      permission ??= yield* recheckDeletion(replicaSet);
      if (permission.type === "denied") {
        errors.push(`can't adopt ${pod.kind} ${keyOf(pod)} (${pod.metadata.uid}): ${permission.reason}`);
        continue;
      }
      const reply = yield* adopt(replicaSet, pod);
      if (reply.type === "object") {
        patched.push(reply.object);
        claimed.push(pod);
      } else if (!wasNotFound(reply)) errors.push(failureOf(reply) ?? "no object returned");
    }
  }
  return { claimed, patched, error: aggregate(errors) };
}

type Permission = { readonly type: "granted" } | { readonly type: "denied"; readonly reason: string };

/** A quorum read of the ReplicaSet (`replica_set.go:claimPods`, `controller_ref_manager.go:RecheckDeletionTimestamp`). */
function* recheckDeletion(replicaSet: KubeObject): Asking<Permission> {
  const key = keyOf(replicaSet);
  const reply = yield* getLive(kindIdOf(replicaSet), key);
  if (reply.type !== "object") return denied(`can't recheck DeletionTimestamp: ${failureOf(reply) ?? "no object"}`);
  const { metadata } = reply.object;
  if (metadata.uid !== replicaSet.metadata.uid) {
    const uids = `got uid ${metadata.uid}, wanted ${replicaSet.metadata.uid}`;
    return denied(`can't recheck DeletionTimestamp: original ${replicaSet.kind} ${key} is gone: ${uids}`);
  }
  if (metadata.deletionTimestamp !== undefined) {
    return denied(`${key} has just been deleted at ${metadata.deletionTimestamp}`);
  }
  return { type: "granted" };
}

function denied(reason: string): Permission {
  return { type: "denied", reason };
}

function* adopt(replicaSet: KubeObject, pod: KubeObject): Asking<Reply> {
  yield* note(`adopt ${pod.metadata.name}`);
  return yield* patchOwners(pod, [...(pod.metadata.ownerReferences ?? []), controlledBy(replicaSet)]);
}

function* release(replicaSet: KubeObject, pod: KubeObject): Asking<Reply> {
  yield* note(`release ${pod.metadata.name}: the selector no longer matches it`);
  const owners = pod.metadata.ownerReferences ?? [];
  return yield* patchOwners(
    pod,
    owners.filter((owner) => owner.uid !== replicaSet.metadata.uid),
  );
}

function* patchOwners(pod: KubeObject, ownerReferences: readonly OwnerReference[]): Asking<Reply> {
  const merge = { metadata: { uid: pod.metadata.uid, ownerReferences } };
  return yield* write({ type: "patch", kind: kindIdOf(pod), key: keyOf(pod), merge });
}

/** The pod is gone, or has no such owner, or is another pod of that name: there is nothing to release. */
function isReleaseHarmless(reply: Reply): boolean {
  return wasNotFound(reply) || refusalOf(reply)?.reason === "Invalid";
}

/** How several errors read as one (`am:util/errors/errors.go:NewAggregate @v0.36.3`). */
function aggregate(errors: readonly string[]): string | undefined {
  const different = [...new Set(errors)];
  return different.length > 1 ? `[${different.join(", ")}]` : different[0];
}
