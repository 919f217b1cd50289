import { enterChapter } from "../key-commands.ts";
import { momentText } from "../widgets/format-time.ts";
import { plainText } from "../widgets/rich-text.tsx";
import type { PaletteContext, PaletteGroup, PaletteItem } from "./palette-item.ts";

/** The chapters of the story, and the forks. */
export function momentItems(context: PaletteContext): PaletteGroup {
  const { store, text, run, view } = context;
  const chapters = run.scenario?.chapters ?? [];
  const items = chapters.map((chapter, index): PaletteItem => {
    const at = run.info?.chapters[index]?.at;
    return {
      id: `chapter-${index}`,
      icon: "story",
      name: plainText(chapter.title[view.language]),
      detail: text.chapter(index + 1),
      end: at === undefined ? "" : momentText(at),
      words: [chapter.title.en, chapter.title.zh, chapter.say.en, chapter.say.zh],
      run: () => enterChapter(store, index),
    };
  });
  return { name: text.story, note: "", items: [...items, ...branchItems(context)] };
}

function branchItems({ store, text, run }: PaletteContext): readonly PaletteItem[] {
  const { info } = run;
  if (info === undefined || info.branches.length < 2) return [];
  return info.branches
    .filter((branch) => branch.id !== info.branch)
    .map((branch): PaletteItem => {
      const name = branch.parent === undefined ? text.main : text.fork(branch.id);
      const action = branch.action?.type ?? "";
      return {
        id: `branch-${branch.id}`,
        icon: "fork",
        name,
        detail: action,
        end: momentText(branch.at),
        words: [name, action, text.branches, "fork", "branch"],
        run: () => store.actions.showBranch(branch.id),
        compare: () => store.actions.compareBranches(info.branch, branch.id),
      };
    });
}
