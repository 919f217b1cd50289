import { AREAS } from "./areas.ts";
import { clientConstants } from "./client-constants.ts";
import type { Constant } from "./constant.ts";
import { queueConstants } from "./queue-constants.ts";
import { serverConstants } from "./server-constants.ts";

const everything = [...clientConstants, ...queueConstants, ...serverConstants];

/** Every number of the real libraries that the engine uses, in the order of `AREAS`. */
export const CONSTANTS: readonly Constant[] = AREAS.flatMap(({ id }) => everything.filter(({ area }) => area === id));
