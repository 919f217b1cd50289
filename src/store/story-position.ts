import type { ChapterInfo } from "../session/protocol.ts";
import type { AppState } from "./app-state.ts";

/** Index of the chapter that the cursor is in; −1 before the first. A chapter begins with its event. */
export function currentChapter(state: AppState): number {
  const { info, cursor } = state.run;
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

/** Names a prediction: the scenario and the chapter. */
export function predictionId(state: AppState, chapter: number): string {
  const source = state.run.info?.spec.scenario;
  return `${source?.type === "stock" ? source.id : "inline"}/${chapter}`;
}
