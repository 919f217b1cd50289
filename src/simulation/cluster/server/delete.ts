import { type Micros, micros, seconds } from "../../../base/time.ts";
import { jsonEqual } from "../../kubernetes/json-equal.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import { namespaceFinalizers } from "../../kubernetes/namespace.ts";
import {
  finalizersOf,
  isTerminating,
  type KubeObject,
  type ObjectMeta,
  withMetadata,
} from "../../kubernetes/object.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import { revisionOf } from "../../kubernetes/resource-version.ts";
import type { Status } from "../../kubernetes/status.ts";
import { deletePreconditionConflict, notFound } from "../../kubernetes/status-error.ts";
import { formatTimestamp, parseTimestamp } from "../../kubernetes/timestamp.ts";
import { runAdmission } from "./admission.ts";
import { isDefinition, terminatingDefinition } from "./definition.ts";
import { immortalRefusal, isNamespace, terminatingNamespace } from "./namespace.ts";
import type { DeleteOptions, DeleteRequest } from "./request.ts";
import type { DeletionHold, RequestFact } from "./server-fact.ts";
import { deletedAnswer, refuse, type WriteContext, type WritePlan } from "./write-plan.ts";

/** Finalizers that carry a propagation policy until the garbage collector has done its part. */
const orphanFinalizer = "orphan";
const foregroundFinalizer = "foregroundDeletion";

/**
 * Plans a DELETE (fidelity D.5; `as:registry/generic/registry/store.go:Delete, updateForGracefulDeletionAndFinalizers`,
 * `as:registry/rest/delete.go:BeforeDelete @v0.36.3`): refuse, do nothing, mark as terminating, or remove.
 */
export function planDelete(request: DeleteRequest, context: WriteContext, current: KubeObject | undefined): WritePlan {
  const { info, now } = context;
  const immortal = immortalRefusal(info, request.name);
  if (immortal !== undefined) return refuse(immortal);
  if (current === undefined) return refuse(notFound(info, request.name));
  const mismatch = failedPrecondition(info, current, request.options);
  if (mismatch !== undefined) return refuse(mismatch);
  const admitted = admitDelete(request, context, current);
  if (admitted.type === "refused") return refuse(admitted.status, admitted.facts);
  if (isNamespace(info) && (!isTerminating(current) || namespaceFinalizers(current).length > 0))
    return planNamespaceDeletion(request, context, current, admitted.facts);
  if (isDefinition(info) && !isTerminating(current) && context.inCollection !== true)
    return markedPlan(info, current, terminatingDefinition(current, now), isDryRun(request), admitted.facts);
  const grace = gracefulStep(info, current, request.options, now);
  const facts = admitted.facts;
  if (grace.type === "pending") {
    const waitsFor = holdOf(info, current);
    const unchanged: RequestFact = { type: "deletionUnchanged", key: keyOf(current), waitsFor };
    return { type: "answer", response: deletedAnswer(info, current), facts: [...facts, unchanged] };
  }
  const finalizers = finalizersForPolicy(info, current, request.options);
  const marked = withFinalizers(grace.type === "graceful" ? grace.object : current, finalizers);
  const dryRun = isDryRun(request);
  const removal = {
    ...plan(info, current, dryRun),
    object: current,
    steps: "delete",
    respond: { type: "deleted" },
  } as const;
  if (grace.type === "immediate") {
    if (finalizers.length === 0) return { ...removal, facts };
    return markedPlan(info, current, markAsDeleting(marked, now), dryRun, facts);
  }
  const isLast = finalizers.length === 0 && marked.metadata.deletionGracePeriodSeconds === 0;
  if (!isLast) return markedPlan(info, current, marked, dryRun, facts);
  const all = [...facts, ...markFacts(info, current, marked)];
  return { ...removal, object: marked, steps: "putThenDelete", facts: all };
}

