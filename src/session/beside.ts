import { planOf } from "../scenarios/plan-of.ts";
import type { Variant } from "../scenarios/scenario.ts";
import { variantsOf } from "../scenarios/variants.ts";
import type { Frame } from "../simulation/cluster/frame.ts";
import { loadEngine } from "./engine.ts";
import { firstDifference, sameEvent, type Traced } from "./first-difference.ts";
import type { EventRow, ScriptRows, Side, SidesChoice, SidesDifference } from "./protocol.ts";
import { AHEAD, type Moment, type Run } from "./run.ts";
import { scenarioRun } from "./scenario-run.ts";
import type { ScriptFocus } from "./script-place.ts";
import { scriptRows } from "./script-rows.ts";
import type { TraceLog } from "./trace-log.ts";

/** A run, or a branch of one, that stands beside others. */
type Standing = {
  readonly name: Side["name"];
  readonly branch: number | undefined;
  readonly isShown: () => boolean;
  readonly trace: Traced;
  readonly momentAt: (at: number) => Moment;
  readonly frameAt: (step: number) => Frame;
};

/** Most rows of a step that are sent. */
const MOST_ROWS = 24;

/** Runs beside each other, all at one time: the variants of a scenario, or two branches of the run on the screen. */
export class Beside {
  readonly #run: Run;
  readonly #of: SidesChoice;
  readonly #sides: readonly Standing[];
  /** Where the sides part: the first event of each that is not the same in all. */
  readonly #parting: readonly (number | undefined)[] | undefined;
  /** Where the run on the screen is in step with the sides up to there; looked up anew when it shows another branch. */
  #own: { readonly log: TraceLog; readonly seq: number | undefined } | undefined;

  private constructor(run: Run, of: SidesChoice, sides: readonly Standing[]) {
    this.#run = run;
    this.#of = of;
    this.#sides = sides;
    this.#parting = firstDifference(sides.map(({ trace }) => trace));
  }

  static async of(run: Run, of: SidesChoice): Promise<Beside> {
    if (of.type === "branches") return new Beside(run, of, [branchOf(run, of.a), branchOf(run, of.b)]);
    const sides: Standing[] = [];
    const { scenario } = run;
    for (const variant of scenario === undefined ? [] : variantsOf(scenario))
      sides.push(await variantRun(run, variant));
    return new Beside(run, of, sides);
  }

  /** Whether this is what is asked for. Branches may have grown or changed meanwhile, which costs nothing to look up again. */
  serves(run: Run, of: SidesChoice): boolean {
    return this.#run === run && this.#of.type === "variants" && of.type === "variants";
  }

  /** Every side at a time, µs. */
  at(at: number): readonly Side[] {
    return this.#sides.map(({ name, branch, isShown, trace, momentAt }) => {
      const { cursor, frame, before } = momentAt(at);
      return { name, branch, isShown: isShown(), cursor, frame, before, rows: stepRows(trace.log, cursor.seq) };
    });
  }

  /** All of them along their script, as far as they are computed. */
  script(focus: ScriptFocus): ScriptRows {
    const runs = this.#sides.map(({ trace, frameAt }) => ({ log: trace.log, frameAt }));
    const shown = this.#sides.findIndex(({ isShown }) => isShown());
    return scriptRows(runs, shown < 0 ? this.#run.log : shown, focus);
  }

  /** The first event that is not the same in all of them. */
  get difference(): SidesDifference | undefined {
    const seqs = this.#parting;
    if (seqs === undefined) return undefined;
    const rows = this.#sides.map(({ trace }, index) => rowAt(trace, seqs[index]));
    const at = Math.min(...rows.flatMap((row) => row?.at ?? []));
    const { log } = this.#run;
    if (this.#own?.log !== log) this.#own = { log, seq: this.#ownSeq(seqs) };
    return { at, rows, own: this.#own.seq };
  }

  /** The event of the run on the screen where the sides part, if it is the same as they are up to there. */
  #ownSeq(seqs: readonly (number | undefined)[]): number | undefined {
    const index = seqs.findIndex((seq) => seq !== undefined);
    const [side, seq] = [this.#sides[index], seqs[index]];
    return side === undefined || seq === undefined ? undefined : sameEvent(side.trace, seq, this.#run);
  }
}

function rowAt({ log }: Traced, seq: number | undefined): EventRow | undefined {
  return seq === undefined ? undefined : log.row(seq);
}

function branchOf(run: Run, id: number): Standing {
  const trace = run.branchTrace(id);
  return {
    name: undefined,
    branch: id,
    isShown: () => run.branch === id,
    trace,
    momentAt: (at) => run.branchMoment(id, at),
    frameAt: (step) => run.branchFrame(id, step),
  };
}

async function variantRun(main: Run, { name, scenario }: Variant): Promise<Standing> {
  const engine = await loadEngine(scenario);
  // A seed that the person chose is as good for every variant that names none of its own.
  const seed = scenario.seed === main.scenario?.seed ? main.spec.seed : undefined;
  const plan = planOf(scenario, seed === undefined ? {} : { seed });
  const run = scenarioRun(main.id, { ...main.spec, inputs: [] }, { scenario, plan, engine });
  run.extend(AHEAD);
  const momentAt = (at: number): Moment => {
    run.seek({ type: "time", at });
    return { cursor: run.cursor, frame: run.frame(), before: run.frameBefore() };
  };
  const frameAt = (step: number): Frame => {
    run.seek({ type: "step", step });
    return run.frame();
  };
  const isSame =
    main.scenario !== undefined &&
    main.spec.inputs.length === 0 &&
    JSON.stringify(plan) === JSON.stringify(planOf(main.scenario, main.spec));
  return { name, branch: undefined, isShown: () => isSame && main.branch === 0, trace: run, momentAt, frameAt };
}

/** The rows of the step that ends with the event. */
function stepRows(log: TraceLog, seq: number): readonly EventRow[] {
  const rows: EventRow[] = [];
  for (let at = seq; at >= 0 && rows.length < MOST_ROWS && log.stepOf(at) === log.stepOf(seq); at--)
    rows.unshift(log.row(at));
  return rows;
}
