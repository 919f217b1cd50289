// apiserver pkg/apis/flowcontrol/bootstrap/default.go @v0.36.3: the schemas in the order of their precedence.
import { expect, test } from "vitest";
import { flowOf, handOf } from "./flow-schema.ts";
import type { ApiRequest } from "./request.ts";

function request(user: string, verb: "get" | "watch", kind: string, namespace = "demo"): ApiRequest {
  const target = { kind, namespace, user, client: "c", options: {} } as const;
  return verb === "get" ? { verb, name: "x", ...target } : { verb, ...target };
}

const own = "system:serviceaccount:kube-system:replicaset-controller";
const others = "system:serviceaccount:knative-serving:controller";

test.each<readonly [string, string, "get" | "watch", string, string]>([
  ["the lease of a built-in controller", own, "get", "Lease", "leader-election system-leader-election"],
  ["the watch of leases by a built-in controller", own, "watch", "Lease", "workload-high kube-system-service-accounts"],
  ["the lease of somebody else's controller", others, "get", "Lease", "workload-low service-accounts"],
  ["what a kubelet says about its node", "system:node:node-1", "get", "Node", "node-high system-node-high"],
  ["what a kubelet says about a pod", "system:node:node-1", "get", "Pod", "system system-nodes"],
  ["a request of the scheduler", "system:kube-scheduler", "get", "Pod", "workload-high kube-scheduler"],
  ["a request of a built-in controller", own, "get", "Pod", "workload-high kube-system-service-accounts"],
  ["a request of somebody else's controller", others, "get", "Pod", "workload-low service-accounts"],
  ["a request of a person", "kubernetes-admin", "get", "Pod", "global-default global-default"],
])("%s comes to its level", (_, user, verb, kind, expected) => {
  const { level, schema } = flowOf(request(user, verb, kind));
  expect(`${level} ${schema}`).toBe(expected);
});

test("flows are told apart by user, those of built-in controllers by namespace", () => {
  expect(flowOf(request(others, "get", "Pod", "a")).distinguisher).toBe(others);
  expect(flowOf(request(own, "get", "Pod", "a")).distinguisher).toBe("a");
  const { namespace: _none, ...clusterScoped } = request(own, "get", "Node");
  expect(flowOf(clusterScoped).distinguisher).toBe("");
});

test("a hand has different queues, always the same for a flow, and flows differ", () => {
  const hands = Array.from({ length: 50 }, (_, n) =>
    handOf({ level: "workload-low", schema: "service-accounts", distinguisher: `user-${n}` }, 128, 6),
  );
  for (const hand of hands) {
    expect(new Set(hand).size).toBe(6);
    expect(hand.every((queue) => Number.isInteger(queue) && queue >= 0 && queue < 128)).toBe(true);
  }
  expect(new Set(hands.map(String)).size).toBe(50);
  const again = handOf({ level: "workload-low", schema: "service-accounts", distinguisher: "user-7" }, 128, 6);
  expect(again).toEqual(hands[7]);
  expect(handOf({ level: "system", schema: "s", distinguisher: "d" }, 3, 3).toSorted()).toEqual([0, 1, 2]);
});
