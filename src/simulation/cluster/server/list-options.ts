import type { Status } from "../../kubernetes/status.ts";
import { type FieldError, invalidListOptions } from "../../kubernetes/status-error.ts";
import type { ListOptions } from "./request.ts";

/**
 * Fills in what a watch leaves out (`am:apis/meta/internalversion/defaults.go:SetListOptionsDefaults @v0.36.3`): where watch-list is on, a
 * watch from "" or "0" without `sendInitialEvents` and `resourceVersionMatch` asks for the initial events.
 */
export function defaultedWatchOptions(options: ListOptions, watchList: boolean): ListOptions {
  const fromStart = (options.resourceVersion ?? "") === "" || options.resourceVersion === "0";
  if (!watchList || !fromStart) return options;
  if (options.sendInitialEvents !== undefined || (options.resourceVersionMatch ?? "") !== "") return options;
  return { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
}

/** 422 for parameters of a WATCH that contradict each other, or undefined (`am:apis/meta/internalversion/validation/validation.go @v0.36.3`). */
export function refusedWatchOptions(options: ListOptions, watchList: boolean): Status | undefined {
  const errors: FieldError[] = [];
  const match = options.resourceVersionMatch ?? "";
  if (options.sendInitialEvents !== undefined) {
    if (match !== "NotOlderThan") {
      errors.push(matchForbidden("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
    }
    if (!watchList) {
      errors.push(
        initialForbidden("sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled"),
      );
    }
  }
  if (match !== "") {
    if (options.sendInitialEvents === undefined) {
      errors.push(matchForbidden("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    }
    if (match !== "NotOlderThan") errors.push(matchNotSupported(match, ["NotOlderThan"]));
    if ((options.continue ?? "") !== "") {
      errors.push(matchForbidden("resourceVersionMatch is forbidden when continue is provided"));
    }
  }
  return errors.length === 0 ? undefined : invalidListOptions(errors);
}

/** 422 for parameters of a LIST that contradict each other, or undefined. */
export function refusedListOptions(options: ListOptions): Status | undefined {
  const errors: FieldError[] = [];
  const match = options.resourceVersionMatch ?? "";
  if (match !== "") {
    if ((options.resourceVersion ?? "") === "") {
      errors.push(matchForbidden("resourceVersionMatch is forbidden unless resourceVersion is provided"));
    }
    if ((options.continue ?? "") !== "") {
      errors.push(matchForbidden("resourceVersionMatch is forbidden when continue is provided"));
    }
    if (match !== "Exact" && match !== "NotOlderThan") {
      errors.push(matchNotSupported(match, ["Exact", "NotOlderThan", ""]));
    }
    if (match === "Exact" && options.resourceVersion === "0") {
      errors.push(matchForbidden('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (options.sendInitialEvents !== undefined) {
    errors.push(initialForbidden("sendInitialEvents is forbidden for list"));
  }
  return errors.length === 0 ? undefined : invalidListOptions(errors);
}

function matchForbidden(detail: string): FieldError {
  return { type: "forbidden", field: "resourceVersionMatch", detail };
}

function initialForbidden(detail: string): FieldError {
  return { type: "forbidden", field: "sendInitialEvents", detail };
}

function matchNotSupported(value: string, supported: readonly string[]): FieldError {
  const detail = `supported values: ${supported.map((one) => `"${one}"`).join(", ")}`;
  return { type: "notSupported", field: "resourceVersionMatch", value: `"${value}"`, detail };
}
