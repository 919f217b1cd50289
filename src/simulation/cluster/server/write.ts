import { AssertionError, assert } from "../../../base/assert.ts";
import { valueAt } from "../../../base/persistent-map.ts";
import { ok, type Result } from "../../../base/result.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import type { DraftObject, KubeObject } from "../../kubernetes/object.ts";
import { type ObjectKey, objectKey } from "../../kubernetes/object-key.ts";
import { formatResourceVersion, revision, revisionOf } from "../../kubernetes/resource-version.ts";
import { fieldManagerRequired, undecodable } from "../../kubernetes/status-error.ts";
import { type Etcd, type EtcdEvent, etcdGet, etcdRange } from "../etcd.ts";
import { planBinding } from "./binding.ts";
import { type NamespaceKind, namespaceRefusal, planCreate } from "./create.ts";
import { decodeBody } from "./decode-body.ts";
import { planDelete } from "./delete.ts";
import { wrongBody } from "./draft.ts";
import {
  type ApiResponse,
  type CreateRequest,
  type DeleteCollectionRequest,
  type DeleteRequest,
  filterOf,
  isStatus,
  type UpdateRequest,
} from "./request.ts";
import type { RequestFact } from "./server-fact.ts";
import { planUpdate } from "./update.ts";
import type { WatchCache } from "./watch-cache.ts";
import { passes } from "./watcher.ts";
import { commitPlan, refuse, type WriteContext, type WritePlan } from "./write-plan.ts";

/** A request that writes one object. */
export type WriteRequest = CreateRequest | UpdateRequest | DeleteRequest;

/** What planning a write looks at. `cache` is where an update takes its first look at the object, so it may be behind. */
export type WriteView = {
  readonly etcd: Etcd;
  readonly cache: WatchCache;
  readonly context: WriteContext & NamespaceKind;
};

/** What a finished write did. */
export type WriteOutcome = {
  readonly etcd: Etcd;
  readonly response: ApiResponse;
  readonly facts: readonly RequestFact[];
  readonly events: readonly EtcdEvent[];
};

/**
 * Plans a write without carrying it out, so that time may pass before `commitPlan` (slow webhooks): if that meets a conflict, plan again
 * with `attempt` + 1. The first attempt of an update looks at the watch cache's object; when that is behind and the plan would only
 * answer, the object is read from etcd and the plan made anew (`as:storage/etcd3/store.go:GuaranteedUpdate @v0.36.3`).
 */
export function planWrite(view: WriteView, sent: WriteRequest, attempt: number): WritePlan {
  const { etcd, context } = view;
  const read = readRequest(context.info, sent);
  if (read.type === "problems") return refuse(undecodable(context.info, read.problems));
  const request = read.value;
  const { info } = context;
  if (request.verb === "create" && request.subresource === "binding") {
    const name = request.body.metadata.name ?? "";
    const closed = namespaceRefusal(context, name, request.namespace ?? "");
    if (closed !== undefined) return refuse(closed);
    const key = objectKey(request.namespace, name);
    return retried(planBinding(request, context, etcdGet(etcd, info.id, key)?.object), key, attempt);
  }
  if (request.verb === "create") return planCreate(etcd, request, context);
  if (isApply(request) && (request.options.fieldManager ?? "") === "") return refuse(fieldManagerRequired());
  const key = objectKey(info.namespaced ? request.namespace : undefined, request.name);
  const { object: stored, managers = [] } = etcdGet(etcd, info.id, key) ?? {};
  if (request.verb === "delete") return retried(planDelete(request, context, stored), key, attempt);
  const born = stored === undefined ? creationBy(request, info) : undefined;
  if (born !== undefined) return createdByUpdate(view, request, born);
  const cached = attempt === 1 ? valueAt(view.cache.store, key) : undefined;
  if (cached === undefined || sameVersion(cached, stored)) {
    return retried(planUpdate(request, context, stored, managers), key, attempt);
  }
  const first = planUpdate(request, context, cached, managers);
  if (first.type === "commit" && !first.dryRun) return first;
  const reread: RequestFact = {
    type: "staleCacheReread",
    key,
    cached: revisionOf(cached),
    stored: stored === undefined ? revision(0) : revisionOf(stored),
  };
  // That it would change nothing was found about the stale object.
  const before = first.facts.filter(({ type }) => type !== "unchangedWrite");
  return withFactsBefore([...before, reread], planUpdate(request, context, stored, managers));
}

