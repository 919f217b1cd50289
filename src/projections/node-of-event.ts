import type { Scope } from "./node-lines.ts";
import type { Part } from "./pipeline-layout.ts";
import { causalPast } from "./timeline/cause-chain.ts";
import { type TimelineColumns, textOf } from "./timeline/timeline-columns.ts";

/** An event as far as its place in the pipeline matters. */
type Placed = { readonly actor: string; readonly fact: { readonly type: string } & Readonly<Record<string, unknown>> };

/** Families of events and the part they belong to; the first that fits counts. */
const FAMILIES: readonly (readonly [prefix: string, part: Part])[] = [
  ["etcd.", "etcd"],
  ["api.", "server"],
  ["cache.", "server"],
  ["stream.", "server"],
  ["server.", "server"],
  ["list.", "reflector"],
  ["watch.", "reflector"],
  ["reflector.", "reflector"],
  ["listAndWatch.", "reflector"],
  ["errorHandler.", "reflector"],
  ["transform.", "reflector"],
  ["backoff", "reflector"],
  ["fifo.", "fifo"],
  ["delta.", "fifo"],
  ["store.", "store"],
  ["process.done", "store"],
  ["distribute", "handlers"],
  ["handler.", "handlers"],
  ["pop.", "handlers"],
  ["notification", "handlers"],
  ["replay", "handlers"],
  ["resync.", "handlers"],
  ["queue.", "queue"],
  ["reconcile.", "workers"],
  ["client.", "client"],
];

/** Names of actors and the part that shows them. */
const ACTORS: readonly (readonly [pattern: RegExp, part: Part])[] = [
  [/^etcd$/, "etcd"],
  [/^server\//, "server"],
  [/\/(reflector|decoder)$/, "reflector"],
  [/\/process$/, "fifo"],
  [/\/informer$/, "store"],
  [/\/(resync$|handler\/|pop\/)/, "handlers"],
  [/\/(queue$|key\/)/, "queue"],
  [/\/(worker|chart)\//, "workers"],
  [/\/client$/, "client"],
];

/** Which node an event happened in, if the pipeline shows it; a server's node is named by its id. */
export function nodeOfEvent(event: Placed, servers: readonly string[]): string | undefined {
  const { type } = event.fact;
  const part = FAMILIES.find(([prefix]) => type.startsWith(prefix))?.[1] ?? partOfActor(event.actor);
  return part === "server" ? serverNode(event.actor, servers) : part;
}

/** Which node stands for an actor. */
export function nodeOfActor(actor: string, servers: readonly string[]): string | undefined {
  const part = partOfActor(actor);
  return part === "server" ? serverNode(actor, servers) : part;
}

function partOfActor(actor: string): Part | undefined {
  return ACTORS.find(([pattern]) => pattern.test(actor))?.[1];
}

function serverNode(actor: string, servers: readonly string[]): string | undefined {
  const named = servers.find((id) => actor.split("/").includes(id)) ?? servers[0];
  return named === undefined ? undefined : `server/${named}`;
}

/** Kind of the last informer of a process in an event's causal past; undefined when there is none. */
export function kindOnTheWay(
  columns: TimelineColumns,
  event: number,
  process: string,
  processes: Parameters<typeof scopeOfActor>[1],
): string | undefined {
  for (const at of causalPast(columns, event).toReversed()) {
    const scope = scopeOfActor(textOf(columns, columns.actor[at]), processes);
    if (scope.process === process && scope.kind !== undefined) return scope.kind;
  }
  return undefined;
}

/** The informer or process that an actor belongs to: what the pipeline has to show for it to be in sight. */
export function scopeOfActor(
  actor: string,
  processes: readonly {
    readonly name: string;
    readonly informers: readonly { readonly id: string; readonly kind: string }[];
  }[],
): Partial<Scope> {
  // A stream on a server is named by who watches what: `server/a/watch/web/Pod`.
  const watched = /^server\/[^/]+\/watch\/(.+)$/.exec(actor)?.[1] ?? actor;
  for (const { name, informers } of processes) {
    const informer = informers.find(({ id }) => watched === id || watched.startsWith(`${id}/`));
    if (informer !== undefined) return { process: name, kind: informer.kind };
    if (watched === name || watched.startsWith(`${name}/`)) return { process: name };
  }
  return {};
}

/** What selecting a node selects: the actor whose chart and state the inspector shows. */
export function actorOfNode(
  part: Part,
  name: string,
  { process, kind }: Scope,
): { readonly actor?: string; readonly kind?: string } {
  switch (part) {
    case "etcd":
      return { actor: "etcd" };
    case "server":
      return { actor: `server/${name}` };
    case "reflector":
      return { actor: `${process}/${kind}/reflector`, kind };
    case "fifo":
      return { actor: `${process}/${kind}/process`, kind };
    case "store":
      return { actor: `${process}/${kind}/informer`, kind };
    case "handlers":
      return { actor: `${process}/${kind}/handler/`, kind };
    case "truth":
      return { kind };
    case "queue":
    case "client":
      return { actor: `${process}/${part}` };
    case "workers":
      return { actor: `${process}/worker/1` };
  }
}
