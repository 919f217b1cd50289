import { micros } from "../base/time.ts";
import { checkStory } from "../scenarios/check-story.ts";
import { lineOfPlace } from "../scenarios/decode.ts";
import { checkExpectations } from "../scenarios/expect.ts";
import { objectsIn, runHeadless } from "../scenarios/headless-run.ts";
import { parseDuration } from "../scenarios/parse-duration.ts";
import { planOf } from "../scenarios/plan-of.ts";
import { textOfPath } from "../scenarios/problem-path.ts";
import { traceJson, traceLine } from "../scenarios/trace-line.ts";
import type { ClusterEvent } from "../simulation/cluster/cluster.ts";
import type { CommandLine } from "./command-line.ts";
import { type Found, findScenario } from "./find-scenario.ts";
import { MET, NOT_MET, problemLine, type Surroundings, WRONG } from "./surroundings.ts";

/** `loopscope run`: prints the trace while it comes about, and at the end says on standard error what was expected and did not come. */
export async function runScenario(
  command: Extract<CommandLine, { type: "run" }>,
  surroundings: Surroundings,
): Promise<number> {
  const found = await findScenario(command.scenario, surroundings);
  if (found === WRONG) return WRONG;
  const { scenario } = found;
  const until = command.until === undefined ? undefined : parseDuration(command.until);
  if (until?.type === "problems") {
    surroundings.complain(`loopscope: --until: ${until.problems[0]?.message ?? ""}`);
    return WRONG;
  }
  const { profile = scenario.profile } = command;
  if (!scenario.profiles.includes(profile)) {
    surroundings.complain(
      `loopscope: ${scenario.id} tells its story for ${scenario.profiles.join(", ")}; in ${profile} it may go another way`,
    );
  }
  const plan = planOf(scenario, { profile, ...(command.seed === undefined ? {} : { seed: command.seed }) });
  const trace: ClusterEvent[] = [];
  const write = command.format === "jsonl" ? traceJson : traceLine;
  const ended = runHeadless(until === undefined ? plan : { ...plan, until: micros(until.value) }, (events) => {
    trace.push(...events);
    if (events.length > 0) surroundings.print(events.map((event) => `${write(event)}\n`).join(""));
  });
  if (ended.end === "bound")
    surroundings.complain(
      `loopscope: the run was stopped after ${ended.world.step} steps; a shorter --until ends it before`,
    );
  const missing = missingIn(command.scenario, found, { trace, final: objectsIn(ended.world) });
  for (const line of missing) surroundings.complain(line);
  return missing.length === 0 && ended.end !== "bound" ? MET : NOT_MET;
}

/** What a scenario expected and did not get, a line each. */
export function missingIn(
  file: string,
  { scenario, text }: Found,
  ran: { readonly trace: readonly ClusterEvent[]; readonly final: ReturnType<typeof objectsIn> },
): readonly string[] {
  const place = (path: readonly (string | number)[]) => {
    const line = text === undefined ? undefined : lineOfPlace(text, path);
    return { path: textOfPath(path), ...(line === undefined ? {} : { line }) };
  };
  const unmet = checkExpectations(scenario.expect, ran.trace, ran.final).filter(({ met }) => !met);
  return [
    ...unmet.map(({ index, wanted, found }) =>
      problemLine(file, { ...place(["expect", index]), message: `Not met: wanted ${wanted}, found ${found}.` }),
    ),
    ...checkStory(scenario, ran.trace).map(({ path, message }) => problemLine(file, { ...place(path), message })),
  ];
}
