import { expect, test } from "vitest";
import { failure, type StatusDetails, type StatusReason } from "../../kubernetes/status.ts";
import { faultOf } from "./request-error.ts";

// `am:api/errors/errors.go:IsGone, IsTimeout, IsTooManyRequests, HasStatusCause` and `cg:tools/cache/reflector.go:isExpiredError,
// isTooLargeResourceVersionError`: a known reason decides; the code only speaks where the reason is none of those, except that 429 always does.

const TOO_LARGE = "Too large resource version: 9, current: 5";

test.each<[StatusReason | "Weird", number, string, StatusDetails | undefined, string]>([
  ["Expired", 500, "", undefined, "gone"],
  ["Gone", 500, "", undefined, "gone"],
  ["", 410, "", undefined, "gone"],
  ["Weird", 410, "", undefined, "gone"],
  ["Forbidden", 410, "", undefined, "other"],
  ["TooManyRequests", 500, "", undefined, "tooManyRequests"],
  ["Forbidden", 429, "", undefined, "tooManyRequests"],
  ["Timeout", 500, TOO_LARGE, {}, "tooLarge"],
  ["", 504, TOO_LARGE, {}, "tooLarge"],
  ["Weird", 504, TOO_LARGE, {}, "tooLarge"],
  ["Weird", 504, "", { causes: [{ message: "Too large resource version" }] }, "tooLarge"],
  ["Weird", 504, TOO_LARGE, undefined, "other"],
  ["InternalError", 504, TOO_LARGE, {}, "other"],
  ["BadRequest", 400, "", { causes: [{ reason: "ResourceVersionTooLarge", message: "" }] }, "tooLarge"],
])("reason %j with code %d, %j and details %j is %s", (reason, code, message, details, fault) => {
  const status = failure(code, reason as StatusReason, message, details);
  expect(faultOf({ type: "status", status })).toBe(fault);
});
