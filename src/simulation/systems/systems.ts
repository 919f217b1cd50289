import type { SystemKind } from "../cluster/system.ts";
import { fleetSystem } from "./fleet.ts";
import { gatewaySystem } from "./gateway.ts";
import { signerSystem } from "./signer.ts";
import { tenantStoreSystem } from "./tenant-store.ts";

/** Every kind of system that a scenario can name, by that name. */
export const systems: Readonly<Record<string, SystemKind>> = {
  Fleet: fleetSystem,
  Gateway: gatewaySystem,
  Signer: signerSystem,
  TenantStore: tenantStoreSystem,
};
