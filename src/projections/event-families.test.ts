import { expect, test } from "vitest";
import { typesByFamily } from "./event-families.ts";

test("types are listed with what they tell of, sorted, and families without any stay", () => {
  const found = new Map(typesByFamily(["pop.kept", "handler.start", "cache.apply", "server.up", "backoff"]));
  expect(found.get("handler")).toEqual(["handler.start", "pop.kept"]);
  expect(found.get("server")).toEqual(["cache.apply", "server.up"]);
  expect(found.get("reflector")).toEqual(["backoff"]);
  expect(found.get("etcd")).toEqual([]);
});
