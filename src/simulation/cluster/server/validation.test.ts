import { expect, test } from "vitest";
import type { DraftMeta } from "../../kubernetes/object.ts";
import { configMap, createRequest, statusIn, testCluster } from "./test-cluster.ts";

const name =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

// am:api/validation/objectmeta.go
test.each<readonly [metadata: DraftMeta, field: string, message: string]>([
  [{ labels: { "a b": "x" } }, "metadata.labels", `Invalid value: "a b": ${name}`],
  [{ annotations: { "a b": "x" } }, "metadata.annotations", `Invalid value: "a b": ${name}`],
  [{ annotations: { "Example.com/A/b": "x" } }, "metadata.annotations", `Invalid value: "Example.com/A/b": ${name}`],
  [{ finalizers: ["a b"] }, "metadata.finalizers", `Invalid value: "a b": ${name}`],
  [
    { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "" }] },
    "metadata.ownerReferences.uid",
    'Invalid value: "": uid must not be empty',
  ],
])("metadata of %j is refused", (metadata, field, message) => {
  const body = { ...configMap("a"), metadata: { name: "a", namespace: "ns", ...metadata } };
  expect(statusIn(testCluster().handle(createRequest(body)))).toMatchObject({
    code: 422,
    details: { causes: [{ field, message }] },
  });
});

test("an annotation may have capitals before its slash, a label may not", () => {
  const metadata = { name: "a", namespace: "ns" };
  const annotated = { ...configMap("a"), metadata: { ...metadata, annotations: { "Example.com/A": "x" } } };
  expect(testCluster().handle(createRequest(annotated)).outcome).toMatchObject({ response: { code: 201 } });
  const labelled = { ...configMap("a"), metadata: { ...metadata, labels: { "Example.com/A": "x" } } };
  expect(statusIn(testCluster().handle(createRequest(labelled))).code).toBe(422);
});
