import type { ControllerSpec } from "../simulation/cluster/plan.ts";
import type { Scenario, Variant } from "./scenario.ts";

/** A controller as a file has it: how many processes it has, of which one works. */
export type ControllerEntry = { readonly controller: Omit<ControllerSpec, "lease">; readonly replicas: number };

/** A scenario as a file has it: its controllers' replicas are not written out yet, and what it is compared with is not known. */
export type ScenarioFile = Omit<Scenario, "controllers" | "variants"> & {
  readonly controllers: readonly ControllerEntry[];
};

/** The scenario that a file describes. */
export function scenarioOf(file: ScenarioFile, variants: readonly Variant[]): Scenario {
  return { ...file, controllers: file.controllers.flatMap(processesOf), variants };
}

/** The processes of a controller. Replicas are processes of one Deployment: they share its account, and compete for the lease that has its name. */
export function processesOf({ controller, replicas }: ControllerEntry): readonly ControllerSpec[] {
  if (replicas === 1) return [{ ...controller, lease: undefined }];
  const { name, serviceAccount = `kube-system/${name}` } = controller;
  const shared = { ...controller, serviceAccount, lease: name };
  return Array.from({ length: replicas }, (_, index) => ({ ...shared, name: `${name}-${index + 1}` }));
}
