import { expect, test } from "vitest";
import { defined } from "../../base/assert.ts";
import { kindRegistry } from "./kind-registry.ts";
import { isConflict, isExpired, isNotFound, isTooLargeResourceVersion, retryAfterSeconds } from "./status.ts";
import * as errors from "./status-error.ts";

const kinds = kindRegistry([]);
const pods = defined(kinds.Pod, "Pod");
const deployments = defined(kinds.Deployment, "Deployment");

// C.4: one line per row of the table
test("403 of RBAC names user, verb, resource, group and scope", () => {
  const refused = errors.forbidden(pods, { user: "u", verb: "list", namespace: "ns" });
  expect(refused).toMatchObject({ code: 403, reason: "Forbidden", details: { kind: "pods" } });
  expect(refused.message).toBe(
    'pods is forbidden: User "u" cannot list resource "pods" in API group "" in the namespace "ns"',
  );
  const named = errors.forbidden(pods, { user: "u", verb: "get", name: "x", namespace: "ns", subresource: "status" });
  expect(named.message).toBe(
    'pods "x" is forbidden: User "u" cannot get resource "pods/status" in API group "" in the namespace "ns"',
  );
  expect(errors.forbidden(pods, { user: "u", verb: "list" }).message).toMatch(/at the cluster scope$/);
});

test("403 of a terminating namespace carries its cause", () => {
  expect(errors.namespaceTerminating(pods, "x", "ns")).toMatchObject({
    message: 'pods "x" is forbidden: unable to create new content in namespace ns because it is being terminated',
    details: { causes: [{ reason: "NamespaceTerminating", field: "metadata.namespace" }] },
  });
});

test("404 names the resource with its group", () => {
  expect(errors.notFound(pods, "x")).toMatchObject({
    code: 404,
    message: 'pods "x" not found',
    details: { name: "x", kind: "pods" },
  });
  expect(errors.notFound(deployments, "x")).toMatchObject({
    message: 'deployments.apps "x" not found',
    details: { group: "apps", kind: "deployments" },
  });
  expect(isNotFound(errors.pathNotFound())).toBe(true);
});

test("409 AlreadyExists says when the holder of the name is being deleted", () => {
  expect(errors.alreadyExists(pods, "x", false).message).toBe('pods "x" already exists');
  expect(errors.alreadyExists(pods, "x", true).message).toBe('object is being deleted: pods "x" already exists');
  expect(retryAfterSeconds(errors.generateNameConflict(pods, "x-"))).toBe(1);
});

test("409 Conflict carries the sentence that every controller author knows", () => {
  expect(errors.conflict(deployments, "x")).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message:
      'Operation cannot be fulfilled on deployments.apps "x": the object has been modified; please apply your changes to the latest version and try again',
    reason: "Conflict",
    details: { name: "x", group: "apps", kind: "deployments" },
    code: 409,
  });
});

test("409 of a delete precondition names the Kind, not the resource", () => {
  const uid = errors.deletePreconditionConflict(pods, "x", { type: "uid", wanted: "A", found: "B" });
  expect(uid.message).toBe(
    'Operation cannot be fulfilled on Pod "x": the UID in the precondition (A) does not match the UID in record (B). The object might have been deleted and then recreated',
  );
  const version = errors.deletePreconditionConflict(pods, "x", { type: "resourceVersion", wanted: "1", found: "2" });
  expect(version.message).toMatch(
    /the ResourceVersion in the precondition \(1\) does not match the ResourceVersion in record \(2\)\. The object might have been modified$/,
  );
  expect(isConflict(uid) && isConflict(version)).toBe(true);
});

test("409 of a foreign uid in a PUT names the storage key", () => {
  expect(errors.uidConflict(pods, "x", "/registry/pods/ns/x", "A", "B").message).toBe(
    'Operation cannot be fulfilled on pods "x": StorageError: invalid object, Code: 4, Key: /registry/pods/ns/x, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: A, UID in object meta: B',
  );
});

test("422 lists every finding and details.kind is the Kind", () => {
  const one = errors.invalid(deployments, "x", [
    { type: "invalid", field: "spec.replicas", value: "-1", detail: "must be greater than or equal to 0" },
  ]);
  expect(one.message).toBe(
    'Deployment.apps "x" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  );
  expect(one.details).toEqual({
    name: "x",
    group: "apps",
    kind: "Deployment",
    causes: [
      {
        reason: "FieldValueInvalid",
        message: "Invalid value: -1: must be greater than or equal to 0",
        field: "spec.replicas",
      },
    ],
  });
  const two = errors.invalid(pods, "x", [
    { type: "required", field: "a", detail: "" },
    { type: "forbidden", field: "b", detail: "no" },
  ]);
  expect(two.message).toBe('Pod "x" is invalid: [a: Required value, b: Forbidden: no]');
});

// G4
test("422 of a missing resource version names the resource in details.kind", () => {
  expect(errors.resourceVersionRequired(deployments, "x")).toMatchObject({
    message:
      'deployments.apps "x" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    details: { kind: "deployments" },
  });
});

// B.5, B.8, B.9
test("410 in a watch stream gives the asked and the oldest revision", () => {
  expect(errors.tooOldResourceVersion(1200, 1534)).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "too old resource version: 1200 (1534)",
    reason: "Expired",
    code: 410,
  });
  expect(isExpired(errors.listExpired())).toBe(true);
  expect(errors.continueExpired("token").metadata).toEqual({ continue: "token" });
});

