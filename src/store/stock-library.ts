import type { LibraryPort } from "./library.ts";

/** The catalogue that comes with the page. */
export const stockLibrary: LibraryPort = {
  stock: async () => (await import("../scenarios/catalog.ts")).stockScenarios(),
  inline: async (text) => {
    const { decodeScenario } = await import("../scenarios/decode.ts");
    const result = decodeScenario(text);
    return result.type === "ok" ? result.value : undefined;
  },
};
