import { isExpired, isTimeout, isTooLargeResourceVersion, type Status } from "../../kubernetes/status.ts";

/** A failure below HTTP, as Go's net package names it. */
export type NetworkFailure = "ECONNREFUSED" | "ECONNRESET" | "EOF" | "unexpectedEOF" | "timeout";

/** Why a LIST or WATCH did not succeed, as the reflector gets it. */
export type RequestError =
  | { readonly type: "status"; readonly status: Status }
  | { readonly type: "network"; readonly failure: NetworkFailure }
  | { readonly type: "transform"; readonly object: string }
  | { readonly type: "cancelled" }
  /** An answer that could not be read. */
  | { readonly type: "unreadable"; readonly message: string };

/** What the reflector makes of an error: the classes that it treats differently. */
export type Fault = "refused" | "tooManyRequests" | "gone" | "tooLarge" | "other";

/** Sorts an error into its class (`cg:tools/cache/reflector.go:isExpiredError, isTooLargeResourceVersionError, watch @v0.36.3`). */
export function faultOf(error: RequestError): Fault {
  if (error.type === "network") return error.failure === "ECONNREFUSED" ? "refused" : "other";
  if (error.type !== "status") return "other";
  const { status } = error;
  if (isExpired(status)) return "gone";
  if (isTooLargeResourceVersion(status) || isOldTooLarge(status)) return "tooLarge";
  return status.reason === "TooManyRequests" || status.code === 429 ? "tooManyRequests" : "other";
}

/** True for reason Expired alone, which makes the pager ask for the full list at once (`cg:tools/pager/pager.go:list`). */
export function isResourceExpired(error: RequestError): boolean {
  return error.type === "status" && error.status.reason === "Expired";
}

/** The error as flat trace fields: `code` 0 and a name in `reason` for everything that is not an API status. */
export function errorFields(error: RequestError): {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
} {
  switch (error.type) {
    case "status":
      return { code: error.status.code, reason: error.status.reason ?? "", message: error.status.message ?? "" };
    case "network":
      return { code: 0, reason: error.failure, message: error.failure };
    case "transform":
      return { code: 0, reason: "transform", message: `the transform failed for ${error.object}` };
    case "cancelled":
      return { code: 0, reason: "context", message: "context canceled" };
    case "unreadable":
      return { code: 0, reason: "other", message: error.message };
  }
}

/** API servers up to 1.18.5 said it in words only; an error without details is none of theirs. */
function isOldTooLarge(status: Status): boolean {
  if (!isTimeout(status) || status.details === undefined) return false;
  const text = "Too large resource version";
  const { causes = [] } = status.details;
  return causes.some((cause) => cause.message === text) || (status.message ?? "").includes(text);
}
