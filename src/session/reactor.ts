import { AssertionError } from "../base/assert.ts";
import { ok, type Problem, problems, type Result } from "../base/result.ts";
import { planOf } from "../scenarios/plan-of.ts";
import type { RunSpec, ScenarioSource } from "../scenarios/run-spec.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { chosenVariant } from "../scenarios/variants.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import { Beside } from "./beside.ts";
import { loadEngine, RECONCILER_NAMES, SYSTEM_NAMES } from "./engine.ts";
import { firstDifference } from "./first-difference.ts";
import type { Command, RecordingReport, Report, RunChange, SidesChoice, Target } from "./protocol.ts";
import { rowsOf } from "./rows-of.ts";
import { AHEAD, type Run } from "./run.ts";
import { scenarioRun } from "./scenario-run.ts";
import { searchTrace } from "./search.ts";
import { chainOf, toldOf } from "./why.ts";

/** Where scenarios come from. */
export type ScenarioSourceReader = (source: ScenarioSource) => Promise<Result<Scenario>>;

/** A run, and what it was recorded from if it is a recorded one. */
type Started = { readonly run: Run; readonly recording?: RecordingReport };

/** How the cursor came to where it is. */
type Arrival = { readonly stoppedAt?: number | undefined; readonly jumped?: boolean; readonly playing?: boolean };

/** Most events that one `readEvents` answers. */
const WINDOW = 2_000;

/**
 * The worker's side of the protocol: owns the run and answers each command with one report, in order. It never acts by
 * itself; playing is the page's clock asking for more.
 */
export class Reactor {
  readonly #read: ScenarioSourceReader;
  readonly #report: (report: Report) => void;
  #run: Run | undefined;
  /** What the page has of the trace: columns and strings. */
  #sent = { branch: 0, events: 0, strings: 0 };
  /** What was asked for beside the run, kept for the next time. */
  #beside: Beside | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(read: ScenarioSourceReader, report: (report: Report) => void) {
    this.#read = read;
    this.#report = report;
  }

  /** Takes a command. Commands are carried out one after the other. */
  receive(command: Command): Promise<void> {
    this.#last = this.#last.then(() => this.#carryOut(command));
    return this.#last;
  }

  async #carryOut(command: Command): Promise<void> {
    try {
      if (command.type === "open") await this.#open(command);
      else if (this.#run === undefined || this.#run.id !== command.run) return;
      else if (command.type === "readSides") await this.#readSides(this.#run, command);
      else if (command.type === "readScript") await this.#readScript(this.#run, command);
      else this.#answer(this.#run, command);
    } catch (error) {
      this.#fail(command, error);
    }
  }

  async #open(command: Extract<Command, { type: "open" }>): Promise<void> {
    const { run: id, at, digest } = command;
    const started = await this.#start(command);
    if (started.type === "problems") return this.#report({ type: "rejected", run: id, problems: started.problems });
    const { run, recording } = started.value;
    run.extend(AHEAD);
    run.seek(at ?? openingOf(run));
    const change = changeBetween(this.#run, run);
    this.#run = run;
    this.#sent = { branch: 0, events: 0, strings: 0 };
    const { info, cursor, frame, columns } = this.#state(run);
    const verified = digest === undefined ? "unasked" : digest === info.digest ? "exact" : { partsAt: cursor.seq };
    const before = run.frameBefore();
    const told = toldOf(run.log, cursor);
    this.#report({
      type: "opened",
      run: id,
      info,
      scenario: run.scenario,
      cursor,
      frame,
      before,
      told,
      columns,
      verified,
      change,
      recording,
    });
  }

  async #start({ run: id, spec }: Extract<Command, { type: "open" }>): Promise<Result<Started>> {
    if (mayBeRecording(spec.scenario)) {
      const { startRecorded } = await import("./start-recorded.ts");
      const started = await startRecorded(id, spec);
      if (started !== undefined) return started;
    }
    const decoded = await this.#read(spec.scenario);
    if (decoded.type === "problems") return decoded;
    const refused = unknownKinds(decoded.value);
    if (refused.length > 0) return problems(refused);
    const chosen = chosenVariant(decoded.value, spec.variant);
    if (chosen.type === "problems") return chosen;
    const scenario = chosen.value;
    const engine = await loadEngine(scenario);
    return ok({ run: scenarioRun(id, spec, { scenario, plan: planOf(scenario, spec), engine }) });
  }

  #answer(run: Run, command: Exclude<Command, { type: "open" | "readSides" | "readScript" }>): void {
    switch (command.type) {
      case "seek":
        run.seek(command.to);
        return this.#advanced(run, { jumped: true });
      case "move":
        run.move(command.grain, command.direction);
        return this.#advanced(run);
      case "advance":
        return this.#advanced(run, { stoppedAt: run.advance(command.until, command.events), playing: true });
      case "choose":
        return this.#intervene(run, { type: "deliver", choice: command.choice });
      case "intervene":
        return this.#intervene(run, command.action);
      case "breakpoints":
        return run.setBreakpoints(command.list);
      case "branch":
        run.showBranch(command.branch);
        return this.#advanced(run);
      case "readEvents": {
        const from = Math.max(0, command.from);
        const to = Math.min(command.to, from + WINDOW - 1, run.log.length - 1);
        const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => run.log.row(from + index));
        return this.#report({ type: "events", run: run.id, query: command.query, rows });
      }
      case "readChain":
        return this.#report({ type: "events", run: run.id, query: command.query, rows: chainOf(run.log, command.seq) });
      case "readTypes":
        return this.#report({
          type: "events",
          run: run.id,
          query: command.query,
          rows: rowsOf(run.log, command.types),
        });
      case "readVersions":
        return this.#report({
          type: "versions",
          run: run.id,
          query: command.query,
          versions: run.versions(),
        });
      case "search":
        return this.#report({
          type: "events",
          run: run.id,
          query: command.query,
          rows: searchTrace(run.log, command.text, command.most),
        });
    }
  }

  #intervene(run: Run, action: Action): void {
    if (run.scenario === undefined) return this.#report({ type: "rejected", run: run.id, problems: [UNCHANGEABLE] });
    run.intervene(action);
    return this.#advanced(run);
  }

  #advanced(run: Run, how: Arrival = {}): void {
    const { info, cursor, frame, columns } = this.#state(run);
    const news = columns.at.length > 0 || columns.from === 0 ? columns : undefined;
    const before = how.jumped === true ? run.frameBefore() : undefined;
    const told = how.playing === true ? undefined : toldOf(run.log, cursor);
    this.#report({
      type: "advanced",
      run: run.id,
      info,
      cursor,
      frame,
      before,
      told,
      columns: news,
      stoppedAt: how.stoppedAt,
    });
  }

  /** Everything that the page shows, with the part of the trace that it does not have yet. */
  #state(run: Run) {
    const info = run.info();
    if (info.branch !== this.#sent.branch) this.#sent = { ...this.#sent, branch: info.branch, events: 0 };
    const columns = run.log.chunk(this.#sent.events, this.#sent.strings);
    this.#sent = { branch: info.branch, events: run.log.length, strings: run.log.strings.size };
    return { info, cursor: run.cursor, frame: run.frame(), columns };
  }

  async #readSides(run: Run, { of, at }: Extract<Command, { type: "readSides" }>): Promise<void> {
    const beside = await this.#standing(run, of);
    const { branch } = run;
    const [sides, { difference }] = [beside.at(at), beside];
    this.#report({ type: "sides", run: run.id, branch, of, at, sides, difference });
  }

  async #readScript(run: Run, { of, focus }: Extract<Command, { type: "readScript" }>): Promise<void> {
    const beside = await this.#standing(run, of);
    const { branch, log } = run;
    const script = beside.script(focus);
    this.#report({ type: "script", run: run.id, branch, events: log.length, of, focus, ...script });
  }

  async #standing(run: Run, of: SidesChoice): Promise<Beside> {
    const beside = this.#beside?.serves(run, of) === true ? this.#beside : await Beside.of(run, of);
    this.#beside = beside;
    return beside;
  }

  /** A fault of ours: said once, with all that is needed to see it again. The run stays as it was. */
  #fail(command: Command, error: unknown): void {
    const run = this.#run;
    const message = error instanceof AssertionError ? error.message : String(error);
    const spec: RunSpec | undefined = command.type === "open" ? command.spec : run?.spec;
    if (spec === undefined) return;
    const length = run?.log.length ?? 0;
    const lastEvents =
      run === undefined
        ? []
        : Array.from({ length: Math.min(20, length) }, (_, index) =>
            run.log.row(length - Math.min(20, length) + index),
          );
    const inputs = run === undefined ? spec.inputs : run.info().inputs;
    this.#report({
      type: "failed",
      run: command.run,
      message,
      step: run?.cursor.step ?? 0,
      spec: { ...spec, inputs },
      lastEvents,
    });
  }
}

