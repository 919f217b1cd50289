import type { FaultTarget } from "../../projections/fault-entry.ts";
import { nodeOfActor, scopeOfActor } from "../../projections/node-of-event.ts";
import type { Menu } from "../../store/app-state.ts";
import type { Frame } from "../../store/run-types.ts";

/** What the menu is about: the node that was pointed at, or the one that stands for the actor or the object. */
export function faultTarget(frame: Frame, { target }: Menu): FaultTarget {
  const { actor = "", kind, key } = target;
  const [owner = "", ...part] = actor.split("/");
  const isSystem = target.node === undefined && frame.systems.some(({ name }) => name === owner);
  const system = isSystem ? { system: { name: owner, part: part.join("/") } } : {};
  const servers = frame.servers.map(({ id }) => id);
  const node = target.node ?? nodeOfActor(actor, servers) ?? (key === undefined ? "reflector" : "store");
  const found = scopeOfActor(actor, frame.processes);
  const process = found.process ?? processWith(frame, kind) ?? frame.processes[0]?.name ?? "";
  const informers = frame.processes.find(({ name }) => name === process)?.informers ?? [];
  const scope = { process, kind: kind ?? found.kind ?? informers.at(-1)?.kind ?? "" };
  return { node, scope, ...(key === undefined ? {} : { key }), ...system };
}

function processWith(frame: Frame, kind: string | undefined): string | undefined {
  return frame.processes.find(({ informers }) => informers.some((informer) => informer.kind === kind))?.name;
}
