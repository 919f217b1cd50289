import { expect, test } from "vitest";
import { testController } from "./actors/test-cluster.ts";
import { usernameOf } from "./identity.ts";

const controllers = [
  testController({ name: "deployment-controller" }),
  testController({ name: "trigger", serviceAccount: "knative-eventing/mt-broker-controller" }),
];

test.each([
  // as:authentication/serviceaccount/util.go:MakeUsername
  ["deployment-controller", "system:serviceaccount:kube-system:deployment-controller"],
  ["trigger", "system:serviceaccount:knative-eventing:mt-broker-controller"],
  // kk:pkg/auth/nodeidentifier/default.go
  ["kubelet/node-1", "system:node:node-1"],
  ["scheduler", "system:kube-scheduler"],
  ["user", "kubernetes-admin"],
  ["alice", "alice"],
])("the API server knows %s as %s", (client, user) => {
  expect(usernameOf(client, controllers)).toBe(user);
});
