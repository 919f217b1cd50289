import type { Problem } from "../../../base/result.ts";
import type { Micros } from "../../../base/time.ts";
import { parseFieldSelector } from "../../kubernetes/field-selector.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import { parseLabelSelector } from "../../kubernetes/label-selector.ts";
import type { DraftObject, Json, KubeObject, Subresource } from "../../kubernetes/object.ts";
import type { Revision } from "../../kubernetes/resource-version.ts";
import type { Status } from "../../kubernetes/status.ts";
import { badRequest } from "../../kubernetes/status-error.ts";
import type { ObjectFilter } from "./watcher.ts";

/** Who asks for what. `client` names the process (for faults and traces), `user` the identity that RBAC judges. */
type Target = {
  readonly kind: string;
  readonly namespace?: string;
  readonly user: string;
  readonly client: string;
};

/** Parameters of LIST and WATCH, as the client sends them: absent is unset. */
export type ListOptions = {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly sendInitialEvents?: boolean;
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
};

/** Parameters of create, update and patch. `force` is for server-side apply. */
export type WriteOptions = { readonly dryRun?: boolean; readonly fieldManager?: string; readonly force?: boolean };

/** Parameters and body of DELETE. */
export type DeleteOptions = {
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
};

/** A patch in one of the formats that the server applies. */
export type Patch =
  | { readonly type: "merge" | "json" | "strategic"; readonly patch: Json }
  | { readonly type: "apply"; readonly config: DraftObject };

/** One request to the API server. */
export type ApiRequest = Target &
  (
    | { readonly verb: "get"; readonly name: string; readonly subresource?: Subresource; readonly options: ListOptions }
    | { readonly verb: "list" | "watch"; readonly options: ListOptions }
    | {
        readonly verb: "create";
        /** Of the object that the body names: a pod's `binding`. No path takes a POST of a status. */
        readonly subresource?: Subresource | "binding";
        readonly body: DraftObject;
        readonly options: WriteOptions;
      }
    | {
        readonly verb: "update";
        /** Empty for a PUT of a collection, which no path takes. */
        readonly name: string;
        readonly subresource?: Subresource;
        readonly body: DraftObject;
        readonly options: WriteOptions;
      }
    | {
        readonly verb: "patch";
        readonly name: string;
        readonly subresource?: Subresource;
        readonly body: Patch;
        readonly options: WriteOptions;
      }
    | {
        readonly verb: "delete";
        readonly name: string;
        /** No path takes it. */
        readonly subresource?: Subresource;
        readonly options: DeleteOptions;
      }
    | { readonly verb: "deletecollection"; readonly options: DeleteOptions & ListOptions }
  );

/** A GET. */
export type GetRequest = Extract<ApiRequest, { verb: "get" }>;
/** A LIST or a WATCH. */
export type ListRequest = Extract<ApiRequest, { verb: "list" | "watch" }>;
/** A POST. */
export type CreateRequest = Extract<ApiRequest, { verb: "create" }>;
/** A PUT or a PATCH. */
export type UpdateRequest = Extract<ApiRequest, { verb: "update" | "patch" }>;
/** A DELETE of one object. */
export type DeleteRequest = Extract<ApiRequest, { verb: "delete" }>;

/** A DELETE of a collection. */
export type DeleteCollectionRequest = Extract<ApiRequest, { verb: "deletecollection" }>;

/** A complete answer. */
export type ApiResponse =
  | { readonly type: "object"; readonly code: 200 | 201; readonly object: KubeObject }
  | {
      readonly type: "list";
      readonly code: 200;
      readonly resourceVersion: string;
      readonly items: readonly KubeObject[];
      readonly continue?: string;
      readonly remainingItemCount?: number;
    }
  | { readonly type: "status"; readonly status: Status };

/** A read that waits until the watch cache reaches a revision, or until the deadline. Pass it back when asking again. */
export type Waiting = { readonly required: Revision; readonly until: Micros };

/** The filter that the selectors of a request describe, or the 400 that a malformed one gets. */
export function filterOf(info: KindInfo, namespace: string | undefined, options: ListOptions): ObjectFilter | Status {
  const labels = parseLabelSelector(options.labelSelector ?? "");
  if (labels.type === "problems") return badRequest(textOf(labels.problems));
  const fields = parseFieldSelector(options.fieldSelector ?? "", info);
  if (fields.type === "problems") return badRequest(textOf(fields.problems));
  return { namespace: info.namespaced ? namespace : undefined, labels: labels.value, fields: fields.value };
}

/** Whether the request names any selector: pages of such lists do not say how many items remain. */
export function hasSelector(options: ListOptions): boolean {
  return (options.labelSelector ?? "") !== "" || (options.fieldSelector ?? "") !== "";
}

/** True for the failure that a parser returned in place of its value. */
export function isStatus(value: ObjectFilter | Status): value is Status {
  return "code" in value;
}

function textOf(found: readonly Problem[]): string {
  return found.map(({ message }) => message).join(", ");
}