/** The first DELETE of a namespace begins its end, the following ones answer with what is there (`kk:pkg/registry/core/namespace/storage/storage.go:Delete`). */
function planNamespaceDeletion(
  request: DeleteRequest,
  { info, now }: WriteContext,
  current: KubeObject,
  facts: readonly RequestFact[],
): WritePlan {
  const finalizers = finalizersForPolicy(info, current, request.options);
  const marked = withFinalizers(terminatingNamespace(current, now), finalizers);
  return markedPlan(info, current, isTerminating(current) ? current : marked, isDryRun(request), facts);
}

function isDryRun({ options }: DeleteRequest): boolean {
  return options.dryRun === true;
}

function plan(info: KindInfo, current: KubeObject, dryRun: boolean) {
  return { type: "commit", info, key: keyOf(current), expected: revisionOf(current), dryRun } as const;
}

function admitDelete(request: DeleteRequest, context: WriteContext, current: KubeObject) {
  const review = {
    operation: "DELETE",
    info: context.info,
    object: undefined,
    old: current,
    subresource: undefined,
    user: request.user,
    dryRun: isDryRun(request),
  } as const;
  const mutating = runAdmission(context.admit, { ...review, phase: "mutating" });
  if (mutating.type === "refused") return mutating;
  const validating = runAdmission(context.admit, { ...review, phase: "validating" });
  return { ...validating, facts: [...mutating.facts, ...validating.facts] };
}

function failedPrecondition(info: KindInfo, current: KubeObject, options: DeleteOptions): Status | undefined {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const { name } = current.metadata;
  if (uid !== undefined && uid !== current.metadata.uid) {
    return deletePreconditionConflict(info, name, { type: "uid", wanted: uid, found: current.metadata.uid });
  }
  if (resourceVersion !== undefined && resourceVersion !== current.metadata.resourceVersion) {
    const found = current.metadata.resourceVersion;
    return deletePreconditionConflict(info, name, { type: "resourceVersion", wanted: resourceVersion, found });
  }
  return undefined;
}

function markedPlan(
  info: KindInfo,
  current: KubeObject,
  marked: KubeObject,
  dryRun: boolean,
  facts: readonly RequestFact[],
): WritePlan {
  const all = [...facts, ...markFacts(info, current, marked)];
  if (jsonEqual(marked, current))
    return { type: "answer", response: { type: "object", code: 200, object: current }, facts: all };
  const respond = { type: "written", code: 200 } as const;
  return { ...plan(info, current, dryRun), object: marked, steps: "put", respond, facts: all };
}

function markFacts(info: KindInfo, current: KubeObject, marked: KubeObject): readonly RequestFact[] {
  const key = keyOf(current);
  const waitsFor = holdOf(info, marked);
  if (jsonEqual(marked, current)) return [{ type: "deletionUnchanged", key, waitsFor }];
  const from = current.metadata.generation ?? 0;
  const to = marked.metadata.generation ?? 0;
  const bumped: readonly RequestFact[] = from === to ? [] : [{ type: "generationBumped", key, from, to }];
  return [...bumped, { type: "deletionMarked", key, waitsFor }];
}

function holdOf(info: KindInfo, object: KubeObject): DeletionHold {
  const finalizers = [...finalizersOf(object), ...(isNamespace(info) ? namespaceFinalizers(object) : [])];
  if (finalizers.length > 0) return { type: "finalizers", finalizers };
  const seconds = object.metadata.deletionGracePeriodSeconds ?? 0;
  return seconds > 0 ? { type: "gracePeriod", seconds } : { type: "nothing" };
}

type GracefulStep =
  | { readonly type: "immediate" }
  | { readonly type: "pending" }
  | { readonly type: "graceful"; readonly object: KubeObject };

