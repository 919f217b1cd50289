import { readLink } from "../../store/read-link.ts";
import type { RunInfo, RunSpec } from "../../store/run-types.ts";
import { useAppStore } from "../app-context.tsx";
import { enterChapter } from "../key-commands.ts";

/** Goes to the moment that a link by hand names: within the run on the screen when it is that run, else in a new one. */
export function useGoToMoment(): (link: string) => void {
  const store = useAppStore();
  const go = async (link: string) => {
    const read = await readLink(`#${link}`);
    if (read.type === "problems") return store.actions.showProblems(read.problems);
    const { spec, ...place } = read.value;
    const { at } = place;
    store.actions.setView({ dialog: undefined });
    if (at === undefined || !isTheRun(store.getState().run.info, spec)) return store.actions.open(spec, place);
    if (at.type === "chapter") enterChapter(store, at.index);
    else store.actions.seek(at);
  };
  return (link) => void go(link);
}

/** Whether the run on the screen is the one that the link means: what it leaves open may be as it is. */
function isTheRun(info: RunInfo | undefined, wanted: RunSpec): boolean {
  if (info === undefined || info.inputs.length > 0) return false;
  const { scenario, variant, profile, parts, seed } = info.spec;
  return (
    scenario.type === "stock" &&
    wanted.scenario.type === "stock" &&
    scenario.id === wanted.scenario.id &&
    variant === wanted.variant &&
    (profile === wanted.profile || wanted.profile === undefined) &&
    parts === undefined &&
    wanted.parts === undefined &&
    (wanted.seed === undefined || wanted.seed === seed)
  );
}
