// Properties draw the same inputs in each run, so that a suite that passed passes again: `PROPERTY_SEED=123` draws others, which is how
// faults are looked for. A property that fails names its seed.
import fc from "fast-check";

const asked = process.env.PROPERTY_SEED;
const seed = asked === undefined ? 20_260_101 : Number(asked);
if (!Number.isSafeInteger(seed)) throw new Error(`PROPERTY_SEED must be a whole number, not "${asked}"`);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
