import { setCondition } from "../../kubernetes/condition.ts";
import { isTerminating, jsonAt, type KubeObject } from "../../kubernetes/object.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import { revisionOf } from "../../kubernetes/resource-version.ts";
import { failure, type Status } from "../../kubernetes/status.ts";
import { notFound } from "../../kubernetes/status-error.ts";
import { formatTimestamp } from "../../kubernetes/timestamp.ts";
import type { CreateRequest } from "./request.ts";
import { refuse, type WriteContext, type WritePlan } from "./write-plan.ts";

/**
 * Plans a POST to `pods/NAME/binding`, the only way in which a pod gets its node (`kk:pkg/registry/core/pod/storage/storage.go:BindingREST.Create,
 * assignPod, setPodNodeAndMetadata`, Kubernetes 1.36): a pod is bound once, and never while it is being deleted. The write goes past the
 * strategy of pods, so the generation stays. The answer is a Status. Left out: webhooks, scheduling gates, labels and annotations of the binding.
 */
export function planBinding(
  { body }: CreateRequest,
  { info, now }: WriteContext,
  pod: KubeObject | undefined,
): WritePlan {
  if (pod === undefined) return refuse(notFound(info, body.metadata.name ?? ""));
  const refused = refusal(pod, body.metadata.uid);
  if (refused !== undefined) return refuse(refused);
  const old = jsonAt(pod.status, "conditions");
  const scheduled = { type: "PodScheduled", status: "True", reason: "", message: "" } as const;
  const conditions = setCondition(Array.isArray(old) ? old : [], scheduled, formatTimestamp(now));
  const spec = { ...pod.spec, nodeName: jsonAt(body["target"], "name") ?? "" };
  const object: KubeObject = { ...pod, spec, status: { ...pod.status, conditions } };
  const respond = { type: "status", status: BOUND } as const;
  const expected = revisionOf(pod);
  return { type: "commit", info, key: keyOf(pod), expected, object, steps: "put", respond, dryRun: false, facts: [] };
}

/** What a POST that makes no object answers (`as:endpoints/handlers/create.go:createHandler @v0.36.3`). */
const BOUND: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };

function refusal(pod: KubeObject, wanted: string | undefined): Status | undefined {
  const { name, uid } = pod.metadata;
  if (wanted !== undefined && wanted !== uid) {
    const failed = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${uid}`;
    const place = `Key: /pods/${keyOf(pod)}, ResourceVersion: 0`;
    return conflict(name, `StorageError: invalid object, Code: 4, ${place}, AdditionalErrorMsg: ${failed}`);
  }
  if (isTerminating(pod)) return conflict(name, `pod ${name} is being deleted, cannot be assigned to a host`);
  const node = jsonAt(pod.spec, "nodeName");
  return typeof node === "string" && node !== ""
    ? conflict(name, `pod ${name} is already assigned to node "${node}"`)
    : undefined;
}

/** 409 of the resource `pods/binding`. */
function conflict(name: string, why: string): Status {
  const message = `Operation cannot be fulfilled on pods/binding "${name}": ${why}`;
  return failure(409, "Conflict", message, { name, kind: "pods/binding" });
}
