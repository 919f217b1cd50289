import { defined } from "../../base/assert.ts";
import type { SystemDesk } from "../cluster/system.ts";
import type { ShardBalancerEffect } from "../machines/shard-balancer.ts";
import { enqueue, hold, isMoving, patchStatus, setLine } from "./tenant-lines.ts";
import { keyOf, type TenantMemory, tenantOptions } from "./tenant-memory.ts";
import { hashPath, type Part, partsOf, shardNames } from "./tenant-plan.ts";

// What the balancer's chart asks for, done in the store.

type Desk = SystemDesk<TenantMemory>;

/** What an effect of the balancer means. */
export function balance(desk: Desk, actor: string, effect: ShardBalancerEffect): void {
  switch (effect.type) {
    case "measure":
      return measure(desk, actor);
    case "fence":
      return fence(desk, actor);
    case "publish":
      return publish(desk, actor);
    case "handOver":
      return handOver(desk, actor);
  }
}

type Candidate = { readonly shard: string; readonly line: number; readonly parts: readonly Part[] };

/** The longest line that can be parted to some use; if there is none, the longest. Of equal ones the first. */
function measure(desk: Desk, actor: string): void {
  const { shards, hotAt } = tenantOptions(desk.options);
  const lines = shardNames(shards).map((shard) => candidate(desk, shard));
  const longest = (list: readonly Candidate[]) =>
    list.reduce<Candidate | undefined>(
      (best, next) => (best === undefined || next.line > best.line ? next : best),
      undefined,
    );
  const [to] = [...lines].sort((a, b) => a.line - b.line);
  const helps = ({ line, parts: [part] }: Candidate) =>
    part !== undefined && part.count < line && (to?.line ?? 0) + part.count < line;
  const chosen = longest(lines.filter((each) => each.line >= hotAt && helps(each))) ?? longest(lines);
  if (chosen === undefined) return;
  const [part] = chosen.parts;
  const canMove = part !== undefined && to !== undefined && helps(chosen);
  const plan = canMove ? { prefix: part.prefix, from: chosen.shard, to: to.shard } : undefined;
  desk.remember({ ...desk.memory(), plan });
  if (chosen.line >= hotAt)
    desk.record(actor, { type: "system.measured", what: `line of ${chosen.shard}`, value: chosen.line, unit: "count" });
  desk.tell(actor, { type: "measured", line: chosen.line, parts: canMove ? chosen.parts.length : 1 });
}

function candidate({ memory, options }: Desk, shard: string): Candidate {
  const line = memory().lines[shard] ?? [];
  const { shards } = tenantOptions(options);
  const paths = line.map(({ cluster }) => hashPath(keyOf(cluster, options), shards));
  return { shard, line: line.length, parts: partsOf(paths) };
}

/** What waits of the part leaves the line; what is being served is waited for. */
function fence(desk: Desk, actor: string): void {
  const plan = defined(desk.memory().plan, "the balancer fences what it has planned to move");
  desk.remember({ ...desk.memory(), moving: { ...plan, since: desk.now } });
  const [serving, ...waiting] = desk.memory().lines[plan.from] ?? [];
  const leaves = (cluster: string) => isMoving(desk.memory(), desk, cluster);
  const stay = waiting.filter(({ cluster }) => !leaves(cluster));
  setLine(desk, plan.from, serving === undefined ? [] : [serving, ...stay]);
  for (const request of waiting.filter(({ cluster }) => leaves(cluster))) {
    desk.aside(() => desk.tell(`${desk.name}/${plan.from}`, { type: "withdrawn" }));
    desk.aside(() => hold(desk, request));
  }
  if (serving === undefined || !leaves(serving.cluster)) desk.tell(actor, { type: "drained" });
}

/** Who owns the part stands where everybody reads it, before the new writer begins. */
function publish(desk: Desk, actor: string): void {
  const { prefix, to } = defined(desk.memory().moving, "only what moves is published");
  patchStatus(desk, actor, "publish", { [`owner ${prefix}`]: to });
}

/** The new writer takes over what has waited meanwhile. Owners of parts of the part are overruled. */
function handOver(desk: Desk, actor: string): void {
  const memory = desk.memory();
  const moving = defined(memory.moving, "only what moves is handed over");
  const { prefix, from, to, since } = moving;
  const others = Object.entries(memory.owners).filter(([each]) => !each.startsWith(prefix));
  const span = desk.now - since;
  desk.remember({
    ...memory,
    owners: { ...Object.fromEntries(others), [prefix]: to },
    moving: undefined,
    held: [],
    moves: memory.moves + 1,
    handOver: memory.handOver + span,
  });
  desk.record(actor, { type: "system.moved", key: prefix, from, to });
  desk.aside(() => desk.record(actor, { type: "system.measured", what: "handOver", value: span, unit: "span" }));
  if (memory.held.length > 0)
    desk.aside(() =>
      desk.record(actor, { type: "system.released", key: to, what: "request", count: memory.held.length }),
    );
  for (const request of memory.held) desk.aside(() => enqueue(desk, to, request));
}
