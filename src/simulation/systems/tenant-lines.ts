import { seconds } from "../../base/time.ts";
import type { SystemDesk } from "../cluster/system.ts";
import { homeOf, keyOf, type Request, type TenantMemory, tenantOptions } from "./tenant-memory.ts";
import { averageOf, hashPath, NO_TALLY, rateOf, withSaved } from "./tenant-plan.ts";

// The lines of the writers: who asks, who is served, and what that took.

type Desk = SystemDesk<TenantMemory>;

/** Tries of a write that the API server did not take are this far apart. */
const TRY_AGAIN = seconds(1);

/** A cluster asks for its next state to be saved. The first that asks when nobody is waiting begins a rush, whose numbers are its own. */
export function ask(desk: Desk, cluster: string): void {
  if (openRequests(desk.memory()).length === 0)
    desk.remember({ ...desk.memory(), tally: { ...NO_TALLY, since: desk.now }, byShard: {} });
  const request: Request = { cluster, since: desk.now, began: desk.now, tries: 0 };
  if (isMoving(desk.memory(), desk, cluster)) return hold(desk, request);
  enqueue(desk, homeOf(desk.memory(), desk.options, cluster), request);
}

/** Every request that is not saved yet. */
function openRequests({ lines, held }: TenantMemory): readonly Request[] {
  return [...Object.values(lines).flat(), ...held];
}

/** Whether a cluster's states belong to the part that moves. */
export function isMoving({ moving }: TenantMemory, { options }: Pick<Desk, "options">, cluster: string): boolean {
  if (moving === undefined) return false;
  return hashPath(keyOf(cluster, options), tenantOptions(options).shards).startsWith(moving.prefix);
}

/** A request waits outside of any line until its part has a writer again. */
export function hold(desk: Desk, request: Request): void {
  const memory = desk.memory();
  desk.remember({ ...memory, held: [...memory.held, request] });
  const fact = { type: "system.held", key: request.cluster, what: "request", count: memory.held.length + 1 } as const;
  desk.record(`${desk.name}/balancer`, fact);
}

/** A request joins the line of a writer. */
export function enqueue(desk: Desk, shard: string, request: Request): void {
  const line = desk.memory().lines[shard] ?? [];
  setLine(desk, shard, [...line, request]);
  const actor = `${desk.name}/${shard}`;
  if (line.length > 0)
    desk.record(actor, { type: "system.queued", key: request.cluster, where: shard, ahead: line.length });
  desk.tell(actor, { type: "asked" });
}

/** The writer begins with the first of its line. */
export function serve(desk: Desk, actor: string): void {
  const shard = actor.slice(desk.name.length + 1);
  const [first, ...rest] = desk.memory().lines[shard] ?? [];
  if (first === undefined) return;
  setLine(desk, shard, [{ ...first, began: desk.now }, ...rest]);
  desk.record(actor, { type: "system.began", key: first.cluster, where: shard, waited: desk.now - first.since });
  desk.post(actor, "write", null, tenantOptions(desk.options).workMs);
}

/** The shard's object is what others see of it. */
export function write(desk: Desk, actor: string): void {
  const shard = actor.slice(desk.name.length + 1);
  const [first] = desk.memory().lines[shard] ?? [];
  patchStatus(desk, actor, "write", { [shard]: { last: first?.cluster ?? "" } });
}

/** Writes a part of the status of the store's object. */
export function patchStatus(
  desk: Desk,
  actor: string,
  tag: string,
  status: Readonly<Record<string, { last: string } | string>>,
): void {
  const place = { kind: "TenantState", namespace: "demo", name: desk.name, user: desk.name, client: desk.name };
  const body = { type: "merge", patch: { status } } as const;
  desk.request(actor, tag, { verb: "patch", ...place, subresource: "status", body, options: {} });
}

/** The write was not taken: nothing is saved, and it is made again. */
export function writeAgain(desk: Desk, actor: string): void {
  const shard = actor.slice(desk.name.length + 1);
  const [first, ...rest] = desk.memory().lines[shard] ?? [];
  if (first === undefined) return;
  const tries = first.tries + 1;
  setLine(desk, shard, [{ ...first, tries }, ...rest]);
  desk.record(actor, { type: "system.repeated", key: first.cluster, what: "write", times: tries + 1 });
  desk.post(actor, "write", null, TRY_AGAIN);
}

/** A state is saved: the cluster goes on, and the writer takes the next. */
export function finish(desk: Desk, actor: string): void {
  const shard = actor.slice(desk.name.length + 1);
  const [first, ...rest] = desk.memory().lines[shard] ?? [];
  if (first === undefined) return;
  setLine(desk, shard, rest);
  const { cluster: key, since, began } = first;
  const waited = began - since;
  count(desk, shard, { took: desk.now - since, waited });
  desk.aside(() => desk.record(actor, { type: "system.finished", key, where: shard, waited, took: desk.now - began }));
  desk.aside(() => desk.tell(`${desk.name}/${key}`, { type: "saved" }));
  desk.tell(actor, { type: "saved" });
  drained(desk, shard, key);
  if (openRequests(desk.memory()).length === 0) measured(desk);
}

function count(desk: Desk, shard: string, spans: { readonly took: number; readonly waited: number }): void {
  const memory = desk.memory();
  const { tally, byShard } = memory;
  const own = byShard[shard] ?? { ...NO_TALLY, since: tally.since };
  const saved = { ...spans, now: desk.now };
  desk.remember({
    ...memory,
    tally: withSaved(tally, saved),
    byShard: { ...byShard, [shard]: withSaved(own, saved) },
  });
}

/** The last request of the part that moves has left its old writer. */
function drained(desk: Desk, shard: string, cluster: string): void {
  const memory = desk.memory();
  if (memory.moving?.from !== shard || !isMoving(memory, desk, cluster)) return;
  desk.aside(() => desk.tell(`${desk.name}/balancer`, { type: "drained" }));
}

/** When nobody waits any more, the numbers of the rush are final. */
function measured(desk: Desk): void {
  const { tally } = desk.memory();
  const facts = [
    { what: "averageTransition", value: averageOf(tally), unit: "span" },
    { what: "longestTransition", value: tally.longest, unit: "span" },
    { what: "throughput", value: rateOf(tally), unit: "perSecond" },
  ] as const;
  for (const fact of facts) desk.aside(() => desk.record(desk.name, { type: "system.measured", ...fact }));
}

/** The requests of a writer; the first of them is being served. */
export function setLine(desk: Desk, shard: string, line: readonly Request[]): void {
  const memory = desk.memory();
  desk.remember({ ...memory, lines: { ...memory.lines, [shard]: line } });
}
