import { expect, test } from "vitest";
import { conditionOf } from "../../kubernetes/condition.ts";
import type { DraftObject } from "../../kubernetes/object.ts";
import type { ApiRequest } from "./request.ts";
import {
  configMap,
  createRequest,
  getRequest,
  line,
  objectIn,
  statusIn,
  testCluster,
  watchIn,
  watchRequest,
} from "./test-cluster.ts";

const pod: DraftObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a", namespace: "ns" },
  spec: { image: "x" },
};

function bind(
  node: string,
  changes: { readonly kind?: string; readonly name?: string; readonly uid?: string } = {},
): ApiRequest {
  const { kind = "Pod", name = "a", uid } = changes;
  const metadata = { name, namespace: "ns", ...(uid === undefined ? {} : { uid }) };
  const body = { apiVersion: "v1", kind: "Binding", metadata, target: { kind: "Node", name: node } };
  return {
    verb: "create",
    kind,
    namespace: "ns",
    subresource: "binding",
    body,
    options: {},
    user: "u",
    client: "scheduler",
  };
}

// kk:pkg/registry/core/pod/storage/storage.go:setPodNodeAndMetadata goes past the strategy of pods, so it counts no generation.
test("a binding gives a pod its node and PodScheduled at the same generation, and answers 201 with a Status", () => {
  const cluster = testCluster();
  const watch = watchIn(cluster.handle(watchRequest("Pod", { resourceVersion: "1" })));
  const created = objectIn(cluster.handle(createRequest(pod)));
  const status = statusIn(cluster.handle(bind("node-1", { uid: created.metadata.uid })));
  expect(status).toEqual({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 });
  const bound = objectIn(cluster.handle(getRequest("Pod", "a")));
  expect(bound.spec).toEqual({ image: "x", nodeName: "node-1" });
  expect(bound.metadata.generation).toBe(created.metadata.generation);
  expect(conditionOf(bound, "PodScheduled")).toMatchObject({ status: "True" });
  expect(cluster.take("Pod", watch).events.map(line)).toEqual(["ADDED a@2", "MODIFIED a@3"]);
});

test("a pod is bound once: a second binding gets 409, which names the resource pods/binding and the node", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(pod));
  cluster.handle(bind("node-1"));
  expect(statusIn(cluster.handle(bind("node-2")))).toMatchObject({
    code: 409,
    reason: "Conflict",
    message: 'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "node-1"',
  });
  expect(objectIn(cluster.handle(getRequest("Pod", "a"))).spec?.["nodeName"]).toBe("node-1");
});

test("a binding is refused for a pod that is another one, is being deleted, or is not there, and no other kind has bindings", () => {
  const cluster = testCluster();
  cluster.handle(createRequest({ ...pod, metadata: { ...pod.metadata, finalizers: ["example.com/hold"] } }));
  const refused = (request: ApiRequest) => {
    const { code, message } = statusIn(cluster.handle(request));
    return `${code} ${message}`;
  };
  expect(refused(bind("node-1", { uid: "other" }))).toContain("Precondition failed: UID in precondition: other");
  cluster.handle({ verb: "delete", kind: "Pod", namespace: "ns", name: "a", options: {}, user: "u", client: "c" });
  expect(refused(bind("node-1"))).toBe(
    '409 Operation cannot be fulfilled on pods/binding "a": pod a is being deleted, cannot be assigned to a host',
  );
  expect(refused(bind("node-1", { name: "b" }))).toBe('404 pods "b" not found');
  cluster.handle(createRequest(configMap("a")));
  expect(refused(bind("node-1", { kind: "ConfigMap" }))).toBe("404 the server could not find the requested resource");
});

test("in a namespace that is being terminated nothing is bound: a binding is a creation", () => {
  const cluster = testCluster();
  const place = { kind: "Namespace", user: "u", client: "c", options: {} } as const;
  const body: DraftObject = { apiVersion: "v1", kind: "Namespace", metadata: { name: "ns" } };
  cluster.handle({ verb: "create", ...place, body });
  cluster.handle(createRequest(pod));
  cluster.handle({ verb: "delete", ...place, name: "ns" });
  expect(statusIn(cluster.handle(bind("node-1")))).toMatchObject({
    code: 403,
    message: 'pods "a" is forbidden: unable to create new content in namespace ns because it is being terminated',
  });
});
