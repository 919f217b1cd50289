import type { OpenApiSchema } from "./open-api-schema.ts";

/**
 * How a kind counts `metadata.generation` (D.3): `none` never, `spec` when the spec changes, `specOrAnnotations` as Deployment does,
 * `allButMetadata` as custom resources do (with a status subresource the status does not count either).
 */
export type GenerationRule = "none" | "spec" | "specOrAnnotations" | "allButMetadata";

/**
 * Which index the watch cache keeps for the kind; it decides the size of a watcher's channels
 * (`as:storage/cacher/watch_cache.go:suggestedWatchChannelSize @v0.36.3`). `trigger` with the field that is indexed, or `none`.
 */
export type WatchIndex = { readonly type: "none" } | { readonly type: "trigger"; readonly field: string };

/** What DELETE answers after the object is gone at once: a Status, or (a few built-ins) the object itself. */
export type DeleteAnswer = "status" | "object";

/** What `/status` takes from the body beside `status` (D.4). */
export type StatusMetadataRule = "keepOldMetadata" | "keepOldLabels" | "keepOldOwnerReferences" | "takeNewMetadata";

/** A field that field selectors may name, and how it reads where an object lacks it (`""`, `"false"`, `"0"`). */
export type SelectableField = { readonly path: string; readonly absent: string };

/** Everything that the API server needs to know about one kind. Plain data: custom kinds are made with `customKind`. */
export type KindInfo = {
  /** How requests, traces and scenarios call the kind: the Kind itself, or `Kind.group` where two groups share one. */
  readonly id: string;
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The main endpoint ignores `status` and there is a `/status` endpoint. */
  readonly statusSubresource: boolean;
  readonly statusMetadata: StatusMetadataRule;
  readonly generation: GenerationRule;
  /** DELETE gives the object time to stop (pods). */
  readonly gracefulDeletion: boolean;
  /** PUT without a resource version is allowed. */
  readonly unconditionalUpdate: boolean;
  /** PUT creates the object where none is (`AllowCreateOnUpdate`). */
  readonly createOnUpdate: boolean;
  /** What happens to dependents when the caller does not say. */
  readonly defaultPropagation: "Background" | "Orphan";
  readonly deleteAnswer: DeleteAnswer;
  /** DELETE of the collection is served (`rest.CollectionDeleter`). */
  readonly deleteCollection: boolean;
  readonly watchIndex: WatchIndex;
  /** Field selectors that the kind knows besides metadata.name and metadata.namespace. */
  readonly selectableFields: readonly SelectableField[];
  /** What a CustomResourceDefinition says its objects must look like. */
  readonly schema?: OpenApiSchema;
  /** Defined by a CustomResourceDefinition: no strategic merge patch, own messages. */
  readonly custom: boolean;
  /** Dotted paths of fields that can never change once set (such as a ReplicaSet's selector). */
  readonly immutableFields: readonly string[];
};

/** All kinds of one cluster, by id. */
export type KindRegistry = { readonly [id: string]: KindInfo };

/** `v1`, `apps/v1`, … */
export function apiVersionOf(info: KindInfo): string {
  return info.group === "" ? info.version : `${info.group}/${info.version}`;
}

/** `pods`, `deployments.apps`: how error messages call the resource (`am:runtime/schema/group_version.go:GroupResource.String @v0.36.3`). */
export function resourceName(info: KindInfo): string {
  return info.group === "" ? info.plural : `${info.plural}.${info.group}`;
}

/** `Pod`, `Deployment.apps`: how validation errors call the kind. */
export function groupKindName(info: KindInfo): string {
  return info.group === "" ? info.kind : `${info.kind}.${info.group}`;
}

/** `apiVersion` and `kind`, as every object and bookmark of the kind carries them. */
export function typeMetaOf(info: KindInfo): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: apiVersionOf(info), kind: info.kind };
}
