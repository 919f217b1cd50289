import { ownValue } from "../../base/own-value.ts";
import type { ControllerSpec } from "./plan.ts";

/** The namespace of the built-in controllers' accounts (`kk:cmd/kube-controller-manager/app/controllermanager.go`, use-service-account-credentials). */
const SYSTEM = "kube-system";

const NOT_CONTROLLERS: Readonly<Record<string, string>> = {
  scheduler: "system:kube-scheduler",
  user: "kubernetes-admin",
};

/**
 * The name under which the API server knows a client: what its certificate or its token says. Kubelets and the scheduler bring client
 * certificates (`kk:pkg/auth/nodeidentifier/default.go`: `system:node:` and the node's name), controllers the token of a service account
 * (`as:authentication/serviceaccount/util.go:MakeUsername`), people what their kubeconfig holds; anybody else goes by the client's name.
 */
export function usernameOf(client: string, controllers: readonly ControllerSpec[]): string {
  const known = ownValue(NOT_CONTROLLERS, client);
  if (known !== undefined) return known;
  if (client.startsWith("kubelet/")) return `system:node:${client.slice("kubelet/".length)}`;
  const controller = controllers.find(({ name }) => name === client);
  return controller === undefined ? client : serviceAccountUser(controller);
}

/** `system:serviceaccount:namespace:name`; a controller that names no account uses one of its own name in kube-system. */
function serviceAccountUser({ name, serviceAccount }: ControllerSpec): string {
  const [namespace = SYSTEM, account = name] = serviceAccount?.split("/") ?? [];
  return `system:serviceaccount:${namespace}:${account}`;
}
