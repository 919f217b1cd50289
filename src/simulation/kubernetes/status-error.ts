import { groupKindName, type KindInfo, resourceName } from "./kind.ts";
import { failure, type Status, type StatusDetails } from "./status.ts";

/** One finding of validation (`am:util/validation/field/errors.go @v0.36.3`). `value` is already formatted as the message shows it. */
export type FieldError = {
  readonly type: "invalid" | "required" | "forbidden" | "notSupported" | "duplicate" | "tooMany";
  readonly field: string;
  readonly value?: string;
  readonly detail: string;
};

/** Status Success that DELETE answers when the object is gone at once (`as:registry/generic/registry/store.go:finalizeDelete`). */
export function deletedStatus(info: KindInfo, name: string, uid: string): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, ...groupOf(info), kind: info.plural, uid },
    code: 200,
  };
}

/** 400. */
export function badRequest(message: string): Status {
  return failure(400, "BadRequest", message);
}

/** 400 for a body that the server's types can't hold (`as:endpoints/handlers/rest.go:transformDecodeError @v0.36.3`). */
export function undecodable({ kind, version }: KindInfo, error: string): Status {
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error}`);
}

/** 422 for an object that a patch has made undecodable; it names no kind (`as:endpoints/handlers/patch.go:applyPatchToCurrentObject @v0.36.3`). */
export function undecodablePatch(patched: string, error: string): Status {
  const value = JSON.stringify(patched);
  return invalidSubject({ subject: "", group: "", kind: "", name: "" }, [
    { type: "invalid", field: "patch", value, detail: error },
  ]);
}

/** 401: nobody knows who asks (`as:endpoints/filters/authentication.go:Unauthorized @v0.36.3`). It comes before RBAC, and names no one. */
export function unauthorized(): Status {
  return failure(401, "Unauthorized", "Unauthorized");
}

/** What RBAC refused. `name` is absent for list, watch, create and deletecollection. */
export type RefusedAccess = {
  readonly user: string;
  readonly verb: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly subresource?: string;
};

/** 403 from authorization (`as:endpoints/handlers/responsewriters/errors.go:forbiddenMessage`). */
export function forbidden(info: KindInfo, access: RefusedAccess): Status {
  const resource = access.subresource === undefined ? info.plural : `${info.plural}/${access.subresource}`;
  const scope = access.namespace === undefined ? " at the cluster scope" : ` in the namespace "${access.namespace}"`;
  const action = `User "${access.user}" cannot ${access.verb} resource "${resource}" in API group "${info.group}"${scope}`;
  return forbiddenWith(info, access.name, action);
}

/** 403 with any text, as admission plugins answer (`am:api/errors/errors.go:NewForbidden`). */
export function forbiddenWith(info: KindInfo, name: string | undefined, text: string): Status {
  const subject = name === undefined ? resourceName(info) : `${resourceName(info)} "${name}"`;
  return failure(403, "Forbidden", `${subject} is forbidden: ${text}`, subjectOf(info, name));
}

/** 403 for a create in a namespace that is being deleted (`as:admission/plugin/namespace/lifecycle/admission.go:Admit`). */
export function namespaceTerminating(info: KindInfo, name: string, namespace: string): Status {
  const refused = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const status = forbiddenWith(info, name, refused);
  const cause = {
    reason: "NamespaceTerminating",
    message: `namespace ${namespace} is being terminated`,
    field: "metadata.namespace",
  };
  return { ...status, details: { ...status.details, causes: [cause] } };
}

/** 404 for an object (`am:api/errors/errors.go:NewNotFound`). */
export function notFound(info: KindInfo, name: string): Status {
  return failure(404, "NotFound", `${resourceName(info)} "${name}" not found`, subjectOf(info, name));
}

/** 404 for a path that a served API does not have (`as:server/handler.go:serviceErrorHandler`, `am:api/errors/errors.go:NewGenericServerResponse @v0.36.3`). */
export function routeNotFound(): Status {
  return failure(404, "NotFound", "the server could not find the requested resource", {});
}

/** 404 for a path that no API serves: plain text, not a Status; the reason is empty. */
export function pathNotFound(): Status {
  return failure(404, "", "404 page not found");
}

/**
 * 405 for a verb that a path does not have. Custom resources say which (`ax:apiserver/customresource_handler.go:serveStatus @v0.36.3`); for built-in ones the
 * router finds no route and says nothing about it (`as:server/handler.go:serviceErrorHandler`, `am:api/errors/errors.go:NewGenericServerResponse`).
 */
export function methodNotAllowed(info: KindInfo, verb: string): Status {
  if (!info.custom)
    return failure(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});
  const message = `${verb} is not supported on resources of kind "${resourceName(info)}"`;
  return failure(405, "MethodNotAllowed", message, { ...groupOf(info), kind: info.plural });
}

/** 409 on create (`am:api/errors/errors.go:NewAlreadyExists`); a terminating holder of the name is said so in front. */
export function alreadyExists(info: KindInfo, name: string, holderIsTerminating: boolean): Status {
  const message = `${resourceName(info)} "${name}" already exists`;
  return failure(
    409,
    "AlreadyExists",
    holderIsTerminating ? `object is being deleted: ${message}` : message,
    subjectOf(info, name),
  );
}

/** 409 when eight generated names were taken (`am:api/errors/errors.go:NewGenerateNameConflict`). */
export function generateNameConflict(info: KindInfo, name: string): Status {
  const message = `${resourceName(info)} "${name}" already exists, the server was not able to generate a unique name for the object`;
  return failure(409, "AlreadyExists", message, { ...subjectOf(info, name), retryAfterSeconds: 1 });
}

/** 409 because the resource version in the body is not the stored one (`as:registry/generic/registry/store.go:OptimisticLockErrorMsg`). */
export function conflict(info: KindInfo, name: string): Status {
  return conflictWith(
    info,
    name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );
}

/** 409 with any text (`am:api/errors/errors.go:NewConflict`). */
function conflictWith(info: KindInfo, name: string, text: string): Status {
  const message = `Operation cannot be fulfilled on ${resourceName(info)} "${name}": ${text}`;
  return failure(409, "Conflict", message, subjectOf(info, name));
}

/** 409 because the body of a PUT names another uid (`as:storage/interfaces.go:Preconditions.Check`, `as:storage/errors.go`). */
export function uidConflict(info: KindInfo, name: string, key: string, wanted: string, found: string): Status {
  const failed = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`;
  return conflictWith(
    info,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${failed}`,
  );
}

/** 409 for `DeleteOptions.preconditions`: the subject is the Kind, not the resource (`as:registry/rest/delete.go:BeforeDelete`). */
export function deletePreconditionConflict(
  info: KindInfo,
  name: string,
  mismatch: { readonly type: "uid" | "resourceVersion"; readonly wanted: string; readonly found: string },
): Status {
  const [what, hint] =
    mismatch.type === "uid"
      ? ["UID", "The object might have been deleted and then recreated"]
      : ["ResourceVersion", "The object might have been modified"];
  const text = `the ${what} in the precondition (${mismatch.wanted}) does not match the ${what} in record (${mismatch.found}). ${hint}`;
  return failure(409, "Conflict", `Operation cannot be fulfilled on ${groupKindName(info)} "${name}": ${text}`, {
    name,
    ...groupOf(info),
    kind: info.kind,
  });
}

/** A field that an apply may not change: who owns it, and how messages name it. `using` is the API version of an owner that did not apply. */
export type OwnedField = {
  readonly manager: string;
  readonly using?: string;
  readonly subresource?: string;
  /** With its leading dot. */
  readonly field: string;
};

/** 409 of server-side apply: other managers own fields (`am:util/managedfields/internal/conflict.go:NewConflictError, printManager @v0.36.3`). */
export function applyConflict(conflicts: readonly OwnedField[]): Status {
  const causes = conflicts.map((conflict) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${managerText(conflict)}`,
    field: conflict.field,
  }));
  return failure(409, "Conflict", applyConflictMessage(conflicts), { causes });
}

