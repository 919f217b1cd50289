import { expect, test } from "vitest";
import { nameOfKey, namespaceOfKey, objectKey, parseObjectKey } from "./object-key.ts";

test("a key is namespace/name, or the bare name of a cluster-scoped object", () => {
  expect(objectKey("ns", "a")).toBe("ns/a");
  expect(objectKey(undefined, "a")).toBe("a");
  expect(objectKey("", "a")).toBe("a");
});

test("a key can be read back", () => {
  expect(parseObjectKey("ns/a")).toEqual({ namespace: "ns", name: "a" });
  expect(parseObjectKey("a")).toEqual({ namespace: undefined, name: "a" });
  expect(namespaceOfKey(objectKey("ns", "a"))).toBe("ns");
  expect(nameOfKey(objectKey("ns", "a"))).toBe("a");
  expect(namespaceOfKey(objectKey(undefined, "a"))).toBeUndefined();
});

test("text with two slashes or an empty part is no key", () => {
  expect([parseObjectKey("a/b/c"), parseObjectKey("/a"), parseObjectKey("a/"), parseObjectKey("")]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
