import type { Reply } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import {
  type DraftObject,
  isJsonObject,
  type JsonObject,
  jsonAt,
  type KubeObject,
  withMetadata,
} from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import {
  type Asking,
  clock,
  enterPhase,
  failureOf,
  getCached,
  isNamespaceTerminating,
  note,
  refusalOf,
  write,
} from "./asking.ts";
import { conditionIn, type DeploymentCondition, withCondition } from "./deployment-conditions.ts";
import {
  currentAnnotations,
  firstAnnotations,
  nextRevision,
  nextSizeOfCurrent,
  REVISION,
  type ReplicaSets,
  sortReplicaSets,
} from "./deployment-replica-sets.ts";
import {
  HASH_LABEL,
  hasProgressDeadline,
  sameTemplate,
  templateHash,
  templateOf,
  withHash,
} from "./deployment-spec.ts";
import { type Failure, putDeploymentStatus, putReplicaSet } from "./deployment-writes.ts";
import { controlledBy, isControlledBy } from "./owner-reference.ts";
import { numberAt } from "./replica-set-spec.ts";

/** The Deployment as the sync goes on with it, and its ReplicaSets. */
export type Known = { readonly type: "known"; readonly deployment: KubeObject; readonly sets: ReplicaSets };

/**
 * The ReplicaSet of the present template and the others, books brought up to date: revision numbers on both sides, copied annotations,
 * the condition that progress has begun (`kk:pkg/controller/deployment/sync.go:getAllReplicaSetsAndSyncRevision, getNewReplicaSet`).
 * One that is missing is made if `create` says so.
 */
export function* syncRevision(
  deployment: KubeObject,
  owned: readonly KubeObject[],
  create: boolean,
): Asking<Known | Failure> {
  const sets = sortReplicaSets(deployment, owned);
  if (sets.current !== undefined) return yield* keepBooks(deployment, sets, sets.current);
  if (!create) return { type: "known", deployment, sets };
  return yield* createCurrent(deployment, sets);
}

function* keepBooks(deployment: KubeObject, sets: ReplicaSets, current: KubeObject): Asking<Known | Failure> {
  const annotations = currentAnnotations(deployment, current, nextRevision(sets.old));
  const minReadySeconds = numberAt(deployment.spec, "minReadySeconds", 0);
  const sameSeconds = numberAt(current.spec, "minReadySeconds", 0) === minReadySeconds;
  if (!sameSeconds || !jsonEqual(annotations, current.metadata.annotations ?? {})) {
    yield* note(`bring ${current.metadata.name} up to date: revision ${annotations[REVISION]}`);
    const spec: JsonObject = sameSeconds ? { ...current.spec } : { ...current.spec, minReadySeconds };
    const update = yield* putReplicaSet({ ...withMetadata(current, { annotations }), spec });
    if (update.type === "failed") return update;
    return { type: "known", deployment, sets: { ...sets, current: update.object } };
  }
  const revised = withRevision(deployment, annotations[REVISION] ?? "");
  const message = `Found new replica set "${current.metadata.name}"`;
  const begun: DeploymentCondition = { type: "Progressing", status: "True", reason: "FoundNewReplicaSet", message };
  const isUnknown = hasProgressDeadline(deployment) && conditionIn(deployment.status, "Progressing") === undefined;
  const next = isUnknown ? yield* withStatusCondition(revised, begun) : revised;
  return yield* saved(deployment, next, sets);
}

function* createCurrent(deployment: KubeObject, sets: ReplicaSets): Asking<Known | Failure> {
  const revision = nextRevision(sets.old);
  const draft = firstReplicaSet(deployment, sets, revision);
  const { name = "" } = draft.metadata;
  yield* note(
    `no ReplicaSet has this template: create ${name} with ${draft.spec?.replicas} pods, revision ${revision}`,
  );
  yield* enterPhase("apply");
  const reply = yield* write({ type: "create", object: draft });
  if (reply.type === "object") {
    const message = `Created new replica set "${name}"`;
    const begun: DeploymentCondition = { type: "Progressing", status: "True", reason: "NewReplicaSetCreated", message };
    const revised = withRevision(deployment, revision);
    const next = hasProgressDeadline(deployment) ? yield* withStatusCondition(revised, begun) : revised;
    return yield* saved(deployment, next, { ...sets, current: reply.object });
  }
  if (refusalOf(reply)?.reason === "AlreadyExists") {
    return yield* takeExisting(deployment, sets, { name, revision, error: errorOf(reply) });
  }
  return yield* creationFailed(deployment, name, reply);
}

