import type { SystemKind } from "../cluster/system.ts";
import { fleetSystem } from "./fleet.ts";
import { gatewaySystem } from "./gateway.ts";
import { signerSystem } from "./signer.ts";
import { stepStoreSystem } from "./step-store.ts";
import { tenantStoreSystem } from "./tenant-store.ts";
import { twoCloudsSystem } from "./two-clouds.ts";

/** Every kind of system that a scenario can name, by that name. */
export const systems: Readonly<Record<string, SystemKind>> = {
  Fleet: fleetSystem,
  Gateway: gatewaySystem,
  Signer: signerSystem,
  StepStore: stepStoreSystem,
  TenantStore: tenantStoreSystem,
  TwoClouds: twoCloudsSystem,
};
