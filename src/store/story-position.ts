import type { Scenario } from "../scenarios/scenario.ts";
import type { ViewId } from "../scenarios/view-ids.ts";
import type { ChapterInfo } from "../session/protocol.ts";
import type { AppState, FlowView, RunSlice } from "./app-state.ts";

/** Index of the chapter that the cursor is in; −1 before the first. A chapter begins with its event. */
export function currentChapter({ info, cursor }: Pick<RunSlice, "info" | "cursor">): number {
  if (info === undefined) return -1;
  let current = -1;
  for (const chapter of info.chapters) {
    if (chapter.seq !== undefined && chapter.seq <= cursor.seq) current = Math.max(current, chapter.index);
  }
  return current;
}

/** Whether the question of the chapter has been answered by what happened: its event is not ahead of the cursor. */
export function isAnswered(chapter: ChapterInfo | undefined, cursorSeq: number): boolean {
  return chapter?.answerSeq !== undefined && chapter.answerSeq <= cursorSeq;
}

/**
 * The chapter whose question is shown: the one that has just been answered, else the current one's, else an earlier one
 * whose answer comes only in the current chapter. Undefined when nothing is asked here.
 */
export function shownQuestion(state: AppState): number | undefined {
  const { info, cursor } = state.run;
  const chapters = state.run.scenario?.chapters ?? [];
  const current = currentChapter(state.run);
  const asked = (index: number) => chapters[index]?.ask !== undefined;
  const answerOf = (index: number) => info?.chapters[index]?.answerSeq ?? Number.POSITIVE_INFINITY;
  const before = Array.from({ length: current + 1 }, (_, index) => current - index).filter(asked);
  const justAnswered = before.find((index) => answerOf(index) === cursor.seq);
  if (justAnswered !== undefined) return justAnswered;
  const begun = info?.chapters[current]?.seq ?? 0;
  return before.find((index) => index === current || answerOf(index) >= begun);
}

/** Whether something is asked whose answer is still ahead: then nothing tells it but what happens. */
export function isQuestionOpen(state: AppState): boolean {
  const asked = shownQuestion(state);
  return asked !== undefined && !isAnswered(state.run.info?.chapters[asked], state.run.cursor.seq);
}

/** Names a prediction: the scenario and the chapter. */
export function predictionId(state: AppState, chapter: number): string {
  const source = state.run.info?.spec.scenario;
  return `${source?.type === "stock" ? source.id : "inline"}/${chapter}`;
}

/** Who is in a run, as far as it matters where one begins to look. */
type Inhabited = { readonly [part in keyof Pick<Scenario, "controllers" | "systems">]: readonly unknown[] };

/** What a run is looked at through when neither story nor person says: the pipeline, or the systems of a run without any controller. */
export function homeView(scenario: Inhabited | undefined): FlowView {
  const hasOnlySystems = scenario?.controllers.length === 0 && scenario.systems.length > 0;
  return { id: hasOnlySystems ? "systems" : "pipeline" };
}

/**
 * What is shown above the timeline when somebody goes to the chapter (−1: to no chapter): what the chapter names. One that
 * names nothing leaves alone what the person chose, and takes back what the story showed.
 */
export function viewOfChapter({ scenario }: RunSlice, shown: FlowView, chapter: number): FlowView {
  const { view: id, check, along } = scenario?.chapters[chapter] ?? {};
  const inside = { ...(check === undefined ? {} : { check }), ...(along === undefined ? {} : { along }) };
  if (id !== undefined) return { id, passing: true, ...inside };
  return shown.passing === undefined ? shown : homeView(scenario);
}

/** A view that somebody asks for by its name: as it is shown, or as the chapter shows it. */
export function viewNamed(run: RunSlice, shown: FlowView, id: ViewId): FlowView {
  const told = viewOfChapter(run, shown, currentChapter(run));
  const { passing: _passing, ...asked } = [shown, told].find((view) => view.id === id) ?? { id };
  return asked;
}
