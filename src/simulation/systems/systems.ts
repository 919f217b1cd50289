import type { SystemKind } from "../cluster/system.ts";
import { gatewaySystem } from "./gateway.ts";

/** Every kind of system that a scenario can name, by that name. */
export const systems: Readonly<Record<string, SystemKind>> = {
  Gateway: gatewaySystem,
};
