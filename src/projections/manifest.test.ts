import { expect, test } from "vitest";
import { readManifest } from "./manifest.ts";

const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n";

test("several documents are several objects, and empty ones are none", () => {
  const result = readManifest(`${pod}---\n---\n${pod.replace("name: a", "name: b")}`);
  expect(result.type === "ok" && result.value.map((object) => object.metadata.name)).toEqual(["a", "b"]);
});

test("JSON is read as well", () => {
  expect(readManifest('{"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"a-"}}').type).toBe("ok");
});

test.each([
  ["", "", "there is no object in it"],
  ["kind: Pod", "apiVersion", "apiVersion is missing"],
  ["apiVersion: v1\nkind: Pod\nmetadata: {}", "metadata.name", "metadata.name is missing"],
  ["- 1", "apiVersion", "apiVersion is missing"],
])("%j is refused at %j", (text, path, message) => {
  const result = readManifest(text);
  expect(result.type === "problems" && result.problems[0]).toMatchObject({ path, message });
});

test("a mistake in YAML is told with its line", () => {
  const result = readManifest(`${pod}---\nkind: Pod\n  bad: [`);
  expect(result.type === "problems" && result.problems[0]?.line).toBeGreaterThan(5);
});

test("aliases that multiply are refused", () => {
  const bomb = `a: &a [1,1,1,1]\nb: &b [${"*a,".repeat(30)}*a]\nc: [${"*b,".repeat(30)}*b]`;
  expect(() => readManifest(bomb)).not.toThrow();
  expect(readManifest(bomb).type).toBe("problems");
});
