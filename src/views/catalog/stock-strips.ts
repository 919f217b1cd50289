import type { Strip } from "../../projections/signature-strip.ts";

const folder = "../../scenarios/stock/";
const files = import.meta.glob<Strip>("../../scenarios/stock/*.yaml", {
  query: "?strip",
  import: "default",
  eager: true,
});

/** The fingerprint of every stock scenario by its id, drawn from its run when the product is built. */
export const stockStrips: Readonly<Record<string, Strip>> = Object.fromEntries(
  Object.entries(files).map(([path, strip]) => [path.slice(folder.length, -".yaml".length), strip]),
);
