import type { Chapter, Moment } from "../scenarios/scenario.ts";
import { matches } from "../simulation/cluster/matcher.ts";
import type { ChapterInfo } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/** Finds moments (the n-th event that fits) in a growing trace, reading each event once. */
export class MomentFinder {
  readonly #moments: readonly Moment[];
  readonly #counts: number[];
  readonly #found: (number | undefined)[];
  #read = 0;

  constructor(moments: readonly Moment[]) {
    this.#moments = moments;
    this.#counts = moments.map(() => 0);
    this.#found = moments.map(() => undefined);
  }

  /** Reads what is new; then gives the `seq` of each moment, undefined where it has not come. */
  find(log: TraceLog): readonly (number | undefined)[] {
    const open = this.#moments.flatMap((moment, index) =>
      this.#found[index] === undefined ? [{ moment, index }] : [],
    );
    if (open.length > 0) for (; this.#read < log.length; this.#read++) this.#look(log, open);
    return this.#found;
  }

  #look(log: TraceLog, open: readonly { readonly moment: Moment; readonly index: number }[]): void {
    const type = log.type(this.#read);
    const candidates = open.filter(({ moment, index }) => this.#found[index] === undefined && mayFit(moment, type));
    if (candidates.length === 0) return;
    const event = log.event(this.#read);
    for (const { moment, index } of candidates) {
      if (!matches(moment.match, event)) continue;
      const count = (this.#counts[index] ?? 0) + 1;
      this.#counts[index] = count;
      if (count === moment.nth) this.#found[index] = event.seq;
    }
  }
}

/** The chapters of a scenario as moments of a trace: where each begins, and where its question is answered. */
export class ChapterFinder {
  readonly #chapters: readonly Chapter[];
  readonly #begins: MomentFinder;
  readonly #answers: MomentFinder;

  constructor(chapters: readonly Chapter[]) {
    this.#chapters = chapters;
    this.#begins = new MomentFinder(chapters.map((chapter) => chapter.on));
    this.#answers = new MomentFinder(chapters.map((chapter) => chapter.ask?.answerOn ?? NEVER));
  }

  find(log: TraceLog): readonly ChapterInfo[] {
    const begins = this.#begins.find(log);
    const answers = this.#answers.find(log);
    return this.#chapters.map((_, index) => {
      const seq = begins[index];
      const place =
        seq === undefined ? { step: undefined, at: undefined } : { step: log.stepOf(seq), at: log.time(seq) };
      return { index, seq, ...place, answerSeq: answers[index] };
    });
  }
}

const NEVER: Moment = { match: { type: "" }, nth: 1 };

function mayFit(moment: Moment, type: string): boolean {
  const wanted = moment.match.type;
  return wanted === type || (wanted.endsWith("*") && type.startsWith(wanted.slice(0, -1)));
}
