import type { KindInfo } from "../../kubernetes/kind.ts";
import type {
  DraftMeta,
  DraftObject,
  JsonObject,
  KubeObject,
  ManagedFieldsEntry,
  Subresource,
} from "../../kubernetes/object.ts";
import { changedFields, type FieldPath, fieldsOf, fieldsV1, mergedFields, withoutFields } from "./field-paths.ts";

/** Who writes, and how: `Apply` for server-side apply, `Update` for everything else. One name can be both, as two managers. */
export type Writer = {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: Subresource | undefined;
};

/** A manager of an object with the fields that it owns, sorted. `time` is when that set last changed. */
export type FieldManager = Writer & { readonly time: string; readonly fields: readonly FieldPath[] };

/** A field that an apply wants to change and somebody else owns. */
export type FieldConflict = { readonly owner: Writer; readonly field: FieldPath };

/** The part of an object that can be owned through an endpoint: what the server fills in or the endpoint ignores is left out (`stripmeta.go`, the kinds' `GetResetFields`). */
function ownable(info: KindInfo, object: DraftObject, subresource: Subresource | undefined): JsonObject {
  const { apiVersion: _v, kind: _k, metadata, status, ...rest } = object;
  const own = ownableMeta(info, metadata, subresource);
  const described = Object.keys(own).length === 0 ? {} : { metadata: own };
  const reported = status === undefined ? {} : { status };
  if (subresource === "status") return { ...described, ...reported };
  return { ...rest, ...described, ...(info.statusSubresource ? {} : reported) };
}

