/** The kind of the record in which a tenant store keeps its state. */
export const TENANT_KINDS = [
  {
    kind: "TenantState",
    group: "tenants.example.com",
    plural: "tenantstates",
    version: "v1",
    namespaced: true,
    statusSubresource: true,
  },
] as const;
/** The record of the store `demo/store`. */
export const TENANT_RECORD = [
  { apiVersion: "tenants.example.com/v1", kind: "TenantState", metadata: { name: "store", namespace: "demo" } },
];
