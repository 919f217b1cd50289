import { controllersIn, informerOfLane, type LaneName, type LanePart } from "./lane-order.ts";

/** What decides which lanes are shown when there is not room for all. */
export type LaneWishes = {
  /** Lanes that must be there, most important first: those of the causal past, or the one that is picked. */
  readonly needed: readonly string[];
  /** Lanes that were shown before: they stay as long as they can, so that the picture is calm. */
  readonly kept: ReadonlySet<string>;
  /** Kind of the informer that is looked at; empty for none. */
  readonly kind: string;
  /** The informer, `web/Pod`, one of whose parts is chosen: what goes on inside it is the story then. Empty for none. */
  readonly inside: string;
};

/** How much of the story a part tells when only some lanes can be shown: 0 first. */
const IMPORTANCE: Readonly<Record<LanePart, number>> = {
  you: 0,
  script: 0,
  reflector: 1,
  watch: 1,
  store: 2,
  worker: 3,
  queue: 3,
  chart: 0,
  key: 3,
  server: 4,
  loop: 7,
  decoder: 7,
  fifo: 6,
  handler: 6,
  pop: 6,
  etcd: 4,
  agent: 8,
  system: 3,
  process: 8,
  pod: 9,
  client: 9,
  informer: 9,
  cache: 9,
  network: 10,
  resync: 10,
  other: 11,
};
const EACH_FURTHER = 3;

/** The goroutines of an informer, and between them what they share. */
const INSIDE: Partial<Readonly<Record<LanePart, number>>> = {
  decoder: 1,
  reflector: 1,
  loop: 1,
  pop: 1,
  handler: 1,
  fifo: 2,
  store: 2,
};

/** The lanes to show, in the order of `lanes`: all when there is room, else those that tell most. */
export function chooseLanes(lanes: readonly LaneName[], room: number, wishes: LaneWishes): readonly LaneName[] {
  if (lanes.length <= room) return lanes;
  const controllers = controllersIn(lanes);
  // The scheduler and the kubelets watch the same kinds; the informer that is looked at is a controller's.
  const isLookedAt = ({ kind, process }: LaneName) => kind !== "" && kind === wishes.kind && controllers.has(process);
  const hasKind = (part: LanePart) => lanes.some((lane) => lane.part === part && isLookedAt(lane));
  const seen = new Map(lanes.map(({ part }) => [part, hasKind(part) ? 1 : 0]));
  const ranked = lanes.map((lane, order) => {
    // The informer that is looked at comes first among its like.
    const nth = isLookedAt(lane) ? 0 : (seen.get(lane.part) ?? 0) + (isForeign(lane, controllers) ? 3 : 0);
    if (!isLookedAt(lane)) seen.set(lane.part, (seen.get(lane.part) ?? 0) + 1);
    return { lane, order, rank: rankOf(lane, nth, wishes) };
  });
  const chosen = ranked.sort((a, b) => a.rank - b.rank || a.order - b.order).slice(0, Math.max(1, room));
  return chosen.sort((a, b) => a.order - b.order).map(({ lane }) => lane);
}

/** The lanes of a causal past first, from cause to effect, then as many others as there is room for. */
export function lanesOfPast(lanes: readonly LaneName[], room: number, wishes: LaneWishes): readonly LaneName[] {
  const past = wishes.needed.flatMap((name) => lanes.find((lane) => lane.name === name) ?? []).slice(-room);
  const others = lanes.filter((lane) => !past.includes(lane));
  const left = room - past.length;
  return left <= 0 ? past : [...past, ...chooseLanes(others, left, { ...wishes, needed: [] })];
}

/** A watch of somebody who is no controller. */
function isForeign({ kind, process }: LaneName, controllers: ReadonlySet<string>): boolean {
  return kind !== "" && !controllers.has(process);
}

function rankOf(lane: LaneName, nth: number, { needed, kept, inside }: LaneWishes): number {
  if (needed.includes(lane.name)) return -100 + needed.indexOf(lane.name);
  const asPart = inside !== "" && informerOfLane(lane) === inside ? INSIDE[lane.part] : undefined;
  const rank = asPart ?? IMPORTANCE[lane.part] + EACH_FURTHER * nth;
  // What is shown gives way only to what tells clearly more.
  return kept.has(lane.name) ? rank - 2 : rank;
}
