import { expect, test } from "vitest";
import { defined } from "../../base/assert.ts";
import { groupKindName, resourceName } from "./kind.ts";
import { kindOfObject, kindRegistry } from "./kind-registry.ts";

test("a custom kind that shares its Kind with a built-in one is called Kind.group", () => {
  const kinds = kindRegistry([
    { kind: "Service", group: "serving.knative.dev", plural: "services" },
    { kind: "Revision", group: "serving.knative.dev", plural: "revisions" },
  ]);
  expect(kindOfObject(kinds, "serving.knative.dev/v1", "Service")?.id).toBe("Service.serving.knative.dev");
  expect(kindOfObject(kinds, "v1", "Service")?.id).toBe("Service");
  expect(kindOfObject(kinds, "serving.knative.dev/v1", "Revision")?.id).toBe("Revision");
  expect(kindOfObject(kinds, "v2", "Service")).toBeUndefined();
});

test("errors call a resource by its plural and a kind by its Kind, each with the group", () => {
  const deployment = defined(kindRegistry([]).Deployment, "Deployment");
  expect(resourceName(deployment)).toBe("deployments.apps");
  expect(groupKindName(deployment)).toBe("Deployment.apps");
});

// D.1, D.5
test("only a few kinds refuse an unconditional update, orphan by default or stop gracefully", () => {
  const all = Object.values(kindRegistry([{ kind: "Database", group: "example.com", plural: "databases" }]));
  const versioned = all.filter((info) => !info.unconditionalUpdate).map((info) => info.id);
  expect(versioned).toEqual(["Lease", "CustomResourceDefinition", "Database"]);
  expect(all.filter((info) => info.defaultPropagation === "Orphan").map((info) => info.id)).toEqual(["Job"]);
  expect(all.filter((info) => info.gracefulDeletion).map((info) => info.id)).toEqual(["Pod"]);
});
