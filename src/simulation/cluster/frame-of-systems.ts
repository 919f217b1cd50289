import { valueAt } from "../../base/persistent-map.ts";
import type { ClusterWorld } from "./cluster.ts";
import type { SystemFrame } from "./system-frame.ts";

/** The systems as plain data, in the order of the scenario. */
export function systemFrames({ shared, machines, now }: ClusterWorld): readonly SystemFrame[] {
  return Object.values(shared.systems).map(({ spec, kind, state, memory }) => {
    const stateOf = (actor: string) => valueAt(machines, actor)?.text;
    const view = kind.view({ name: spec.name, memory, now, options: spec.options, stateOf });
    const tells = state === "crashed" ? [] : view.tells;
    return { name: spec.name, kind: spec.kind, state, ...view, tells };
  });
}
