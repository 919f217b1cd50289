import type { CustomKind } from "../kubernetes/kind-registry.ts";

const database: CustomKind = { kind: "Database", group: "example.com", plural: "databases", statusSubresource: true };
const instance: CustomKind = { kind: "CloudInstance", group: "cloud.example.com", plural: "cloudinstances" };

/** What the Database controller needs: databases with a status subresource, and what stands for the cloud's own records. */
export const databaseKinds: readonly CustomKind[] = [database, instance];

/** The same, but somebody forgot `subresources.status` in the definition of Database. */
export const databaseKindsWithoutStatus: readonly CustomKind[] = [{ ...database, statusSubresource: false }, instance];
