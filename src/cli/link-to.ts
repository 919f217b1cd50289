import { engineVersion } from "../base/engine-version.ts";
import { planOf } from "../scenarios/plan-of.ts";
import type { RunSpec } from "../scenarios/run-spec.ts";
import { loadEngine } from "../session/engine.ts";
import type { Run } from "../session/run.ts";
import { scenarioRun } from "../session/scenario-run.ts";
import { parsePlace } from "../sharing/hand-link.ts";
import { encodeLink } from "../sharing/link.ts";
import type { SharedCursor } from "../sharing/shared-run.ts";
import { chosenRun, variantIn } from "./chosen-run.ts";
import type { CommandLine } from "./command-line.ts";
import { findScenario } from "./find-scenario.ts";
import { MET, type Surroundings, WRONG } from "./surroundings.ts";

/** `loopscope link`: runs to the place and prints the link, with the digest by which whoever opens it can verify that it is the same. */
export async function linkTo(
  command: Extract<CommandLine, { type: "link" }>,
  surroundings: Surroundings,
): Promise<number> {
  const found = await findScenario(command.scenario, surroundings);
  if (found === WRONG) return WRONG;
  const asked = command.at === undefined ? { type: "start" as const } : parsePlace(command.at);
  if (asked === undefined) {
    surroundings.complain(
      `loopscope: --at ${command.at} is no place; write e120 (event), s42 (step), c3 (chapter), 12.8s (time) or end`,
    );
    return WRONG;
  }
  const chosen = chosenRun(command, found, surroundings);
  if (chosen === WRONG) return WRONG;
  const { scenario } = chosen;
  const spec: RunSpec = { scenario: found.source, ...variantIn(command), inputs: [] };
  const run = scenarioRun(1, spec, { scenario, plan: planOf(scenario, spec), engine: await loadEngine(scenario) });
  run.seek(asked);
  if (!reached(asked, run)) {
    surroundings.complain(`loopscope: the run ends before ${command.at}`);
    return WRONG;
  }
  const cursor: SharedCursor = asked.type === "start" ? asked : { type: "event", seq: run.cursor.seq };
  const shared = { engine: engineVersion, spec, cursor, digest: run.digestAt(run.cursor.step), view: {} };
  surroundings.print(`#${encodeLink(shared)}\n`);
  return MET;
}

function reached(asked: SharedCursor, { cursor, log, scenario }: Run): boolean {
  if (asked.type === "event") return asked.seq < log.length;
  if (asked.type === "step") return asked.step <= cursor.step;
  return asked.type !== "chapter" || (asked.index < (scenario?.chapters.length ?? 0) && cursor.seq >= 0);
}
