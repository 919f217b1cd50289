import { expect, test } from "./explorer.ts";

test("the topology shows every client of the API server with its identity, and a refused one broken", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/rbac-forbidden-staircase?at=c2&view=topology");
  const clients = page.getByRole("list", { name: "Clients of the API server" });
  await expect(
    clients.getByRole("button", { name: /^kubelet\/node-1, kubelet, known as system:node:node-1/ }),
  ).toBeVisible();
  const controller = clients.getByRole("button", {
    name: /known as system:serviceaccount:kube-system:replicaset-controller/,
  });
  await expect(controller).toHaveAccessibleName(/403 forbidden$/);
  await controller.press("Enter");
  await expect(controller).toHaveAttribute("aria-pressed", "true");
});

test("a stuck Trigger is found by reading the cluster out: the chapter opens the log, then audit log and permissions", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/trigger-not-ready-c?at=c3");
  const check = (name: string) => page.getByRole("radio", { name, exact: true });
  await expect(check("Controller log")).toBeChecked();
  const log = page.getByRole("region", { name: /^Output of kubectl logs/ });
  await expect(log).toContainText('"msg":"Failed to update resource status"');
  await check("Pods").check({ force: true });
  await expect(page.getByRole("region", { name: "Output of kubectl get pods -A" })).toContainText(
    /trigger-controller-\S+ +1\/1 +Running/,
  );
  await check("Audit log").check({ force: true });
  await page.getByRole("searchbox", { name: "Only lines with" }).fill("triggers/hello/status");
  const audit = page.getByRole("region", { name: /^Output of tail/ });
  await expect(audit).toContainText('"authorization.k8s.io/decision":"forbid"');
  await page.getByRole("searchbox", { name: "Only lines with" }).fill("");
  await check("Permissions").check({ force: true });
  await expect(
    page.getByRole("region", { name: /--as=system:serviceaccount:knative-eventing:mt-broker-controller$/ }),
  ).toContainText(/triggers\.eventing\.knative\.dev +\[\] +\[\] +\[get list watch create patch delete\]/);
});
