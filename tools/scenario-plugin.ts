import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { decodeScenario } from "../src/scenarios/decode.ts";

const SUFFIX = ".yaml?scenario";

/**
 * `import scenario from "./x.yaml?scenario"` gives the decoded scenario: stock scenarios are checked when the product is
 * built, and neither the page nor the worker needs the decoder to open one.
 */
export function scenarioPlugin(): Plugin {
  return {
    name: "loopscope-scenarios",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const file = id.slice(0, -"?scenario".length);
      this.addWatchFile(file);
      const decoded = decodeScenario(await readFile(file, "utf8"));
      if (decoded.type === "problems") {
        const list = decoded.problems.map(({ line, path, message }) => `${file}:${line ?? 1} ${path}: ${message}`);
        return this.error(list.join("\n"));
      }
      return `export default ${JSON.stringify(decoded.value)};`;
    },
  };
}
