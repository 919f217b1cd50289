import type { FailureMode } from "../simulation/cluster/actions.ts";
import type { Frame } from "../simulation/cluster/frame.ts";
import type { SystemFrame, TellFrame } from "../simulation/cluster/system-frame.ts";
import {
  answering,
  entry,
  type FaultMenu,
  type FaultOption,
  forModes,
  forSpans,
  type MenuEntry,
  only,
} from "./fault-entry.ts";

const SECOND = 1_000_000;
const ANSWERS: readonly FailureMode[] = [409, 429, 500, 403, "timeout"];
const HEARS = { type: "systemHears" } as const;
const CHARTS_GONE = { type: "chartsGone" } as const;

/** What one can do to a system, or to the actor `part` in it: tell it something, refuse its requests, let its process die. */
export function systemFaults(frame: Frame, system: SystemFrame, part: string): FaultMenu {
  const { name, state, tells } = system;
  const told = tells.flatMap((tell) => tellEntry(system, tell, part));
  const answers = forModes(ANSWERS, answering({ client: name }), () => HEARS);
  const stop = entry("stopAnswering", name, only({ type: "stopAnswering" }, { type: "mends" }));
  const isRefused = frame.faults.some(({ fault }) => fault === "answer");
  return {
    subject: { type: "system", name: part === "" ? name : `${name}/${part}`, state },
    groups: [
      told,
      [entry("answerSystem", name, answers, { extents: true }), ...(isRefused ? [stop] : [])],
      [crash(system)],
    ],
  };
}

function crash({ name, state }: SystemFrame): MenuEntry {
  const again = forSpans(
    [SECOND, 10 * SECOND],
    (restartAfter) => ({ type: "crash", process: name, restartAfter }),
    CHARTS_GONE,
  );
  const options = [...again, ...only({ type: "crash", process: name }, CHARTS_GONE)];
  return entry("crash", name, options, { blocked: state === "crashed" ? "processIsDown" : undefined });
}

/** What the event can be about, of the chosen actor only if it can be about that one. None is none in the menu. */
function tellEntry(system: SystemFrame, tell: TellFrame, part: string): readonly MenuEntry[] {
  const { event, about, ofCells } = tell;
  if (about.length === 0) return [];
  const own = about.filter((each) => each.split(" ")[0] === part);
  const isCell =
    ofCells && part !== "" && system.grids.some(({ prefix, cellNames }) => isNameOfCell(part, prefix, cellNames));
  const chosen = own.length > 0 ? own : isCell ? [part] : about;
  const options = chosen.map(
    (what): FaultOption => ({
      label: { type: "name", name: what },
      action: { type: "tell", system: system.name, event, about: what },
      outcome: HEARS,
    }),
  );
  return [entry("tell", chosen.length === 1 ? `${event} ${chosen[0]}`.trim() : event, options)];
}

function isNameOfCell(part: string, prefix: string, cellNames: readonly string[]): boolean {
  return cellNames.includes(part) || (prefix !== "" && part.startsWith(prefix));
}
