import { expect, test } from "vitest";
import { defined } from "../../base/assert.ts";
import { matchesFields, parseFieldSelector, pinnedName } from "./field-selector.ts";
import { kindRegistry } from "./kind-registry.ts";
import type { KubeObject } from "./object.ts";

const kinds = kindRegistry([
  { kind: "Database", group: "example.com", plural: "databases", selectableFields: ["spec.engine"] },
]);
const kind = (id: string) => defined(kinds[id], id);
const pod: KubeObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a", namespace: "ns", uid: "u", resourceVersion: "5", creationTimestamp: "2026-01-01T00:00:00Z" },
  spec: { nodeName: "n1" },
  status: { phase: "Running" },
};

// C.5
test.each([
  ["spec.nodeName=n1", true],
  ["spec.nodeName==n2", false],
  ["spec.nodeName!=n2,status.phase=Running", true],
  ["spec.nodeName=", false],
  ["status.podIP=", true],
  ["spec.hostNetwork=false", true],
  ["metadata.namespace=ns,metadata.name=a", true],
  ["", true],
])("field selector %j on a running pod gives %j", (text, expected) => {
  const selector = parseFieldSelector(text, kind("Pod"));
  expect(selector.type === "ok" && matchesFields(selector.value, pod)).toBe(expected);
});

// C.5, G33
test("a field that the kind does not index is refused with the text of its kind", () => {
  expect(parseFieldSelector("spec.foo=1", kind("ConfigMap"))).toMatchObject({
    problems: [{ message: '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"' }],
  });
  expect(parseFieldSelector("spec.foo=1", kind("Database"))).toMatchObject({
    problems: [{ message: "field label not supported: spec.foo" }],
  });
  expect(parseFieldSelector("spec.engine=pg", kind("Database")).type).toBe("ok");
  expect(parseFieldSelector("spec.nodeName>1", kind("Pod")).type).toBe("problems");
});

test("metadata.name=x pins one object, metadata.name!=x none", () => {
  const names = ["metadata.name=x", "metadata.name!=x"].map((text) => {
    const selector = parseFieldSelector(text, kind("Pod"));
    return selector.type === "ok" ? pinnedName(selector.value) : "refused";
  });
  expect(names).toEqual(["x", undefined]);
});
