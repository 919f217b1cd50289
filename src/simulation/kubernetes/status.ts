/** `reason` of a failed request; "" for errors that no API status describes (`am:apis/meta/v1/types.go:StatusReason @v0.36.3`). */
export type StatusReason =
  | ""
  | "BadRequest"
  | "Unauthorized"
  | "Forbidden"
  | "NotFound"
  | "MethodNotAllowed"
  | "NotAcceptable"
  | "AlreadyExists"
  | "Conflict"
  | "Expired"
  | "Gone"
  | "RequestEntityTooLarge"
  | "UnsupportedMediaType"
  | "Invalid"
  | "TooManyRequests"
  | "InternalError"
  | "ServerTimeout"
  | "ServiceUnavailable"
  | "Timeout";

/** One entry of `details.causes`. */
export type StatusCause = { readonly reason?: string; readonly message: string; readonly field?: string };

/** `details` of a Status. `kind` holds the plural resource name for most errors and the Kind for 422 and delete preconditions. */
export type StatusDetails = {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  /** Also sent as header `Retry-After` when above 0. */
  readonly retryAfterSeconds?: number;
};

/** A Status object: the body of every API error, of ERROR events, and of some successful deletions. */
export type Status = {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: { readonly continue?: string };
  readonly status: "Success" | "Failure";
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  readonly code: number;
};

/** Seconds a client is asked to wait (`Retry-After`), or undefined. */
export function retryAfterSeconds(status: Status): number | undefined {
  const seconds = status.details?.retryAfterSeconds ?? 0;
  return seconds > 0 ? seconds : undefined;
}

/** The reasons that decide by themselves; with any other one, or none, the code speaks (`am:api/errors/errors.go:knownReasons @v0.36.3`). */
const KNOWN_REASONS: ReadonlySet<string> = new Set([
  "Unauthorized",
  "Forbidden",
  "NotFound",
  "AlreadyExists",
  "Conflict",
  "Gone",
  "Invalid",
  "ServerTimeout",
  "StoreReadError",
  "Timeout",
  "TooManyRequests",
  "BadRequest",
  "MethodNotAllowed",
  "NotAcceptable",
  "RequestEntityTooLarge",
  "UnsupportedMediaType",
  "InternalError",
  "Expired",
  "ServiceUnavailable",
]);

function isReasonOrCode({ reason = "", code }: Status, wanted: StatusReason, wantedCode: number): boolean {
  return reason === wanted || (code === wantedCode && !KNOWN_REASONS.has(reason));
}

/** The resource version a client asked for is gone (`am:api/errors/errors.go:IsResourceExpired, IsGone`). */
export function isExpired(status: Status): boolean {
  return status.reason === "Expired" || isReasonOrCode(status, "Gone", 410);
}

/** 504 (`am:api/errors/errors.go:IsTimeout`). */
export function isTimeout(status: Status): boolean {
  return isReasonOrCode(status, "Timeout", 504);
}

/** 409 because the object changed meanwhile (`am:api/errors/errors.go:IsConflict`). */
export function isConflict(status: Status): boolean {
  return isReasonOrCode(status, "Conflict", 409);
}

/** 404 for an object, kind or namespace (`am:api/errors/errors.go:IsNotFound`). */
export function isNotFound(status: Status): boolean {
  return isReasonOrCode(status, "NotFound", 404);
}

/** 504 because the server has not seen that revision (`cg:tools/cache/reflector.go:isTooLargeResourceVersionError`). */
export function isTooLargeResourceVersion(status: Status): boolean {
  return status.details?.causes?.some((cause) => cause.reason === "ResourceVersionTooLarge") ?? false;
}

/** A failure without details. */
export function failure(code: number, reason: StatusReason, message: string, details?: StatusDetails): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    ...(reason === "" ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
}
