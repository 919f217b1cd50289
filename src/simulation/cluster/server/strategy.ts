import type { Micros } from "../../../base/time.ts";
import { jsonEqual } from "../../kubernetes/json-equal.ts";
import { type KindInfo, typeMetaOf } from "../../kubernetes/kind.ts";
import { namespaceFinalizers } from "../../kubernetes/namespace.ts";
import type {
  DraftMeta,
  DraftObject,
  JsonObject,
  KubeObject,
  ObjectMeta,
  Subresource,
} from "../../kubernetes/object.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import { formatTimestamp } from "../../kubernetes/timestamp.ts";
import { isNamespace, namespaceLabels, newNamespaceSpec } from "./namespace.ts";
import type { RequestFact } from "./server-fact.ts";

/** A draft that the server completed, with what it did on the way. */
export type Prepared = { readonly object: KubeObject; readonly facts: readonly RequestFact[] };

/** What the server itself puts into a new object. */
export type Birth = {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string;
  readonly now: Micros;
};

/** Completes a new object: system metadata, generation 1 where the kind counts it, no status where a subresource owns it (`as:registry/rest/create.go:BeforeCreate @v0.36.3`). */
export function prepareForCreate(info: KindInfo, draft: DraftObject, birth: Birth): Prepared {
  const meta: ObjectMeta = {
    ...userMeta(draft.metadata),
    ...defaultedMeta(info, draft.metadata, birth.name),
    name: birth.name,
    ...(birth.namespace === undefined || !info.namespaced ? {} : { namespace: birth.namespace }),
    ...(draft.metadata.generateName === undefined ? {} : { generateName: draft.metadata.generateName }),
    uid: birth.uid,
    resourceVersion: "",
    ...(info.generation === "none" ? {} : { generation: 1 }),
    creationTimestamp: formatTimestamp(birth.now),
  };
  const { status, ...rest } = draft;
  const defaulted = defaultedSpec(info, rest.spec);
  const spec = isNamespace(info) ? newNamespaceSpec(defaulted) : defaulted;
  const first = firstStatus(info);
  const kept = info.statusSubresource ? first : status;
  const object: KubeObject = {
    ...rest,
    ...typeMetaOf(info),
    metadata: meta,
    ...(spec === undefined ? {} : { spec }),
    ...(kept === undefined ? {} : { status: kept }),
  };
  const dropped = info.statusSubresource && status !== undefined && !jsonEqual(status, first);
  return { object, facts: dropped ? [{ type: "statusIgnored", key: keyOf(object) }] : [] };
}

/** A new object as its creator sent it, with the few defaults that a controller can tell apart. */
export function withDefaults(info: KindInfo, draft: DraftObject): DraftObject {
  const spec = defaultedSpec(info, draft.spec);
  const meta = defaultedMeta(info, draft.metadata, draft.metadata.name ?? "");
  return { ...draft, metadata: { ...draft.metadata, ...meta }, ...(spec === undefined ? {} : { spec }) };
}

function defaultedMeta(info: KindInfo, metadata: DraftMeta, name: string): DraftMeta {
  return isNamespace(info) ? namespaceLabels(metadata, name) : {};
}

/** `kk:pkg/apis/apps/v1/defaults.go`. */
function defaultedSpec(info: KindInfo, spec: JsonObject | undefined): JsonObject | undefined {
  if (info.id !== "ReplicaSet" && info.id !== "Deployment") return spec;
  return spec?.replicas === undefined ? { ...spec, replicas: 1 } : spec;
}

function firstStatus(info: KindInfo): JsonObject | undefined {
  if (info.id === "Pod") return { phase: "Pending" };
  if (info.id === "ReplicaSet") return { replicas: 0 };
  if (isNamespace(info)) return { phase: "Active" };
  return undefined;
}

/**
 * What an update really stores: what the server owns is kept from the old object, the part that this endpoint does not own too, and
 * `generation` is counted (`as:registry/rest/update.go:BeforeUpdate`, the kinds' `PrepareForUpdate`; fidelity D.3, D.4).
 */
export function prepareForUpdate(
  info: KindInfo,
  draft: DraftObject,
  old: KubeObject,
  subresource: Subresource | undefined,
): Prepared {
  const merged = subresource === "status" ? statusUpdate(info, draft, old) : mainUpdate(info, draft, old, subresource);
  const { object, facts } = merged;
  const from = old.metadata.generation ?? 0;
  const bumps = subresource !== "status" && bumpsGeneration(info, object, old);
  if (bumps) {
    const bumped = { ...object, metadata: { ...object.metadata, generation: from + 1 } };
    return { object: bumped, facts: [...facts, { type: "generationBumped", key: keyOf(old), from, to: from + 1 }] };
  }
  if (info.generation === "none" || jsonEqual(object, old)) return merged;
  const why = jsonEqual(object.status, old.status) ? "onlyMetadata" : "onlyStatus";
  return { object, facts: [...facts, { type: "generationKept", key: keyOf(old), generation: from, why }] };
}

