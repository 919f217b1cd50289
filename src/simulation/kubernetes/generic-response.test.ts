import { expect, test } from "vitest";
import { builtInKinds } from "./built-in-kinds.ts";
import { errorOfClient } from "./generic-response.ts";
import { forbidden, pathNotFound, priorityAndFairnessRejected, unwrappedError } from "./status-error.ts";

const kind = (id: string) => {
  const info = builtInKinds.find((each) => each.id === id);
  if (info === undefined) throw new Error(id);
  return info;
};

// am:api/errors/errors.go:NewGenericServerResponse @v0.36.3: "message (verb resource name)", with the HTTP method in lower case.
test("a client makes its own error of a plain-text 429 or 404: its words, the method, the resource and the name", () => {
  const tooMany = errorOfClient(priorityAndFairnessRejected(2), kind("ConfigMap"), { verb: "create", name: "" });
  expect(tooMany).toMatchObject({
    code: 429,
    reason: "TooManyRequests",
    message: "the server has received too many requests and has asked us to try again later (post configmaps)",
    details: { retryAfterSeconds: 2 },
  });
  const missing = errorOfClient(pathNotFound(), kind("Deployment"), { verb: "update", name: "web" });
  expect(missing).toMatchObject({
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource (put deployments.apps web)",
  });
});

test("a Status is the error as it is, also one without a reason", () => {
  const access = { user: "u", verb: "list", namespace: "ns" };
  const refused = forbidden(kind("Pod"), access);
  expect(errorOfClient(refused, kind("Pod"), { verb: "list", name: "" })).toBe(refused);
  const raw = unwrappedError("etcdserver: request timed out");
  expect(errorOfClient(raw, kind("Pod"), { verb: "get", name: "a" })).toBe(raw);
});
