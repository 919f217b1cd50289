import { ownValue } from "../../base/own-value.ts";
import { builtInKinds } from "./built-in-kinds.ts";
import { apiVersionOf, type KindInfo, type KindRegistry } from "./kind.ts";
import type { OpenApiSchema } from "./open-api-schema.ts";

/** What a CustomResourceDefinition says. */
export type CustomKind = {
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  readonly version?: string;
  readonly namespaced?: boolean;
  readonly statusSubresource?: boolean;
  readonly selectableFields?: readonly string[];
  /** What its objects must look like; absent: anything. */
  readonly schema?: OpenApiSchema;
};

/** The kinds that every cluster has, plus those that custom resource definitions add. A later definition of the same group and kind replaces an earlier one. */
export function kindRegistry(custom: readonly CustomKind[]): KindRegistry {
  const registry: Record<string, KindInfo> = {};
  for (const info of builtInKinds) registry[info.id] = info;
  for (const definition of custom) {
    const info = customKind(definition, registry);
    registry[info.id] = info;
  }
  return registry;
}

/** The kind that a custom resource definition describes. Its id is `Kind.group` if the registry already has that Kind in another group. */
function customKind(definition: CustomKind, known: KindRegistry): KindInfo {
  const taken = ownValue(known, definition.kind);
  const id =
    taken === undefined || taken.group === definition.group
      ? definition.kind
      : `${definition.kind}.${definition.group}`;
  return {
    id,
    kind: definition.kind,
    group: definition.group,
    version: definition.version ?? "v1",
    plural: definition.plural,
    namespaced: definition.namespaced ?? true,
    statusSubresource: definition.statusSubresource ?? false,
    statusMetadata: "keepOldMetadata",
    generation: "allButMetadata",
    gracefulDeletion: false,
    unconditionalUpdate: false,
    createOnUpdate: false,
    defaultPropagation: "Background",
    deleteAnswer: "status",
    deleteCollection: true,
    watchIndex: { type: "none" },
    ...(definition.schema === undefined ? {} : { schema: definition.schema }),
    selectableFields: (definition.selectableFields ?? []).map((path) => ({ path, absent: "" })),
    custom: true,
    immutableFields: [],
  };
}

/** The kind of an object by its `apiVersion` and `kind`, or undefined if the cluster does not serve it. */
export function kindOfObject(registry: KindRegistry, apiVersion: string, kind: string): KindInfo | undefined {
  const short = ownValue(registry, kind);
  if (short !== undefined && apiVersionOf(short) === apiVersion) return short;
  return Object.values(registry).find((info) => info.kind === kind && apiVersionOf(info) === apiVersion);
}

/** How the cluster calls the kind of an object (`KindInfo.id`); its Kind if the cluster does not serve it. */
export function kindIdOf(
  registry: KindRegistry,
  object: { readonly apiVersion: string; readonly kind: string },
): string {
  return kindOfObject(registry, object.apiVersion, object.kind)?.id ?? object.kind;
}
