import { useState } from "react";
import { nodeOfActor, scopeOfActor } from "../../projections/node-of-event.ts";
import type { AppState } from "../../store/app-state.ts";
import type { Scenario, ScriptFocus, ScriptPart } from "../../store/run-types.ts";
import { useApp, useAppStore } from "../app-context.tsx";
import { toldActor } from "../pipeline/use-told.ts";

/** Which part is read along the script, and whose; and what else could be. */
export type FocusChoice = {
  readonly focus: ScriptFocus;
  readonly parts: readonly ScriptPart[];
  readonly abouts: readonly string[];
  readonly choose: (part: ScriptPart, about: string) => void;
};

/** Nodes of the pipeline, and the part in which one sees what they do. */
const PART_OF_NODE: Readonly<Record<string, ScriptPart>> = {
  reflector: "fifo",
  fifo: "fifo",
  store: "store",
  handlers: "handlers",
  queue: "queue",
  workers: "queue",
  client: "queue",
};

/**
 * What somebody chose, else what was selected last, by hand or by the story. It does not follow the cursor: rows that change their subject
 * while one walks along them say nothing.
 */
export function useScriptFocus(): FocusChoice | undefined {
  const store = useAppStore();
  const scenario = useApp((state) => state.run.scenario);
  const told = useApp((state) => focusText(state, state.view.selected.actor));
  const [followed, setFollowed] = useState(() => focusText(store.getState(), toldActor(store.getState())));
  const [chosen, setChosen] = useState("");
  if (told !== "" && told !== followed) setFollowed(told);
  if (scenario === undefined) return undefined;
  const parts = partsOf(scenario);
  const [wish, about = ""] = (chosen || told || followed).split(" ");
  const part = parts.find((each) => each === wish) ?? parts[0];
  if (part === undefined) return undefined;
  const abouts = aboutsOf(scenario, part);
  const nearest = abouts.find((each) => each === about) ?? abouts.find((each) => processOf(each) === processOf(about));
  return {
    focus: { part, about: nearest ?? abouts[0] ?? "" },
    parts,
    abouts,
    choose: (nextPart, nextAbout) => setChosen(`${nextPart} ${nextAbout}`),
  };
}

/** As one text, so that the selector's value is stable; "" when the actor is of no such part. */
function focusText({ run }: AppState, actor: string | undefined): string {
  const { controllers, systems } = run.scenario ?? { controllers: [], systems: [] };
  if (actor === undefined) return "";
  if (systems.some(({ name }) => actor === name || actor.startsWith(`${name}/`))) return "systems ";
  const part = PART_OF_NODE[nodeOfActor(actor, [])?.replace(/\/.*/, "") ?? ""];
  const processes = controllers.map(({ name, watches }) => ({
    name,
    informers: watches.map(({ kind }) => ({ id: `${name}/${kind}`, kind })),
  }));
  const { process, kind } = scopeOfActor(actor, processes);
  if (part === undefined || process === undefined) return "";
  return `${part} ${kind === undefined ? process : `${process}/${kind}`}`;
}

/** From what the run is made of, so that nothing comes and goes while time moves. */
function partsOf({ controllers, systems }: Scenario): readonly ScriptPart[] {
  const informer = ["fifo", "store", "handlers"] as const;
  return [
    ...(controllers.some(({ watches }) => watches.length > 0) ? informer : []),
    ...(controllers.length > 0 ? (["queue"] as const) : []),
    ...(systems.length > 0 ? (["systems"] as const) : []),
  ];
}

function aboutsOf({ controllers }: Scenario, part: ScriptPart): readonly string[] {
  if (part === "systems") return [];
  if (part === "queue") return controllers.map(({ name }) => name);
  return controllers.flatMap(({ name, watches }) => [...new Set(watches.map(({ kind }) => `${name}/${kind}`))]);
}

function processOf(about: string): string {
  return about.split("/")[0] ?? "";
}
