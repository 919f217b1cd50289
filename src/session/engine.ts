import { createEngine, type Engine } from "../simulation/cluster/boot.ts";
import { reconcilers } from "../simulation/controllers/reconcilers.ts";

/** The simulated cluster with every controller that we have. */
export const engine: Engine = createEngine(reconcilers);
