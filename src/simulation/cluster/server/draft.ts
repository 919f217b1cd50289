import type { KindInfo } from "../../kubernetes/kind.ts";
import { type DraftObject, isJsonObject, type Json, type KubeObject } from "../../kubernetes/object.ts";
import { keyOf, objectKey } from "../../kubernetes/object-key.ts";
import { failure, type Status } from "../../kubernetes/status.ts";
import {
  applyConflict,
  badRequest,
  type OwnedField,
  uidConflict,
  undecodablePatch,
  unsupportedMediaType,
} from "../../kubernetes/status-error.ts";
import { formatTimestamp } from "../../kubernetes/timestamp.ts";
import { writerOf, wrongTarget } from "./create.ts";
import { decodeBody } from "./decode-body.ts";
import {
  applyFields,
  type FieldConflict,
  type FieldManager,
  managersAfterUpdate,
  type Writer,
} from "./field-managers.ts";
import { fieldText } from "./field-paths.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { applyMergePatch, applyStrategicMerge } from "./merge-patch.ts";
import type { Patch, UpdateRequest } from "./request.ts";
import type { RequestFact } from "./server-fact.ts";
import type { WriteContext } from "./write-plan.ts";

/** 400 for a body that is about another object than the path. */
export function wrongBody(info: KindInfo, body: DraftObject, request: UpdateRequest): Status | undefined {
  const wrong = wrongTarget(info, body, request.namespace);
  if (wrong !== undefined) return wrong;
  const name = body.metadata.name ?? "";
  if (name === request.name) return undefined;
  return badRequest(`the name of the object (${name}) does not match the name on the URL (${request.name})`);
}

/** What a request makes of the object, and who owns its fields then. `applied` is what server-side apply did. */
export type Draft = {
  readonly draft: DraftObject;
  readonly managers: readonly FieldManager[];
  readonly applied?: RequestFact;
};

type ReadDraft = ({ readonly type: "draft" } & Draft) | { readonly type: "refused"; readonly status: Status };

/** The body of a PUT, or the current object with the patch applied; otherwise the answer. */
export function draftOf(
  request: UpdateRequest,
  context: WriteContext,
  current: KubeObject,
  managers: readonly FieldManager[],
): ReadDraft {
  const { info, now } = context;
  if (request.verb === "patch" && request.body.type === "apply")
    return appliedDraft(request, request.body.config, context, current, managers);
  const changed = changedDraft(request, info, current);
  if (changed.type === "refused") return changed;
  const writer = writerOf(request, info, "Update", request.subresource);
  const objects = { before: current, after: changed.draft };
  return { ...changed, managers: managersAfterUpdate(info, objects, managers, writer, formatTimestamp(now)) };
}

/** `force` takes conflicting fields over; without it they are refused, each with its owner (`as:endpoints/handlers/patch.go:applyPatcher @v0.36.3`). */
function appliedDraft(
  request: UpdateRequest,
  config: DraftObject,
  { info, now }: WriteContext,
  live: KubeObject,
  managers: readonly FieldManager[],
): ReadDraft {
  const wrong = wrongBody(info, config, request);
  if (wrong !== undefined) return refused(wrong);
  const writer = writerOf(request, info, "Apply", request.subresource);
  const objects = { live, config, force: request.options.force === true };
  const applied = applyFields(info, objects, managers, writer, formatTimestamp(now));
  if (applied.type === "conflicts") return refused(applyConflict(applied.conflicts.map(ownedField)));
  const { took, dropped } = applied;
  const owns = applied.managers.find((each) => isOwn(each, writer))?.fields.length ?? 0;
  const { manager } = writer;
  const fact: RequestFact = { type: "fieldsApplied", kind: info.id, key: keyOf(live), manager, owns, took, dropped };
  return { type: "draft", draft: applied.draft, managers: applied.managers, applied: fact };
}

function isOwn(each: FieldManager, writer: Writer): boolean {
  return each.operation === "Apply" && each.manager === writer.manager && each.subresource === writer.subresource;
}

function ownedField({ owner, field }: FieldConflict): OwnedField {
  const { manager, operation, apiVersion, subresource } = owner;
  const using = operation === "Update" ? { using: apiVersion } : {};
  return { manager, ...using, ...(subresource === undefined ? {} : { subresource }), field: fieldText(field) };
}

type ChangedDraft =
  | { readonly type: "draft"; readonly draft: DraftObject }
  | { readonly type: "refused"; readonly status: Status };

function changedDraft(request: UpdateRequest, info: KindInfo, current: KubeObject): ChangedDraft {
  if (request.verb === "update") return sentDraft(request, info, current);
  const { body, name } = request;
  // What is applied is read elsewhere: it needs to know who owns what.
  return body.type === "apply" ? { type: "draft", draft: body.config } : patched(body, name, info, current);
}

function sentDraft(
  { name, namespace, body }: Extract<UpdateRequest, { verb: "update" }>,
  info: KindInfo,
  current: KubeObject,
): ChangedDraft {
  const uid = body.metadata.uid ?? "";
  if (uid === "" || uid === current.metadata.uid) return { type: "draft", draft: body };
  return refused(uidConflict(info, name, storageKey(info, namespace, name), uid, current.metadata.uid));
}

function patched(
  body: Exclude<Patch, { type: "apply" }>,
  name: string,
  info: KindInfo,
  current: KubeObject,
): ChangedDraft {
  switch (body.type) {
    case "merge":
      return patchedDraft(applyMergePatch(current, body.patch), name, info);
    case "strategic":
      if (info.custom) return refused(unsupportedMediaType(customPatchTypes));
      return patchedDraft(applyStrategicMerge(current, body.patch), name, info);
    case "json": {
      const result = applyJsonPatch(current, body.patch);
      if (result.type === "patched") return patchedDraft(result.value, name, info);
      if (result.type === "malformed") return refused(badRequest(result.message));
      return refused(failure(422, "Invalid", "the server rejected our request due to an error in our request", {}));
    }
  }
}

function refused(status: Status): { readonly type: "refused"; readonly status: Status } {
  return { type: "refused", status };
}

const customPatchTypes = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/apply-patch+yaml",
];

function patchedDraft(value: Json, name: string, info: KindInfo): ChangedDraft {
  if (!isJsonObject(value) || !isJsonObject(value.metadata)) {
    return refused(badRequest("the patched object has no metadata"));
  }
  const patchedName = String(value.metadata.name);
  if (patchedName !== name) {
    return refused(badRequest(`the name of the object (${patchedName}) does not match the name on the URL (${name})`));
  }
  const read = decodeBody(info, value as DraftObject); // what is not of a field's type is found here
  return read.type === "ok"
    ? { type: "draft", draft: read.value }
    : refused(undecodablePatch(JSON.stringify(value), read.problems));
}

function storageKey(info: KindInfo, namespace: string | undefined, name: string): string {
  const prefix = info.custom ? `/registry/${info.group}/${info.plural}` : `/registry/${info.plural}`;
  return `${prefix}/${objectKey(info.namespaced ? namespace : undefined, name)}`;
}
