import { engineVersion } from "../base/engine-version.ts";
import { stockScenarios } from "../scenarios/catalog.ts";
import { checkScenario } from "./check-scenario.ts";
import { HELP, readCommandLine } from "./command-line.ts";
import { linkTo } from "./link-to.ts";
import { runScenario } from "./run-scenario.ts";
import { MET, type Surroundings, WRONG } from "./surroundings.ts";

/** Runs the program and gives its exit code. */
export async function program(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const command = readCommandLine(args);
  switch (command.type) {
    case "help":
      surroundings.print(HELP);
      return MET;
    case "version":
      surroundings.print(`${engineVersion}\n`);
      return MET;
    case "list":
      surroundings.print(await listText(command.json));
      return MET;
    case "check":
      return checkScenario(command.scenario, surroundings);
    case "run":
      return runScenario(command, surroundings);
    case "link":
      return linkTo(command, surroundings);
    case "wrong":
      surroundings.complain(`loopscope: ${command.message}. Try loopscope --help.`);
      return WRONG;
  }
}

async function listText(json: boolean): Promise<string> {
  const scenarios = await stockScenarios();
  if (json) {
    const list = scenarios.map(({ id, title, question, tags, profiles }) => ({ id, title, question, tags, profiles }));
    return `${JSON.stringify(list, undefined, 2)}\n`;
  }
  const width = Math.max(...scenarios.map(({ id }) => id.length));
  return scenarios.map(({ id, question }) => `${id.padEnd(width)}  ${question.en}\n`).join("");
}