/** The name is taken: by the very ReplicaSet, which the store does not know as such yet, or by another template with the same hash. */
function* takeExisting(
  deployment: KubeObject,
  sets: ReplicaSets,
  { name, revision, error }: { readonly name: string; readonly revision: string; readonly error: string },
): Asking<Known | Failure> {
  const found = yield* getCached("ReplicaSet", objectKey(deployment.metadata.namespace, name));
  if (found === undefined) return { type: "failed", error: `replicaset.apps "${name}" not found` };
  if (isControlledBy(found, deployment) && sameTemplate(templateOf(deployment), templateOf(found))) {
    return yield* saved(deployment, withRevision(deployment, revision), { ...sets, current: found });
  }
  const collisionCount = numberAt(deployment.status, "collisionCount", 0) + 1;
  yield* note(`another template has the name ${name}: collision ${collisionCount}`);
  yield* putDeploymentStatus({ ...deployment, status: { ...deployment.status, collisionCount } });
  return { type: "failed", error };
}

function* creationFailed(deployment: KubeObject, name: string, reply: Reply): Asking<Failure> {
  const error = errorOf(reply);
  if (isNamespaceTerminating(reply)) {
    yield* note(`${error}: nothing more to do`);
    return { type: "failed", error, isFinal: true };
  }
  if (hasProgressDeadline(deployment)) {
    const message = `Failed to create new replica set "${name}": ${error}`;
    const failed = { type: "Progressing", status: "False", reason: "ReplicaSetCreateError", message } as const;
    yield* putDeploymentStatus(yield* withStatusCondition(deployment, failed));
  }
  return { type: "failed", error };
}

/** Writes the Deployment's status if the books made it another one. */
function* saved(before: KubeObject, after: KubeObject, sets: ReplicaSets): Asking<Known | Failure> {
  if (after === before) return { type: "known", deployment: after, sets };
  const update = yield* putDeploymentStatus(after);
  return update.type === "failed" ? update : { type: "known", deployment: after, sets };
}

function* withStatusCondition(deployment: KubeObject, condition: DeploymentCondition): Asking<KubeObject> {
  return { ...deployment, status: withCondition(deployment.status ?? {}, condition, yield* clock()) };
}

function withRevision(deployment: KubeObject, revision: string): KubeObject {
  const { annotations } = deployment.metadata;
  if (annotations?.[REVISION] === revision) return deployment;
  return withMetadata(deployment, { annotations: { ...annotations, [REVISION]: revision } });
}

/** The ReplicaSet of a template that none has: named after the hash of the template, which its pods are labelled with. */
function firstReplicaSet(deployment: KubeObject, sets: ReplicaSets, revision: string): DraftObject {
  const { name, namespace } = deployment.metadata;
  const hash = templateHash(templateOf(deployment), numberAt(deployment.status, "collisionCount", 0));
  const template = withHash(templateOf(deployment), hash);
  const selector = jsonAt(deployment.spec, "selector");
  const labels = jsonAt(template, "metadata", "labels");
  const minReadySeconds = numberAt(deployment.spec, "minReadySeconds", 0);
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `${name}-${hash}`,
      ...(namespace === undefined ? {} : { namespace }),
      labels: stringsOf(labels),
      annotations: firstAnnotations(deployment, revision),
      ownerReferences: [controlledBy(deployment)],
    },
    spec: {
      replicas: nextSizeOfCurrent(deployment, sets.old, 0),
      ...(minReadySeconds === 0 ? {} : { minReadySeconds }),
      selector: selecting(isJsonObject(selector) ? selector : {}, hash),
      template,
    },
  };
}

function selecting(selector: JsonObject, hash: string): JsonObject {
  const matched = isJsonObject(selector.matchLabels) ? selector.matchLabels : {};
  return { ...selector, matchLabels: { ...matched, [HASH_LABEL]: hash } };
}

function stringsOf(labels: unknown): Readonly<Record<string, string>> {
  if (typeof labels !== "object" || labels === null) return {};
  return Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)]));
}

function errorOf(reply: Reply): string {
  return failureOf(reply) ?? "no object returned";
}