function mainUpdate(
  info: KindInfo,
  draft: DraftObject,
  old: KubeObject,
  subresource: "finalize" | undefined,
): Prepared {
  const { status, ...rest } = draft;
  const metadata = {
    ...userMeta(draft.metadata),
    ...defaultedMeta(info, draft.metadata, old.metadata.name),
    ...serverMeta(draft.metadata, old.metadata),
  };
  const kept = info.statusSubresource ? old.status : status;
  const object: KubeObject = {
    ...rest,
    ...typeMetaOf(info),
    metadata,
    ...(isNamespace(info) && subresource !== "finalize"
      ? { spec: { ...rest.spec, finalizers: namespaceFinalizers(old) } }
      : {}),
    ...(kept === undefined ? {} : { status: kept }),
  };
  const ignored = info.statusSubresource && status !== undefined && !jsonEqual(status, old.status);
  return { object, facts: ignored ? [{ type: "statusIgnored", key: keyOf(old) }] : [] };
}

function statusUpdate(info: KindInfo, draft: DraftObject, old: KubeObject): Prepared {
  const { status: _old, ...rest } = old;
  const metadata = statusMeta(info, draft.metadata, old.metadata);
  const object: KubeObject = {
    ...rest,
    metadata,
    ...(draft.status === undefined ? {} : { status: draft.status }),
  };
  const submitted = { ...userMeta(draft.metadata), ...serverMeta(draft.metadata, old.metadata) };
  const ignoresSpec = draft.spec !== undefined && !jsonEqual(draft.spec, old.spec);
  const ignored = ignoresSpec || !jsonEqual(submitted, metadata);
  return { object, facts: ignored ? [{ type: "bodyIgnoredBesideStatus", key: keyOf(old) }] : [] };
}

function statusMeta(info: KindInfo, draft: DraftMeta, old: ObjectMeta): ObjectMeta {
  const taken = { ...userMeta(draft), ...serverMeta(draft, old) };
  switch (info.statusMetadata) {
    case "keepOldMetadata":
      return { ...old, uid: taken.uid, resourceVersion: taken.resourceVersion };
    case "keepOldLabels":
      return kept(taken, "labels", old);
    case "keepOldOwnerReferences":
      return kept(taken, "ownerReferences", old);
    case "takeNewMetadata":
      return taken;
  }
}

function kept(meta: ObjectMeta, field: "labels" | "ownerReferences", old: ObjectMeta): ObjectMeta {
  const { [field]: _replaced, ...rest } = meta;
  return old[field] === undefined ? rest : { ...rest, [field]: old[field] };
}

/** The metadata that belongs to users. Empty maps and lists are the same as none. */
function userMeta({ labels, annotations, finalizers, ownerReferences }: DraftMeta): DraftMeta {
  return {
    ...(labels === undefined || Object.keys(labels).length === 0 ? {} : { labels }),
    ...(annotations === undefined || Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(finalizers === undefined || finalizers.length === 0 ? {} : { finalizers }),
    ...(ownerReferences === undefined || ownerReferences.length === 0 ? {} : { ownerReferences }),
  };
}

/** The metadata that belongs to the server. A uid in the draft stays, so that validation can refuse another one. */
function serverMeta(draft: DraftMeta, old: ObjectMeta): ObjectMeta {
  const { labels: _l, annotations: _a, finalizers: _f, ownerReferences: _o, ...own } = old;
  return { ...own, name: draft.name ?? old.name, uid: draft.uid ?? old.uid };
}

function bumpsGeneration(info: KindInfo, object: KubeObject, old: KubeObject): boolean {
  switch (info.generation) {
    case "none":
      return false;
    case "spec":
      return !jsonEqual(object.spec, old.spec);
    case "specOrAnnotations":
      return !jsonEqual(object.spec, old.spec) || !jsonEqual(object.metadata.annotations, old.metadata.annotations);
    case "allButMetadata":
      return !jsonEqual(counted(info, object), counted(info, old));
  }
}

function counted(info: KindInfo, object: KubeObject): JsonObject {
  const { metadata: _metadata, status, ...rest } = object;
  return info.statusSubresource || status === undefined ? rest : { ...rest, status };
}
