import type { ProfileName, RunSpec } from "../../store/run-types.ts";
import { firstDifference } from "../../store/selectors.ts";
import { offeredViews, shownView, titleOfView } from "../flow/flow-views.ts";
import { toggleBreakpoint } from "../key-commands.ts";
import { plainText } from "../widgets/rich-text.tsx";
import type { PaletteContext, PaletteGroup, PaletteItem } from "./palette-item.ts";

type Setting = Pick<PaletteItem, "id" | "icon" | "name" | "run"> & { readonly end?: string };

/** How this run is simulated, how the page shows it, and the other scenarios. */
export function settingItems(context: PaletteContext): readonly PaletteGroup[] {
  const { text } = context;
  return [
    { name: text.settings, note: "", items: [...engineSettings(context), ...runTools(context)].map(itemOf) },
    { name: text.view, note: "", items: viewSettings(context).map(itemOf) },
    scenarioItems(context),
  ];
}

function itemOf({ id, icon, name, end = "", run }: Setting): PaletteItem {
  return { id, icon, name, detail: "", end, words: [name, id], run };
}

/** What starts the run anew; a recorded run is as it was recorded. */
function engineSettings({ store, text, run }: PaletteContext): readonly Setting[] {
  const spec = run.info?.spec;
  if (spec === undefined || run.recording !== undefined) return [];
  const { actions } = store;
  const parts = spec.parts ?? run.scenario?.parts ?? {};
  const profile = spec.profile ?? run.scenario?.profile ?? "current";
  const reopen = (change: Partial<RunSpec>) => () => actions.open({ ...spec, parts, ...change, inputs: [] });
  const watchList = parts.watchList ?? profile === "current";
  const names: readonly ProfileName[] = ["current", "in-order", "classic"];
  const seed = (spec.seed ?? run.scenario?.seed ?? 1) + 1;
  return [
    {
      id: "watch-list",
      icon: "settings",
      name: watchList ? text.watchListOff : text.watchListOn,
      run: reopen({ parts: { ...parts, watchList: !watchList } }),
    },
    ...(["classic", "priority"] as const)
      .filter((queue) => queue !== parts.queue)
      .map(
        (queue): Setting => ({
          id: `queue-${queue}`,
          icon: "settings",
          name: text.queue[queue],
          run: reopen({ parts: { ...parts, queue } }),
        }),
      ),
    ...names
      .filter((name) => name !== profile)
      .map(
        (name): Setting => ({
          id: `profile-${name}`,
          icon: "settings",
          name: text.profile(name),
          run: reopen({ profile: name }),
        }),
      ),
    { id: "seed", icon: "settings", name: text.otherSeed, end: String(seed), run: reopen({ seed }) },
    { id: "manifest", icon: "edit", name: text.manifest, run: () => actions.setView({ dialog: "edit" }) },
  ];
}

function runTools({ store, text, shell, run, view }: PaletteContext): readonly Setting[] {
  if (run.info === undefined) return [];
  const { actions } = store;
  const difference = firstDifference(store.getState());
  const toDifference: Setting = {
    id: "difference",
    icon: "lanes",
    name: shell.keys.difference,
    end: "d",
    run: () => difference !== undefined && actions.seek({ type: "event", seq: difference }),
  };
  return [
    ...(difference === undefined ? [] : [toDifference]),
    { id: "breakpoint", icon: "breakpoint", name: text.breakHere, end: "b", run: () => toggleBreakpoint(store) },
    ...(view.breakpoints.length > 0
      ? [
          {
            id: "no-breakpoints",
            icon: "breakpoint",
            name: text.clearBreakpoints,
            run: () => actions.setBreakpoints([]),
          } as const,
        ]
      : []),
  ];
}

function viewSettings({ store, text, shell, view }: PaletteContext): readonly Setting[] {
  const { setView, showView } = store.actions;
  const state = store.getState();
  return [
    ...offeredViews(state)
      .filter((id) => id !== shownView(state))
      .map(
        (id): Setting => ({
          id: `view-${id}`,
          icon: "flow",
          name: text.showView(titleOfView(id)[view.language]),
          run: () => showView(id),
        }),
      ),
    ...(["elastic", "order", "real"] as const)
      .filter((axis) => axis !== view.axis)
      .map(
        (axis): Setting => ({
          id: `axis-${axis}`,
          icon: "lanes",
          name: text.axis[axis],
          run: () => setView({ axis }),
        }),
      ),
    ...(["dark", "light", "system"] as const)
      .filter((theme) => theme !== view.theme)
      .map(
        (theme): Setting => ({
          id: `theme-${theme}`,
          icon: "theme",
          name: text.theme[theme],
          run: () => setView({ theme }),
        }),
      ),
    {
      id: "language",
      icon: "settings",
      name: text.language,
      run: () => setView({ language: view.language === "en" ? "zh" : "en" }),
    },
    { id: "share", icon: "fork", name: text.share, run: () => setView({ dialog: "share" }) },
    { id: "open", icon: "story", name: text.openOther, run: () => setView({ dialog: "open" }) },
    {
      id: "transcript",
      icon: "lanes",
      name: shell.keys.transcript,
      end: "t",
      run: () => setView({ dialog: "transcript" }),
    },
    {
      id: "modelled",
      icon: "ok",
      name: text.modelled,
      run: () => setView({ dialog: "modelled", modelledAt: undefined }),
    },
    { id: "help", icon: "story", name: shell.keys.help, end: "?", run: () => setView({ dialog: "help" }) },
  ];
}

function scenarioItems({ store, text, library, view }: PaletteContext): PaletteGroup {
  const items = (library ?? []).map(
    (scenario): PaletteItem => ({
      id: `scenario-${scenario.id}`,
      icon: "story",
      name: plainText(scenario.title[view.language]),
      detail: plainText(scenario.question[view.language]),
      end: "",
      words: [scenario.id, scenario.title.en, scenario.title.zh, scenario.question.en, scenario.question.zh],
      run: () => store.actions.open({ scenario: { type: "stock", id: scenario.id }, inputs: [] }),
    }),
  );
  return { name: text.scenarios, note: "", items };
}
