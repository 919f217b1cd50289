import { apiVersionOf, type KindInfo } from "../../kubernetes/kind.ts";
import { type DraftObject, isTerminating, type KubeObject, type Subresource } from "../../kubernetes/object.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import { revision } from "../../kubernetes/resource-version.ts";
import type { Status } from "../../kubernetes/status.ts";
import {
  alreadyExists,
  badRequest,
  generateNameConflict,
  invalid,
  namespaceTerminating,
  notFound,
  unwrappedError,
} from "../../kubernetes/status-error.ts";
import { formatTimestamp } from "../../kubernetes/timestamp.ts";
import { type Etcd, etcdGet } from "../etcd.ts";
import { runAdmission } from "./admission.ts";
import { kindTerminatingRefusal } from "./definition.ts";
import { type FieldManager, firstManagers, type Writer, withManagedFields } from "./field-managers.ts";
import { generatedName, generateNameTries } from "./generate-name.ts";
import type { CreateRequest, UpdateRequest } from "./request.ts";
import type { RequestFact } from "./server-fact.ts";
import { prepareForCreate, withDefaults } from "./strategy.ts";
import { validateObject } from "./validation.ts";
import { type CommitPlan, refuse, type WriteContext, type WritePlan } from "./write-plan.ts";

/** The kind of Namespace objects, for the message that a namespace is missing. */
export type NamespaceKind = { readonly namespaces: KindInfo };

/**
 * Plans a POST (fidelity C.4, D.1; `as:registry/generic/registry/store.go:Create, createWithGenerateNameRetry @v0.36.3`): namespace
 * lifecycle, mutating admission, system fields, validation, validating admission, then a write that needs the key to be free.
 */
export function planCreate(
  etcd: Etcd,
  request: CreateRequest,
  context: WriteContext & NamespaceKind,
  operation: Writer["operation"] = "Update",
): WritePlan {
  const { info } = context;
  const wrong = wrongTarget(info, request.body, request.namespace);
  if (wrong !== undefined) return refuse(wrong);
  const { name: sent = "" } = request.body.metadata;
  const closed = kindTerminatingRefusal(info, context.definition, sent);
  if (closed !== undefined) return refuse(closed);
  const name = nameSent(request.body);
  const missing = info.namespaced ? namespaceRefusal(context, name, request.namespace ?? "") : undefined;
  if (missing !== undefined) return refuse(missing);
  const admitted = runAdmission(context.admit, {
    phase: "mutating",
    operation: "CREATE",
    info,
    object: request.body,
    old: undefined,
    subresource: undefined,
    user: request.user,
    dryRun: request.options.dryRun === true,
  });
  if (admitted.type === "refused") return refuse(admitted.status, admitted.facts);
  const managers = managersAtBirth(request, context, operation);
  const plan = createNamed(etcd, request, context, admitted.object ?? request.body, admitted.facts);
  if (plan.type === "answer") return plan;
  const facts = operation === "Apply" ? [...plan.facts, appliedFact(plan, managers)] : plan.facts;
  return { ...plan, object: withManagedFields(plan.object, managers), managers, facts };
}

/** Whoever creates an object owns all of it, defaults included; whoever applies it owns what it wrote. Webhooks own nothing. */
function managersAtBirth(request: CreateRequest, context: WriteContext, operation: Writer["operation"]) {
  const { info, now } = context;
  const { body } = request;
  const writer = writerOf(request, info, operation, undefined);
  const sent = operation === "Apply" ? body : withDefaults(info, body);
  return firstManagers(info, sent, writer, formatTimestamp(now));
}

function appliedFact({ info, key }: CommitPlan, [own]: readonly FieldManager[]): RequestFact {
  const { manager = "", fields = [] } = own ?? {};
  return { type: "fieldsApplied", kind: info.id, key, manager, owns: fields.length, took: [], dropped: [] };
}

/** The manager that a request speaks for: the one that it names, else its client's program (`as:endpoints/handlers/create.go:managerOrUserAgent`). */
export function writerOf(
  request: CreateRequest | UpdateRequest,
  info: KindInfo,
  operation: Writer["operation"],
  subresource: Subresource | undefined,
): Writer {
  const manager = request.options.fieldManager ?? programOf(request.client);
  return { manager, operation, apiVersion: apiVersionOf(info), subresource };
}

/** The program of a client, as its user agent begins: `kubelet` of `kubelet/node-1`. */
export function programOf(client: string): string {
  return client.split("/", 1)[0] ?? client;
}

