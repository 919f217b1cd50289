import { conditionOf } from "./condition.ts";
import { type KindInfo, type KindRegistry, resourceName } from "./kind.ts";
import type { Json, JsonObject, KubeObject, ObjectMeta } from "./object.ts";
import type { OpenApiSchema } from "./open-api-schema.ts";

/** How the cluster calls the kind of CustomResourceDefinitions. */
export const CRD = "CustomResourceDefinition";

/** Stays on a definition that is being deleted until no object of its kind is left (`ax:apis/apiextensions/v1/types.go:CustomResourceCleanupFinalizer @v0.36.3`). */
export const CLEANUP_FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

/** The custom kind that the definition of this name defines. */
export function kindDefinedBy(kinds: KindRegistry, name: string): KindInfo | undefined {
  return Object.values(kinds).find((info) => info.custom && resourceName(info) === name);
}

/** Whether objects of its kind are being deleted. */
export function isDefinitionTerminating(definition: KubeObject): boolean {
  return conditionOf(definition, "Terminating")?.status === "True";
}

/** The definition of a custom kind as it stands once its names were accepted and it is served. */
export function definitionOf(info: KindInfo, metadata: Omit<ObjectMeta, "name">, time: string): KubeObject {
  const { group, version, kind, plural, namespaced } = info;
  const names = { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: CRD,
    metadata: { name: resourceName(info), ...metadata },
    spec: {
      group,
      names,
      scope: namespaced ? "Namespaced" : "Cluster",
      versions: [versionIn(info)],
      conversion: { strategy: "None" },
    },
    status: {
      conditions: [
        condition("NamesAccepted", "NoConflicts", "no conflicts found", time),
        condition("Established", "InitialNamesAccepted", "the initial names have been accepted", time),
      ],
      acceptedNames: names,
      storedVersions: [version],
    },
  };
}

function versionIn({ version, schema, statusSubresource, selectableFields }: KindInfo): JsonObject {
  return {
    name: version,
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema === undefined ? ANYTHING : schemaJson(schema) },
    ...(statusSubresource ? { subresources: { status: {} } } : {}),
    ...(selectableFields.length === 0
      ? {}
      : { selectableFields: selectableFields.map(({ path }) => ({ jsonPath: `.${path}` })) }),
  };
}

const ANYTHING: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

function schemaJson(schema: OpenApiSchema): JsonObject {
  const { properties, items, required, enum: values, ...rest } = schema;
  const parts = Object.entries(properties ?? {}).map(([name, part]): readonly [string, Json] => [
    name,
    schemaJson(part),
  ]);
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(parts) }),
    ...(items === undefined ? {} : { items: schemaJson(items) }),
    ...(required === undefined ? {} : { required }),
    ...(values === undefined ? {} : { enum: values }),
  };
}

function condition(type: string, reason: string, message: string, lastTransitionTime: string): JsonObject {
  return { type, status: "True", lastTransitionTime, reason, message };
}
