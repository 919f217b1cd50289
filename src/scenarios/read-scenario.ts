import { ok, problem, type Result } from "../base/result.ts";
import { closest } from "./closest.ts";
import type { ScenarioSource } from "./run-spec.ts";
import type { Scenario } from "./scenario.ts";

/** The stock scenarios, decoded when the product was built; each is a file of its own that is loaded when it is opened. */
const stock = import.meta.glob<Scenario>("./stock/*.yaml", { query: "?scenario", import: "default" });

/** Reads a scenario of the catalogue, or one in a text that somebody brought. The decoder is loaded for the latter only. */
export async function readScenario(source: ScenarioSource): Promise<Result<Scenario>> {
  if (source.type === "stock") {
    const load = stock[`./stock/${source.id}.yaml`];
    return load === undefined ? unknownScenario(source.id) : ok(await load());
  }
  if (source.type === "recorded") return problem("scenario", `${source.name} is a recorded run, not a scenario`);
  const { decodeScenario } = await import("./decode.ts");
  return decodeScenario(source.text);
}

function unknownScenario(id: string): Result<never> {
  const known = Object.keys(stock).map((path) => path.slice("./stock/".length, -".yaml".length));
  const near = closest(id, known);
  return problem(
    "scenario",
    `There is no stock scenario "${id}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
  );
}
