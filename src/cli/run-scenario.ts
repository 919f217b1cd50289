import { engineVersion } from "../base/engine-version.ts";
import type { Problem } from "../base/result.ts";
import { micros } from "../base/time.ts";
import { boundProblem } from "../scenarios/bound-problem.ts";
import { checkStory } from "../scenarios/check-story.ts";
import { lineOfPlace } from "../scenarios/decode.ts";
import { checkExpectations } from "../scenarios/expect.ts";
import { type HeadlessEnd, objectsIn, runHeadless } from "../scenarios/headless-run.ts";
import { parseDuration } from "../scenarios/parse-duration.ts";
import { planOf } from "../scenarios/plan-of.ts";
import { type PathStep, textOfPath } from "../scenarios/problem-path.ts";
import type { RunSpec } from "../scenarios/run-spec.ts";
import { traceJson, traceLine } from "../scenarios/trace-line.ts";
import { encodeLink } from "../sharing/link.ts";
import type { Inspect } from "../simulation/cluster/boot.ts";
import type { ClusterEvent } from "../simulation/cluster/cluster.ts";
import { type Chosen, chosenRun, variantIn } from "./chosen-run.ts";
import type { CommandLine } from "./command-line.ts";
import { findScenario } from "./find-scenario.ts";
import { MET, NOT_MET, problemLine, type Surroundings, WRONG } from "./surroundings.ts";

/**
 * `loopscope run`: prints the trace while it comes about, and at the end says on standard error what was expected and did not come, and
 * which invariant broke. `inspect` looks at each step; without it all invariants are checked.
 */
export async function runScenario(
  command: Extract<CommandLine, { type: "run" }>,
  surroundings: Surroundings,
  inspect?: Inspect,
): Promise<number> {
  const found = await findScenario(command.scenario, surroundings);
  if (found === WRONG) return WRONG;
  const chosen = chosenRun(command, found, surroundings);
  if (chosen === WRONG) return WRONG;
  const { scenario } = chosen;
  const until = command.until === undefined ? undefined : parseDuration(command.until);
  if (until?.type === "problems") {
    surroundings.complain(`loopscope: --until: ${until.problems[0]?.message ?? ""}`);
    return WRONG;
  }
  const { profile = scenario.profile } = command;
  if (command.variant === undefined && !scenario.profiles.includes(profile)) {
    surroundings.complain(
      `loopscope: ${scenario.id} tells its story for ${scenario.profiles.join(", ")}; in ${profile} it may go another way`,
    );
  }
  const settings = { profile, ...(command.seed === undefined ? {} : { seed: command.seed }) };
  const plan = planOf(scenario, settings);
  const trace: ClusterEvent[] = [];
  const write = command.format === "jsonl" ? traceJson : traceLine;
  const see = (events: readonly ClusterEvent[]) => {
    trace.push(...events);
    if (events.length > 0) surroundings.print(events.map((event) => `${write(event)}\n`).join(""));
  };
  const ended = runHeadless(until === undefined ? plan : { ...plan, until: micros(until.value) }, see, inspect);
  const complaints = [
    ...boundIn(command.scenario, chosen, ended),
    ...missingIn(command.scenario, chosen, { trace, final: objectsIn(ended.world) }),
    ...brokenIn({ scenario: found.source, ...variantIn(command), ...settings, inputs: [] }, trace),
  ];
  for (const line of complaints) surroundings.complain(line);
  return complaints.length === 0 ? MET : NOT_MET;
}

/** The steps that broke an invariant: where, which and how, and a link that leads there. */
function brokenIn(spec: RunSpec, trace: readonly ClusterEvent[]): readonly string[] {
  return trace.flatMap(({ seq, step, fact }) => {
    if (fact.type !== "invariant.broken") return [];
    const cursor = { type: "event", seq } as const;
    const link = encodeLink({ engine: engineVersion, spec, cursor, digest: undefined, view: {} });
    return [
      `loopscope: step ${step}, e${seq}: invariant ${fact.invariant} is broken: ${fact.message}`,
      `  see #${link}`,
    ];
  });
}

/** The bound at which a run was stopped, if it was. */
export function boundIn(file: string, { text, at }: Chosen, { world, end }: HeadlessEnd): readonly string[] {
  if (end === "until" || end === "quiet") return [];
  const { path, message } = boundProblem(end, world.now);
  return [problemLine(file, { ...placeOf(text, [...at, ...path]), message })];
}

/** A place of the file as a problem names it. */
function placeOf(text: string | undefined, path: readonly PathStep[]): Pick<Problem, "path" | "line"> {
  const line = text === undefined ? undefined : lineOfPlace(text, path);
  return { path: textOfPath(path), ...(line === undefined ? {} : { line }) };
}

/** What a scenario expected and did not get, a line each. */
export function missingIn(
  file: string,
  { scenario, text, at }: Chosen,
  ran: { readonly trace: readonly ClusterEvent[]; readonly final: ReturnType<typeof objectsIn> },
): readonly string[] {
  const place = (path: readonly PathStep[]) => placeOf(text, [...at, ...path]);
  // A variant has no story, and what its script waits for need not come.
  const story = at.length > 0 ? [] : checkStory(scenario, ran.trace);
  const unmet = checkExpectations(scenario.expect, ran.trace, ran.final).filter(({ met }) => !met);
  return [
    ...unmet.map(({ index, wanted, found }) =>
      problemLine(file, { ...place(["expect", index]), message: `Not met: wanted ${wanted}, found ${found}.` }),
    ),
    ...story.map(({ path, message }) => problemLine(file, { ...place(path), message })),
  ];
}