/** A script is all that happens from outside. */
const UNCHANGEABLE: Problem = { path: "", message: "This is a recorded run: nothing can be done to it." };

/** A text that somebody brought may be a scenario or a recording. */
function mayBeRecording(source: ScenarioSource): boolean {
  return source.type === "recorded" || (source.type === "inline" && /^\s*\{/.test(source.text));
}

/** What another variant, profile or seed changed first, when the run before was of the same scenario. What was done to that one by hand does not count. */
function changeBetween(before: Run | undefined, run: Run): RunChange | "none" | undefined {
  if (before === undefined || JSON.stringify(before.spec.scenario) !== JSON.stringify(run.spec.scenario))
    return undefined;
  const isSame = JSON.stringify(choiceOf(before.spec)) === JSON.stringify(choiceOf(run.spec));
  if (isSame) return undefined;
  const old = before.branchTrace(0);
  const parting = firstDifference([old, run]);
  if (parting === undefined) return "none";
  const [was, is] = parting;
  return {
    seq: is ?? run.log.length - 1,
    was: was === undefined ? undefined : old.log.row(was),
    is: is === undefined ? undefined : run.log.row(is),
  };
}

function choiceOf({ variant, profile, parts, seed }: RunSpec) {
  return { variant, profile, parts, seed };
}

/** Where a run opens when nobody says: at the moment that the scenario names. */
function openingOf(run: Run): Target {
  const { opensAt } = run.scenario ?? { opensAt: { type: "start" } };
  switch (opensAt.type) {
    case "start":
      return { type: "start" };
    case "chapter":
      return { type: "chapter", index: opensAt.index };
    case "event": {
      const seq = run.findMoment(opensAt.moment);
      return seq === undefined ? { type: "start" } : { type: "event", seq };
    }
  }
}

/** Controllers and systems that this version does not have; a file or link of another version may name some. */
function unknownKinds({ controllers, systems }: Scenario): readonly Problem[] {
  return [
    ...controllers.flatMap(({ reconciler }, index) =>
      unknown(reconciler, RECONCILER_NAMES, "reconciler", `controllers[${index}].reconciler`),
    ),
    ...systems.flatMap(({ kind }, index) => unknown(kind, SYSTEM_NAMES, "system", `systems[${index}].kind`)),
  ];
}

function unknown(name: string, known: readonly string[], what: string, path: string): readonly Problem[] {
  if (known.includes(name)) return [];
  return [{ path, message: `There is no ${what} "${name}". There are ${known.join(", ")}.` }];
}
