import { readScenario } from "../scenarios/read-scenario.ts";
import type { LibraryPort } from "./library.ts";

/** The catalogue that comes with the page; each scenario is fetched when it is looked at. */
export const stockLibrary: LibraryPort = {
  stock: async () => (await import("../scenarios/catalog.ts")).stockScenarios(),
  read: readScenario,
};
