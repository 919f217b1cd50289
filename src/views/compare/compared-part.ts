import { nodeOfActor } from "../../projections/node-of-event.ts";
import type { AppState } from "../../store/app-state.ts";
import { toldActor } from "../pipeline/use-told.ts";

/** Parts of the pipeline that can stand beside their like, in the order of the loop. */
export const comparedParts = [
  "etcd",
  "server",
  "reflector",
  "fifo",
  "store",
  "handlers",
  "queue",
  "workers",
  "client",
] as const;

export type ComparedPart = (typeof comparedParts)[number];

/** The part that the page speaks of: that of the selected thing, else of what happened just now. */
export function toldPart(state: AppState): ComparedPart {
  const servers = (state.frame.current?.servers ?? []).map(({ id }) => id);
  const node = nodeOfActor(toldActor(state) ?? "", servers)?.replace(/\/.*/, "");
  return comparedParts.find((part) => part === node) ?? "fifo";
}