/** `as:registry/rest/delete.go:BeforeDelete`: a grace period is set once and can only be shortened afterwards. */
function gracefulStep(info: KindInfo, current: KubeObject, options: DeleteOptions, now: Micros): GracefulStep {
  if (!info.gracefulDeletion) return { type: "immediate" };
  const asked = options.gracePeriodSeconds;
  const wanted = asked !== undefined && asked < 0 ? 1 : asked;
  if (isTerminating(current)) return shortened(current, wanted, now);
  const period = podGracePeriod(current, wanted);
  const deletionTimestamp = formatTimestamp(micros(now + seconds(period)));
  const change = { deletionTimestamp, deletionGracePeriodSeconds: period, ...nextGeneration(current) };
  return { type: "graceful", object: withMetadata(current, change) };
}

function shortened(current: KubeObject, wanted: number | undefined, now: Micros): GracefulStep {
  const old = current.metadata.deletionGracePeriodSeconds ?? 0;
  if (old === 0) return { type: "immediate" };
  if (wanted === undefined || wanted >= old) return { type: "pending" };
  const planned = parseTimestamp(current.metadata.deletionTimestamp ?? "") ?? now;
  const moved = planned - seconds(old) + seconds(wanted);
  const passed = moved < now;
  const change = {
    deletionTimestamp: formatTimestamp(micros(Math.max(moved, now))),
    deletionGracePeriodSeconds: passed && wanted !== 0 ? 1 : wanted,
  };
  return { type: "graceful", object: withMetadata(current, change) };
}

/** A pod that no node runs, or that has ended, gets no grace period (`kk:pkg/registry/core/pod/strategy.go:CheckGracefulDelete`). */
function podGracePeriod(pod: KubeObject, wanted: number | undefined): number {
  const ofSpec = pod.spec?.terminationGracePeriodSeconds;
  const { nodeName } = pod.spec ?? {};
  const phase = pod.status?.phase;
  if (nodeName === undefined || nodeName === "" || phase === "Succeeded" || phase === "Failed") return 0;
  return wanted ?? (typeof ofSpec === "number" ? ofSpec : 30);
}

/** `as:registry/generic/registry/store.go:markAsDeleting`. */
function markAsDeleting(object: KubeObject, now: Micros): KubeObject {
  const { deletionTimestamp } = object.metadata;
  const planned = deletionTimestamp === undefined ? undefined : parseTimestamp(deletionTimestamp);
  const keeps = planned !== undefined && planned <= now;
  return withMetadata(object, {
    ...(keeps ? {} : { deletionTimestamp: formatTimestamp(now) }),
    deletionGracePeriodSeconds: 0,
    ...(deletionTimestamp === undefined ? nextGeneration(object) : {}),
  });
}

function nextGeneration(object: KubeObject): Partial<ObjectMeta> {
  const generation = object.metadata.generation ?? 0;
  return generation > 0 ? { generation: generation + 1 } : {};
}

/** Options decide over a finalizer that is there already, and that over the kind's default (`deletionFinalizersForGarbageCollection`). */
function finalizersForPolicy(info: KindInfo, object: KubeObject, options: DeleteOptions): readonly string[] {
  const old = finalizersOf(object);
  const carried = old.find((finalizer) => finalizer === orphanFinalizer || finalizer === foregroundFinalizer);
  const policy = options.propagationPolicy ?? carriedPolicy(carried) ?? info.defaultPropagation;
  const others = old.filter((finalizer) => finalizer !== orphanFinalizer && finalizer !== foregroundFinalizer);
  const added = policy === "Orphan" ? [orphanFinalizer] : policy === "Foreground" ? [foregroundFinalizer] : [];
  const next = [...others, ...added];
  return next.length === old.length && next.every((finalizer) => old.includes(finalizer)) ? old : next;
}

function carriedPolicy(finalizer: string | undefined): "Orphan" | "Foreground" | undefined {
  if (finalizer === undefined) return undefined;
  return finalizer === orphanFinalizer ? "Orphan" : "Foreground";
}

function withFinalizers(object: KubeObject, finalizers: readonly string[]): KubeObject {
  if (finalizers === finalizersOf(object)) return object;
  const { finalizers: _replaced, ...rest } = object.metadata;
  return { ...object, metadata: finalizers.length === 0 ? rest : { ...rest, finalizers } };
}