function createNamed(
  etcd: Etcd,
  request: CreateRequest,
  context: WriteContext,
  draft: DraftObject,
  facts: readonly RequestFact[],
): WritePlan {
  const fixed = draft.metadata.name ?? "";
  const base = draft.metadata.generateName ?? "";
  if (fixed !== "" || base === "") return createOnce(etcd, request, context, draft, fixed, facts);
  const tried: RequestFact[] = [...facts];
  const suffixes = context.draws.nameSuffixes.slice(0, generateNameTries);
  let last = base;
  for (const [attempt, suffix] of suffixes.entries()) {
    last = generatedName(base, suffix);
    const taken = nameIsTaken(etcd, context.info, request.namespace, last);
    tried.push({ type: "nameGenerated", name: last, attempt: attempt + 1, taken });
    if (!taken) return createOnce(etcd, request, context, draft, last, tried);
  }
  return refuse(generateNameConflict(context.info, last), tried);
}

function nameIsTaken(etcd: Etcd, info: KindInfo, namespace: string | undefined, name: string): boolean {
  const metadata = { name, ...(info.namespaced && namespace !== undefined ? { namespace } : {}) };
  return etcdGet(etcd, info.id, keyOf({ metadata })) !== undefined;
}

function createOnce(
  etcd: Etcd,
  request: CreateRequest,
  context: WriteContext,
  draft: DraftObject,
  name: string,
  before: readonly RequestFact[],
): WritePlan {
  const { info, now, draws } = context;
  const prepared = prepareForCreate(info, draft, { name, namespace: request.namespace, uid: draws.uid, now });
  const { object } = prepared;
  const facts = [...before, ...prepared.facts];
  const errors = [...validateObject(info, object), ...context.validate(info, object)];
  if (errors.length > 0) return refuse(invalid(info, name, errors), facts);
  const admitted = validateCreate(request, context, object);
  if (admitted.type === "refused") return refuse(admitted.status, [...facts, ...admitted.facts]);
  const all = [...facts, ...admitted.facts];
  if ((draft.metadata.resourceVersion ?? "") !== "") {
    return refuse(unwrappedError("resourceVersion should not be set on objects to be created"), all);
  }
  const holder = etcdGet(etcd, info.id, keyOf(object));
  if (holder !== undefined) return refuse(alreadyExists(info, name, isTerminating(holder.object)), all);
  return {
    type: "commit",
    info,
    key: keyOf(object),
    expected: revision(0),
    object,
    steps: "put",
    respond: { type: "written", code: 201 },
    dryRun: request.options.dryRun === true,
    facts: all,
  };
}

function validateCreate(request: CreateRequest, context: WriteContext, object: KubeObject) {
  return runAdmission(context.admit, {
    phase: "validating",
    operation: "CREATE",
    info: context.info,
    object,
    old: undefined,
    subresource: undefined,
    user: request.user,
    dryRun: request.options.dryRun === true,
  });
}

/** 400 for a body that belongs to another kind or namespace than the path. */
export function wrongTarget(info: KindInfo, body: DraftObject, namespace: string | undefined): Status | undefined {
  const wanted = apiVersionOf(info);
  if (body.apiVersion !== wanted) {
    return badRequest(
      `the API version in the data (${body.apiVersion}) does not match the expected API version (${wanted})`,
    );
  }
  if (body.kind !== info.kind) {
    return badRequest(`${body.kind} in version "${info.version}" cannot be handled as a ${info.kind}`);
  }
  const inBody = body.metadata.namespace ?? "";
  if (info.namespaced && inBody !== "" && inBody !== (namespace ?? "")) {
    return badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  return undefined;
}

/** How admission plugins call an object that may have no name yet (`as:admission/errors.go:extractResourceName`). */
function nameSent({ metadata }: DraftObject): string {
  const { name = "", generateName = "" } = metadata;
  return name || generateName || "Unknown";
}

/** Why nothing can be made in a namespace, or undefined. */
export function namespaceRefusal(
  context: WriteContext & NamespaceKind,
  name: string,
  namespace: string,
): Status | undefined {
  switch (context.namespaceState(namespace)) {
    case "active":
      return undefined;
    case "terminating":
      return namespaceTerminating(context.info, name, namespace);
    case "missing":
      return namespaceMissing(context, namespace);
  }
}

/** 404 for a write in a namespace that is not there; only deletions work without one (`as:admission/plugin/namespace/lifecycle/admission.go:Admit @v0.36.3`). */
export function namespaceMissing(context: WriteContext & NamespaceKind, namespace: string): Status | undefined {
  return context.namespaceState(namespace) === "missing" ? notFound(context.namespaces, namespace) : undefined;
}