function applyConflictMessage(conflicts: readonly OwnedField[]): string {
  const [only] = conflicts;
  if (only !== undefined && conflicts.length === 1)
    return `Apply failed with 1 conflict: conflict with ${managerText(only)}: ${only.field}`;
  const owners = [...new Set(conflicts.map(managerText))].sort();
  const lines = owners.flatMap((owner) => [
    `conflicts with ${owner}:`,
    ...conflicts.filter((conflict) => managerText(conflict) === owner).map(({ field }) => `- ${field}`),
  ]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
}

function managerText({ manager, subresource, using }: OwnedField): string {
  const part = subresource === undefined ? "" : ` with subresource "${subresource}"`;
  return `"${manager}"${part}${using === undefined ? "" : ` using ${using}`}`;
}

/** 422 of server-side apply without a field manager (`am:apis/meta/v1/validation/validation.go:ValidatePatchOptions @v0.36.3`). */
export function fieldManagerRequired(): Status {
  const group = "meta.k8s.io";
  return invalidSubject({ subject: `PatchOptions.${group}`, group, kind: "PatchOptions", name: "" }, [
    { type: "required", field: "fieldManager", detail: "is required for apply patch" },
  ]);
}

/** A webhook's refusal: its own code if that is an error, else 400 (`as:admission/plugin/webhook/errors/statuserror.go:ToStatusErr`). */
export function webhookDenied(webhook: string, message: string, code = 400): Status {
  const why = message === "" ? " without explanation" : `: ${message}`;
  return failure(Math.max(400, code), "", `admission webhook "${webhook}" denied the request${why}`);
}

/** 500 because a webhook with failurePolicy Fail could not be called. */
export function webhookFailed(webhook: string, text: string): Status {
  return internalError(`failed calling webhook "${webhook}": failed to call webhook: ${text}`);
}

/** 410 in a watch stream: the ring no longer reaches back to `asked` (`as:storage/cacher/watch_cache.go:getAllEventsSinceLocked`). */
export function tooOldResourceVersion(asked: number, oldestMinusOne: number): Status {
  return failure(410, "Expired", `too old resource version: ${asked} (${oldestMinusOne})`);
}

/** 410 for a list at an exact revision that was compacted (`as:storage/etcd3/errors.go:interpretListError`). */
export function listExpired(): Status {
  return failure(410, "Expired", "The resourceVersion for the provided list is too old.");
}

/** 410 for a continue token whose revision was compacted, with a token that goes on at the latest revision (`as:storage/etcd3/errors.go:handleCompactedErrorForPaging`). */
export function continueExpired(newToken: string): Status {
  const message = [
    "The provided continue parameter is too old to display a consistent list result.",
    "You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results.",
    "Continuing with the provided token results in an inconsistent list -",
    "objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
  ].join(" ");
  return { ...failure(410, "Expired", message), metadata: { continue: newToken } };
}

/** 413 (`am:api/errors/errors.go:NewRequestEntityTooLargeError`). */
export function requestTooLarge(limitBytes: number): Status {
  return failure(413, "RequestEntityTooLarge", `Request entity too large: limit is ${limitBytes}`);
}

/** 415 with the accepted types (`am:api/errors` via `as:endpoints/handlers/negotiation/errors.go`). */
export function unsupportedMediaType(accepted: readonly string[]): Status {
  return failure(
    415,
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`,
  );
}

const causeReasons = {
  invalid: "FieldValueInvalid",
  required: "FieldValueRequired",
  forbidden: "FieldValueForbidden",
  notSupported: "FieldValueNotSupported",
  duplicate: "FieldValueDuplicate",
  tooMany: "FieldValueTooMany",
} as const;

const causeTitles = {
  invalid: "Invalid value",
  required: "Required value",
  forbidden: "Forbidden",
  notSupported: "Unsupported value",
  duplicate: "Duplicate value",
  tooMany: "Too many",
} as const;

/** 422 with every finding; details.kind is the Kind (`am:api/errors/errors.go:NewInvalid`). */
export function invalid(info: KindInfo, name: string, errors: readonly FieldError[]): Status {
  return invalidSubject({ subject: groupKindName(info), group: info.group, kind: info.kind, name }, errors);
}

/** 422 for list and watch parameters (`am:apis/meta/internalversion/validation/validation.go`). */
export function invalidListOptions(errors: readonly FieldError[]): Status {
  const group = "meta.k8s.io";
  return invalidSubject({ subject: `ListOptions.${group}`, group, kind: "ListOptions", name: "" }, errors);
}

/** 422 for a PUT without resource version where one is needed; here details.kind is the resource name (G4). */
export function resourceVersionRequired(info: KindInfo, name: string): Status {
  return invalidSubject({ subject: resourceName(info), group: info.group, kind: info.plural, name }, [
    { type: "invalid", field: "metadata.resourceVersion", value: "0", detail: "must be specified for an update" },
  ]);
}

type InvalidSubject = {
  readonly subject: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
};

function invalidSubject({ subject, group, kind, name }: InvalidSubject, errors: readonly FieldError[]): Status {
  const texts = errors.map((error) => `${error.field}: ${causeMessage(error)}`);
  const list = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  const causes = errors.map((error) => ({
    reason: causeReasons[error.type],
    message: causeMessage(error),
    field: error.field,
  }));
  return failure(422, "Invalid", `${subject} "${name}" is invalid: ${list}`, {
    ...(name === "" ? {} : { name }),
    ...(group === "" ? {} : { group }),
    kind,
    causes,
  });
}

function causeMessage(error: FieldError): string {
  const value = error.value === undefined ? "" : `: ${error.value}`;
  return `${causeTitles[error.type]}${value}${error.detail === "" ? "" : `: ${error.detail}`}`;
}

/** 429 as a Status (`am:api/errors/errors.go:NewTooManyRequests`). */
export function tooManyRequests(message: string, retryAfter: number): Status {
  return failure(429, "TooManyRequests", message, { retryAfterSeconds: retryAfter });
}

/** 429 of priority and fairness: plain text with a `Retry-After` header, not a Status (`as:server/filters/priority-and-fairness.go`). */
export function priorityAndFairnessRejected(retryAfter: number): Status {
  return failure(429, "", "Too many requests, please try again later.", { retryAfterSeconds: retryAfter });
}

/** 500 (`am:api/errors/errors.go:NewInternalError`). */
export function internalError(text: string): Status {
  return failure(500, "InternalError", `Internal error occurred: ${text}`, { causes: [{ message: text }] });
}

/** 500 for an error that is not an API status: reason absent, message as it is. */
export function unwrappedError(message: string): Status {
  return failure(500, "", message);
}

/** 500 because storage did not answer (`am:api/errors/errors.go:NewServerTimeout`). */
export function serverTimeout(info: KindInfo, operation: string, retryAfter: number): Status {
  return failure(
    500,
    "ServerTimeout",
    `The ${operation} operation against ${resourceName(info)} could not be completed at this time, please try again.`,
    { ...groupOf(info), kind: info.plural, ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}) },
  );
}

/** 503 (`am:api/errors/errors.go:NewServiceUnavailable`). */
export function serviceUnavailable(message: string, retryAfter: number): Status {
  return failure(503, "ServiceUnavailable", message, retryAfter > 0 ? { retryAfterSeconds: retryAfter } : undefined);
}

/** 504 because the request's deadline passed; the operation may still be applied (`as:endpoints/handlers/finisher`). */
export function requestTimeout(): Status {
  return failure(
    504,
    "Timeout",
    "Timeout: request did not complete within requested timeout - context deadline exceeded",
    {},
  );
}

/** 504 because the server has not seen revision `asked` yet (`as:storage/errors.go:NewTooLargeResourceVersionError`). */
export function tooLargeResourceVersion(asked: number, current: number, retryAfter: number): Status {
  return failure(504, "Timeout", `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  });
}

function subjectOf(info: KindInfo, name: string | undefined): StatusDetails {
  return { ...(name === undefined ? {} : { name }), ...groupOf(info), kind: info.plural };
}

function groupOf(info: KindInfo): { readonly group?: string } {
  return info.group === "" ? {} : { group: info.group };
}
