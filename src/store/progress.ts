import type { AppState, Progress } from "./app-state.ts";
import { currentChapter } from "./story-position.ts";

/** What somebody has done with a scenario, for the catalogue's four pips. */
export type Pips = {
  readonly read: boolean;
  readonly predicted: boolean;
  readonly broken: boolean;
  readonly solved: boolean;
};

const nothingDone: Progress = { chapter: -1, chapters: 0, broken: false };

/** The state with what the run on the screen adds to the progress in its scenario. */
export function withProgress(state: AppState): AppState {
  const source = state.run.info?.spec.scenario;
  if (source?.type !== "stock") return state;
  const old = state.view.progress[source.id] ?? nothingDone;
  const chapter = Math.max(old.chapter, currentChapter(state.run));
  const chapters = state.run.info?.chapters.length ?? old.chapters;
  const broken = old.broken || (state.run.info?.inputs.length ?? 0) > 0;
  if (chapter === old.chapter && chapters === old.chapters && broken === old.broken) return state;
  const progress = { ...state.view.progress, [source.id]: { chapter, chapters, broken } };
  return { ...state, view: { ...state.view, progress } };
}

/** The pips of a scenario. It is solved when its last chapter was reached and every prediction made was right. */
export function pipsOf(view: Pick<AppState["view"], "progress" | "predictions">, scenario: string): Pips {
  const { chapter, chapters, broken } = view.progress[scenario] ?? nothingDone;
  const mine = Object.entries(view.predictions).filter(([id, one]) => id.startsWith(`${scenario}/`) && one.seen);
  const read = chapter >= 0;
  const predicted = mine.length > 0;
  const ended = chapters > 0 && chapter === chapters - 1;
  return { read, predicted, broken, solved: ended && predicted && mine.every(([, one]) => one.right) };
}