/** The request with its body as the server's types hold it. Patches are read when they are applied. */
function readRequest(info: KindInfo, request: WriteRequest): Result<WriteRequest, string> {
  if (request.verb === "create" && request.subresource === "binding") return ok(request); // a Binding, not an object of the kind
  if (request.verb === "create" || request.verb === "update") {
    const read = decodeBody(info, request.body);
    return read.type === "ok" ? ok({ ...request, body: read.value }) : read;
  }
  if (request.verb !== "patch" || request.body.type !== "apply") return ok(request);
  const read = decodeBody(info, request.body.config);
  return read.type === "ok" ? ok({ ...request, body: { type: "apply", config: read.value } }) : read;
}

function isApply(request: UpdateRequest | DeleteRequest): request is Extract<UpdateRequest, { verb: "patch" }> {
  return request.verb === "patch" && request.body.type === "apply";
}

/** What a PUT or an apply creates where nothing is: PUT only of the kinds that allow it (`as:registry/generic/registry/store.go:Update`). */
function creationBy(request: UpdateRequest, info: KindInfo): DraftObject | undefined {
  if (request.subresource !== undefined) return undefined;
  if (request.verb === "update") return info.createOnUpdate ? request.body : undefined;
  return request.body.type === "apply" ? request.body.config : undefined;
}

function createdByUpdate({ etcd, context }: WriteView, request: UpdateRequest, body: DraftObject): WritePlan {
  const wrong = wrongBody(context.info, body, request);
  if (wrong !== undefined) return refuse(wrong);
  const { subresource: _none, ...target } = request;
  const { resourceVersion: _rv, ...metadata } = body.metadata;
  const creation: CreateRequest = { ...target, verb: "create", body: { ...body, metadata } };
  return planCreate(etcd, creation, context, request.verb === "patch" ? "Apply" : "Update");
}

function sameVersion(cached: KubeObject, stored: KubeObject | undefined): boolean {
  return cached.metadata.resourceVersion === stored?.metadata.resourceVersion;
}

function retried(plan: WritePlan, key: ObjectKey, attempt: number): WritePlan {
  return attempt === 1 ? plan : withFactsBefore([{ type: "writeRetried", key, attempt }], plan);
}

function withFactsBefore(facts: readonly RequestFact[], plan: WritePlan): WritePlan {
  return { ...plan, facts: [...facts, ...plan.facts] };
}

/** Plans and commits at one instant. Nothing can come between, so at most the look at a stale cache costs a second attempt. */
export function executeWrite(view: WriteView, request: WriteRequest): WriteOutcome {
  let before: readonly RequestFact[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const plan = planWrite(view, request, attempt);
    if (plan.type === "answer") {
      return { etcd: view.etcd, response: plan.response, facts: [...before, ...plan.facts], events: [] };
    }
    const commit = commitPlan(view.etcd, plan);
    if (commit.type === "done") return { ...commit, facts: [...before, ...commit.facts] };
    before = [...before, ...plan.facts];
  }
  throw new AssertionError(`a write at one instant met three conflicts: ${request.verb} ${request.kind}`);
}

/** Lists and deletes one by one; not atomic, each deletion is an event of its own (fidelity D.5). Answers with the objects found. */
export function executeDeleteCollection(view: WriteView, request: DeleteCollectionRequest): WriteOutcome {
  const { info } = view.context;
  const filter = filterOf(info, request.namespace, request.options);
  if (isStatus(filter)) return failedWrite(view, refuse(filter));
  const range = etcdRange(view.etcd, info.id);
  const found = range.type === "values" ? range.values.map((value) => value.object) : [];
  const items = found.filter((object) => passes(filter, object)).sort(byKey);
  let { etcd } = view;
  const facts: RequestFact[] = [];
  const events: EtcdEvent[] = [];
  for (const { metadata } of items) {
    const { namespace, name } = metadata;
    const { kind, user, client, options } = request;
    const scope = namespace === undefined ? {} : { namespace };
    const one: WriteView = { ...view, etcd, context: { ...view.context, inCollection: true } };
    const outcome = executeWrite(one, { verb: "delete", kind, ...scope, name, user, client, options });
    etcd = outcome.etcd;
    facts.push(...outcome.facts);
    events.push(...outcome.events);
  }
  const response: ApiResponse = {
    type: "list",
    code: 200,
    resourceVersion: formatResourceVersion(etcd.revision),
    items,
  };
  return { etcd, response, facts, events };
}

function byKey(a: KubeObject, b: KubeObject): number {
  const keys = [a, b].map(({ metadata }) => objectKey(metadata.namespace, metadata.name));
  return (keys[0] ?? "") < (keys[1] ?? "") ? -1 : 1;
}

function failedWrite(view: WriteView, plan: WritePlan): WriteOutcome {
  assert(plan.type === "answer", "a refusal is an answer");
  return { etcd: view.etcd, response: plan.response, facts: plan.facts, events: [] };
}
