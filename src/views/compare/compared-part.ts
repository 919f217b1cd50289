import { nodeOfActor } from "../../projections/node-of-event.ts";
import type { AppState } from "../../store/app-state.ts";
import type { Scenario } from "../../store/run-types.ts";
import { toldActor } from "../pipeline/use-told.ts";

const CLUSTER = ["etcd", "server"] as const;
const PROCESS = ["reflector", "fifo", "store", "handlers", "queue", "workers", "client"] as const;

/** What can stand beside its like: parts of the pipeline in the order of the loop, or the systems. */
export type ComparedPart = (typeof CLUSTER)[number] | (typeof PROCESS)[number] | "systems";

/** What the run has of them. */
export function offeredParts(scenario: Scenario | undefined): readonly ComparedPart[] {
  const { controllers = [], systems = [] } = scenario ?? {};
  return [...CLUSTER, ...(controllers.length > 0 ? PROCESS : []), ...(systems.length > 0 ? ["systems" as const] : [])];
}

/** The part that the page speaks of: that of the selected thing, else of what happened just now; else the one by which runs differ most. */
export function toldPart(state: AppState): ComparedPart {
  const { frame, run } = state;
  const actor = toldActor(state) ?? "";
  if (frame.current?.systems.some(({ name }) => name === actor.split("/")[0]) === true) return "systems";
  const servers = (frame.current?.servers ?? []).map(({ id }) => id);
  const node = nodeOfActor(actor, servers)?.replace(/\/.*/, "");
  const offered = offeredParts(run.scenario);
  return (
    offered.find((part) => part === node) ?? offered.find((part) => part === "fifo" || part === "systems") ?? "etcd"
  );
}
