import { jsonEqual } from "../../kubernetes/json-equal.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import { namespaceFinalizers } from "../../kubernetes/namespace.ts";
import { type DraftObject, finalizersOf, isTerminating, type KubeObject } from "../../kubernetes/object.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import { revisionOf } from "../../kubernetes/resource-version.ts";
import type { Status } from "../../kubernetes/status.ts";
import { conflict, invalid, notFound, resourceVersionRequired } from "../../kubernetes/status-error.ts";
import { runAdmission } from "./admission.ts";
import { type NamespaceKind, namespaceMissing } from "./create.ts";
import { type Draft, draftOf, wrongBody } from "./draft.ts";
import { type FieldManager, withManagedFields } from "./field-managers.ts";
import { isNamespace, phaseErrors } from "./namespace.ts";
import type { UpdateRequest } from "./request.ts";
import type { RequestFact } from "./server-fact.ts";
import { prepareForUpdate } from "./strategy.ts";
import { validateUpdate } from "./validation.ts";
import { refuse, type WriteContext, type WritePlan } from "./write-plan.ts";

/**
 * Plans a PUT or a PATCH against the object as it is in `current` (fidelity D.1, D.2; `as:registry/generic/registry/store.go:Update @v0.36.3`).
 * Mutating admission comes before the check of the resource version, and needs the namespace to be there; the last finalizer of a terminating object turns the write into a
 * deletion; a write that changes nothing is none.
 */
export function planUpdate(
  request: UpdateRequest,
  context: WriteContext & NamespaceKind,
  current: KubeObject | undefined,
  managers: readonly FieldManager[],
): WritePlan {
  const { info } = context;
  const misdirected = request.verb === "update" ? wrongBody(info, request.body, request) : undefined;
  if (misdirected !== undefined) return refuse(misdirected);
  if (current === undefined) return refuse(notFound(info, request.name));
  const read = draftOf(request, context, current, managers);
  if (read.type === "refused") return refuse(read.status);
  const { draft } = read;
  const homeless = info.namespaced ? namespaceMissing(context, request.namespace ?? "") : undefined;
  if (homeless !== undefined) return refuse(homeless);
  const admitted = runAdmission(context.admit, {
    phase: "mutating",
    operation: "UPDATE",
    info,
    object: draft,
    old: current,
    subresource: request.subresource,
    user: request.user,
    dryRun: request.options.dryRun === true,
  });
  if (admitted.type === "refused") return refuse(admitted.status, admitted.facts);
  return planAdmitted(request, context, current, { ...read, draft: admitted.object ?? draft }, admitted.facts);
}

function planAdmitted(
  request: UpdateRequest,
  context: WriteContext,
  current: KubeObject,
  { draft, managers, applied }: Draft,
  admission: readonly RequestFact[],
): WritePlan {
  const { info } = context;
  const stale = versionRefusal(info, draft, current);
  if (stale !== undefined) return refuse(stale, admission);
  const prepared = prepareForUpdate(info, draft, current, request.subresource);
  const object = withManagedFields(prepared.object, managers);
  const facts = [...admission, ...(applied === undefined ? [] : [applied]), ...prepared.facts];
  const errors = [
    ...validateUpdate(info, object, current),
    ...phaseErrors(info, object, request.subresource),
    ...context.validate(info, object),
  ];
  if (errors.length > 0) return refuse(invalid(info, request.name, errors), facts);
  const dryRun = request.options.dryRun === true;
  const { subresource, user } = request;
  const review = {
    phase: "validating",
    operation: "UPDATE",
    info,
    object,
    old: current,
    subresource,
    user,
    dryRun,
  } as const;
  const validated = runAdmission(context.admit, review);
  const all = [...facts, ...validated.facts];
  if (validated.type === "refused") return refuse(validated.status, all);
  const key = keyOf(current);
  const expected = revisionOf(current);
  const commit = { type: "commit", info, key, expected, dryRun } as const;
  if (isEmptied(info, object, current)) {
    const finished: RequestFact = { type: "lastFinalizerRemoved", key };
    const respond = { type: "submitted", object } as const;
    return { ...commit, object: current, steps: "delete", respond, facts: [...all, finished] };
  }
  if (jsonEqual(object, current)) {
    const unchanged: RequestFact = { type: "unchangedWrite", kind: info.id, key, revision: expected };
    return { type: "answer", response: { type: "object", code: 200, object: current }, facts: [...all, unchanged] };
  }
  return { ...commit, object, managers, steps: "put", respond: { type: "written", code: 200 }, facts: all };
}

function versionRefusal(info: KindInfo, draft: DraftObject, current: KubeObject): Status | undefined {
  const version = draft.metadata.resourceVersion ?? "";
  const name = current.metadata.name;
  if (version === "" || version === "0") {
    return info.unconditionalUpdate ? undefined : resourceVersionRequired(info, name);
  }
  return version === current.metadata.resourceVersion ? undefined : conflict(info, name);
}

/**
 * A terminating object without grace period that lost its last finalizer (`as:registry/generic/registry/store.go:ShouldDeleteDuringUpdate`);
 * a namespace has two lists of them (`kk:pkg/registry/core/namespace/storage/storage.go:ShouldDeleteNamespaceDuringUpdate`).
 */
function isEmptied(info: KindInfo, object: KubeObject, current: KubeObject): boolean {
  return (
    isTerminating(current) &&
    finalizersOf(object).length === 0 &&
    (!isNamespace(info) || namespaceFinalizers(object).length === 0) &&
    (current.metadata.deletionGracePeriodSeconds ?? 0) === 0
  );
}