test("504 of a too large revision has the cause that clients test for and a Retry-After", () => {
  const status = errors.tooLargeResourceVersion(999, 120, 1);
  expect(status).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "Timeout: Too large resource version: 999, current: 120",
    reason: "Timeout",
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
    code: 504,
  });
  expect(isTooLargeResourceVersion(status)).toBe(true);
  expect(retryAfterSeconds(errors.tooLargeResourceVersion(999, 120, 0))).toBeUndefined();
});

test("429 of priority and fairness is plain text with a Retry-After", () => {
  const status = errors.priorityAndFairnessRejected(1);
  expect(status).toMatchObject({ code: 429, message: "Too many requests, please try again later." });
  expect(status.reason).toBeUndefined();
  expect(retryAfterSeconds(status)).toBe(1);
});

test("500 comes as InternalError, as ServerTimeout, or without a reason", () => {
  expect(errors.internalError("boom")).toMatchObject({
    reason: "InternalError",
    message: "Internal error occurred: boom",
    details: { causes: [{ message: "boom" }] },
  });
  expect(errors.serverTimeout(pods, "create", 0).message).toBe(
    "The create operation against pods could not be completed at this time, please try again.",
  );
  expect(errors.unwrappedError("raw").reason).toBeUndefined();
});

test("401, 405, 413 and 415 have their codes and texts", () => {
  expect(errors.unauthorized()).toMatchObject({ code: 401, reason: "Unauthorized", message: "Unauthorized" });
  expect(errors.methodNotAllowed({ ...deployments, custom: true }, "patch")).toMatchObject({
    code: 405,
    reason: "MethodNotAllowed",
    message: 'patch is not supported on resources of kind "deployments.apps"',
  });
  expect(errors.methodNotAllowed(deployments, "patch")).toMatchObject({
    code: 405,
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
  });
  expect(errors.requestTooLarge(3_145_728)).toMatchObject({ code: 413, reason: "RequestEntityTooLarge" });
  expect(errors.unsupportedMediaType(["application/json-patch+json"]).message).toMatch(
    /application\/json-patch\+json$/,
  );
});

// C.4; conflict.go:getConflictMessage, printManager
test("409 of server-side apply names the manager of each field, and says how it got it if it did not apply", () => {
  const one = errors.applyConflict([{ manager: "kubectl", field: ".spec.replicas" }]);
  expect(one).toMatchObject({ code: 409, reason: "Conflict" });
  expect(one.message).toBe('Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas');
  const three = errors.applyConflict([
    { manager: "b", field: ".spec.y", using: "apps/v1" },
    { manager: "a", field: ".spec.x" },
    { manager: "b", field: ".spec.z", using: "apps/v1" },
  ]);
  expect(three.message).toBe(
    'Apply failed with 3 conflicts: conflicts with "a":\n- .spec.x\nconflicts with "b" using apps/v1:\n- .spec.y\n- .spec.z',
  );
  expect(three.details?.causes?.[0]).toEqual({
    reason: "FieldManagerConflict",
    message: 'conflict with "b" using apps/v1',
    field: ".spec.y",
  });
  const status = errors.applyConflict([{ manager: "k", subresource: "status", using: "v1", field: ".status.phase" }]);
  expect(status.message).toContain('conflict with "k" with subresource "status" using v1: .status.phase');
});

// D.7
test("a webhook refuses with 400 unless it names another error, and one that cannot be called gives 500", () => {
  expect(errors.webhookDenied("h.example.com", "no")).toMatchObject({
    code: 400,
    message: 'admission webhook "h.example.com" denied the request: no',
  });
  expect(errors.webhookDenied("h.example.com", "", 403)).toMatchObject({
    code: 403,
    message: 'admission webhook "h.example.com" denied the request without explanation',
  });
  expect(errors.webhookFailed("h.example.com", "timeout").message).toBe(
    'Internal error occurred: failed calling webhook "h.example.com": failed to call webhook: timeout',
  );
});

test("503 may carry a Retry-After", () => {
  expect(retryAfterSeconds(errors.serviceUnavailable("apiserver is shutting down", 1))).toBe(1);
  expect(errors.serviceUnavailable("down", 0).details).toBeUndefined();
});
