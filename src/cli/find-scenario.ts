import type { Problem } from "../base/result.ts";
import { suggestion } from "../scenarios/closest.ts";
import { decodeScenario } from "../scenarios/decode.ts";
import { readScenario } from "../scenarios/read-scenario.ts";
import type { ScenarioSource } from "../scenarios/run-spec.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { STOCK_IDS } from "../scenarios/stock-ids.ts";
import { problemLine, type Surroundings, WRONG } from "./surroundings.ts";

/** A scenario that a command line names, and where it came from. `text` is undefined for one of the catalogue. */
export type Found = { readonly scenario: Scenario; readonly source: ScenarioSource; readonly text: string | undefined };

/** Finds a scenario by the name of a file or its id in the catalogue; a file goes first. Complains and gives the exit code if there is none. */
export async function findScenario(name: string, surroundings: Surroundings): Promise<Found | typeof WRONG> {
  let text: string | undefined;
  try {
    text = surroundings.readText(name);
  } catch (error) {
    return complain(
      name,
      [{ path: "", message: `The file can't be read: ${error instanceof Error ? error.message : error}` }],
      surroundings,
    );
  }
  if (text === undefined) {
    const read = await readScenario({ type: "stock", id: name });
    if (read.type === "ok") return { scenario: read.value, source: { type: "stock", id: name }, text };
    return complain(
      name,
      [
        {
          path: "",
          message: `There is no such file, and no scenario of this name in the catalogue${suggestion(name, STOCK_IDS)}`,
        },
      ],
      surroundings,
    );
  }
  const decoded = decodeScenario(text);
  if (decoded.type === "problems") return complain(name, decoded.problems, surroundings);
  return { scenario: decoded.value, source: { type: "inline", text }, text };
}

function complain(name: string, problems: readonly Problem[], surroundings: Surroundings): typeof WRONG {
  for (const problem of problems) surroundings.complain(problemLine(name, problem));
  return WRONG;
}
