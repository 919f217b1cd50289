import { defined } from "../../../base/assert.ts";
import { ownValue } from "../../../base/own-value.ts";
import { assignTo, own } from "../../kernel/turn.ts";
import { type Cluster, type ClusterTurn, change, clusterOf, type Process } from "../cluster.ts";
import type { InformerState } from "../informer/informer-state.ts";
import { informerId } from "./names.ts";

/** A process by its name. */
export function processNamed(turn: ClusterTurn, name: string): Process {
  return defined(ownValue(clusterOf(turn).processes, name), `process ${name}`);
}

/** Changes one process. */
export function changeProcess(turn: ClusterTurn, name: string, by: Partial<Process>): void {
  change(turn, ({ processes }) => {
    const drafts = own(turn, processes, copyProcesses);
    const process = own(turn, defined(processes[name], name), copyProcess);
    assignTo<Process>(process, by);
    drafts[name] = process;
    return { processes: drafts };
  });
}

const copyProcesses = (processes: Cluster["processes"]) => ({ ...processes });
const copyProcess = (process: Process) => ({ ...process });

/** The informers of a process, in the order of its watches. */
export function informersOf(process: Process): readonly string[] {
  return process.spec.watches.map((watch) => informerId(process.name, watch.kind));
}

/** The state of an informer. */
export function informerNamed(turn: ClusterTurn, id: string): InformerState {
  return defined(ownValue(clusterOf(turn).informers, id), `informer ${id}`);
}

/** The name of the handler that feeds the queue. */
export const QUEUE_HANDLER = "queue";

/** The handlers of an informer, the one that feeds the queue first; none for a kind that the process does not watch. */
export function handlersOf({ spec }: Process, kind: string): readonly string[] {
  const watch = spec.watches.find((each) => each.kind === kind);
  return watch === undefined ? [] : [QUEUE_HANDLER, ...watch.handlers.map(({ name }) => name)];
}
