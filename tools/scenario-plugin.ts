import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { signatureStrip } from "../src/projections/signature-strip.ts";
import { decodeScenario } from "../src/scenarios/decode.ts";
import { indexOfMoment } from "../src/scenarios/expect.ts";
import { runHeadless } from "../src/scenarios/headless-run.ts";
import { planOf } from "../src/scenarios/plan-of.ts";
import type { Scenario } from "../src/scenarios/scenario.ts";
import type { ClusterEvent } from "../src/simulation/cluster/cluster.ts";
import { readLane } from "../src/simulation/cluster/lane-of.ts";

const QUERY = /^(.*\.yaml)\?(scenario|strip)$/;

/**
 * Stock scenarios are checked, and run, when the product is built. `x.yaml?scenario` is the decoded scenario, so that
 * neither the page nor the worker needs the decoder to open one; `x.yaml?strip` is the fingerprint of its run.
 */
export function scenarioPlugin(): Plugin {
  return {
    name: "loopscope-scenarios",
    enforce: "pre",
    async load(id) {
      const [, file, wanted] = QUERY.exec(id) ?? [];
      if (file === undefined) return undefined;
      this.addWatchFile(file);
      const decoded = decodeScenario(await readFile(file, "utf8"));
      if (decoded.type === "problems") {
        const list = decoded.problems.map(({ line, path, message }) => `${file}:${line ?? 1} ${path}: ${message}`);
        return this.error(list.join("\n"));
      }
      const value = wanted === "strip" ? stripOf(decoded.value) : decoded.value;
      return `export default ${JSON.stringify(value)};`;
    },
  };
}

/** The fingerprint of a scenario's run. A chapter that never begins stands at the start; the scenario's own test refuses it. */
function stripOf(scenario: Scenario) {
  const trace: ClusterEvent[] = [];
  runHeadless(planOf(scenario, {}), (step) => trace.push(...step));
  const begins = scenario.chapters.map(({ on }) => trace[indexOfMoment(trace, on) ?? 0]?.at ?? 0);
  return signatureStrip(
    trace.map((event) => ({ at: event.at, reading: readLane(event) })),
    begins,
  );
}