function ownableMeta(info: KindInfo, metadata: DraftMeta, subresource: Subresource | undefined): JsonObject {
  const { labels, annotations, finalizers, ownerReferences } = metadata;
  const rule = subresource === "status" ? info.statusMetadata : "takeNewMetadata";
  if (rule === "keepOldMetadata") return {};
  return {
    ...(labels === undefined || rule === "keepOldLabels" ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(finalizers === undefined ? {} : { finalizers }),
    ...(ownerReferences === undefined || rule === "keepOldOwnerReferences"
      ? {}
      : { ownerReferences: ownerReferences.map((reference): JsonObject => ({ ...reference })) }),
  };
}

/** Who owns a new object: whoever made it, all that it sent (with the defaults, unless it applied). */
export function firstManagers(
  info: KindInfo,
  object: DraftObject,
  writer: Writer,
  time: string,
): readonly FieldManager[] {
  const fields = fieldsOf(ownable(info, object, writer.subresource), info.custom);
  return fields.length === 0 ? [] : [{ ...writer, time, fields }];
}

/**
 * Who owns what after an update: the writer owns what it changed, and nobody else does any more
 * (`merge.Updater.Update` of sigs.k8s.io/structured-merge-diff).
 */
export function managersAfterUpdate(
  info: KindInfo,
  objects: { readonly before: KubeObject; readonly after: DraftObject },
  managers: readonly FieldManager[],
  writer: Writer,
  time: string,
): readonly FieldManager[] {
  const [before, after] = [objects.before, objects.after].map((each) => ownable(info, each, writer.subresource));
  const { written, removed } = changedFields(before ?? {}, after ?? {}, info.custom);
  if (written.size === 0 && removed.size === 0) return managers;
  const own = managers.find((each) => isSame(each, writer))?.fields ?? [];
  const others = managers.filter((each) => !isSame(each, writer));
  const left = others.map((each) => without(each, (field) => written.has(field) || removed.has(field), time));
  const next = [...new Set([...own.filter((field) => !removed.has(field)), ...written])].sort();
  return sorted([...left, withFields(managers, writer, next, time)]);
}

/** What became of an apply. `took` are the fields that others owned, `dropped` those that went because nobody applies them any more. */
export type Applied =
  | { readonly type: "conflicts"; readonly conflicts: readonly FieldConflict[] }
  | {
      readonly type: "applied";
      readonly draft: DraftObject;
      readonly managers: readonly FieldManager[];
      readonly took: readonly FieldConflict[];
      readonly dropped: readonly FieldPath[];
    };

/**
 * Server-side apply: what is applied is laid over the object; fields that the manager applied before, leaves out now and shares with no
 * other applier are removed. Changing a field that somebody else owns is a conflict, unless it is forced: then the field changes hands
 * (`merge.Updater.Apply, prune, update` of sigs.k8s.io/structured-merge-diff, `am:util/managedfields @v0.36.3`).
 */
export function applyFields(
  info: KindInfo,
  objects: { readonly live: KubeObject; readonly config: DraftObject; readonly force: boolean },
  managers: readonly FieldManager[],
  writer: Writer,
  time: string,
): Applied {
  const { custom } = info;
  const live = ownable(info, objects.live, writer.subresource);
  const config = ownable(info, objects.config, writer.subresource);
  const fields = fieldsOf(config, custom);
  const others = managers.filter((each) => !isSame(each, writer));
  const kept = new Set([...fields, ...others.flatMap((each) => (each.operation === "Apply" ? each.fields : []))]);
  const last = managers.find((each) => isSame(each, writer))?.fields ?? [];
  const dropped = new Set(last.filter((field) => !kept.has(field)));
  const next = withoutFields(mergedFields(live, config, custom), dropped, kept, custom);
  const { written, removed } = changedFields(live, next, custom);
  const took = others.flatMap((owner) =>
    owner.fields.filter((field) => written.has(field)).map((field) => ({ owner, field })),
  );
  if (took.length > 0 && !objects.force) return { type: "conflicts", conflicts: took };
  const left = others.map((each) => without(each, (field) => written.has(field) || removed.has(field), time));
  const own = withFields(managers, writer, fields, time);
  const draft = withOwnable(info, objects.live, objects.config, next, writer.subresource);
  const gone = [...removed].sort();
  return { type: "applied", draft, managers: sorted([...left, own]), took, dropped: gone };
}

/** The live object with its ownable part replaced; a version in what was applied stays a precondition. */
function withOwnable(
  info: KindInfo,
  live: KubeObject,
  config: DraftObject,
  next: JsonObject,
  subresource: Subresource | undefined,
): DraftObject {
  const own = Object.keys(ownable(info, live, subresource));
  const { metadata: _m, ...rest } = next;
  const kept = Object.fromEntries(Object.entries(live).filter(([field]) => !own.includes(field)));
  const { labels: _l, annotations: _a, finalizers: _f, ownerReferences: _o, ...system } = live.metadata;
  const inherited = subresource === "status" ? live.metadata : system;
  // `next` has the form of an ownable part, whose metadata only holds what users may set.
  const metadata: DraftMeta = { ...inherited, ...((next["metadata"] ?? {}) as DraftMeta) };
  const { uid = metadata.uid, resourceVersion = metadata.resourceVersion } = config.metadata;
  const identity = {
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  const { apiVersion, kind } = live;
  return { ...kept, ...rest, apiVersion, kind, metadata: { ...metadata, ...identity } };
}

function isSame(a: Writer, b: Writer): boolean {
  // An applier stays the same manager when it applies another version of the API (`manager.go:BuildManagerIdentifier`).
  const isVersion = a.operation === "Apply" || a.apiVersion === b.apiVersion;
  return a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource && isVersion;
}

function without(manager: FieldManager, isGone: (field: FieldPath) => boolean, time: string): FieldManager {
  const fields = manager.fields.filter((field) => !isGone(field));
  return fields.length === manager.fields.length ? manager : { ...manager, fields, time };
}

/** A set that did not change keeps its time: an apply that repeats itself is no write (fidelity A.2). */
function withFields(
  managers: readonly FieldManager[],
  writer: Writer,
  fields: readonly FieldPath[],
  time: string,
): FieldManager {
  const before = managers.find((each) => isSame(each, writer));
  const isUnchanged = before?.apiVersion === writer.apiVersion && before.fields.join() === fields.join();
  return before !== undefined && isUnchanged ? before : { ...writer, time, fields };
}

/** Appliers first, then by time and name; who owns nothing is left out (`managedfields.go:sortEncodedManagedFields`). */
function sorted(managers: readonly FieldManager[]): readonly FieldManager[] {
  const order = ({ operation, time, manager, apiVersion, subresource }: FieldManager) =>
    [operation, time, manager, apiVersion, subresource ?? ""].join("\n");
  return managers.filter(({ fields }) => fields.length > 0).toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

/**
 * The object as it is stored, with `metadata.managedFields` from the first apply on. Upstream writes them always and kubectl hides them;
 * here they are kept aside until somebody applies, so that objects stay readable.
 */
export function withManagedFields(object: KubeObject, managers: readonly FieldManager[]): KubeObject {
  const { managedFields: _old, ...metadata } = object.metadata;
  if (!managers.some(({ operation }) => operation === "Apply"))
    return _old === undefined ? object : { ...object, metadata };
  return { ...object, metadata: { ...metadata, managedFields: managers.map(entryOf) } };
}

function entryOf({ manager, operation, apiVersion, subresource, time, fields }: FieldManager): ManagedFieldsEntry {
  const part = subresource === undefined ? {} : { subresource };
  return { manager, operation, apiVersion, time, fieldsType: "FieldsV1", fieldsV1: fieldsV1(fields), ...part };
}
