/** What the explanations need to know of an event. */
export type CausedEvent = {
  readonly seq: number;
  readonly step: number;
  readonly at: number;
  readonly actor: string;
  readonly cause: number | undefined;
  readonly fact: { readonly type: string } & Readonly<Record<string, unknown>>;
};

/** Bookkeeping of charts and timers, and steps that only lead from one telling event to the next. */
const SILENT: readonly RegExp[] = [
  /^machine\./,
  /^timer\./,
  /^process\.done$/,
  /^watch\.decoded$/,
  /^queue\.enqueued$/,
  /^reconcile\.phase$/,
  /^api\.request$/,
  /^handler\.return$/,
];

/** Events that bring news to somewhere: what a reader expects to have had a part in what came later. */
const NEWS =
  /^(etcd\.commit|list\.(response|failed)|watch\.(event|refused)|store\.write|fault\.(start|hit)|user\.edit|stream\.(lost|held))$/;

/** Whether an event is worth a number of its own in an explanation. */
function isTelling(event: CausedEvent): boolean {
  return !SILENT.some((pattern) => pattern.test(event.fact.type));
}

/** The causal past without its bookkeeping; the explained event itself always stays, as the last one. */
export function tellingChain<Event extends CausedEvent>(chain: readonly Event[]): readonly Event[] {
  const last = chain.at(-1);
  return chain.filter((event) => event === last || isTelling(event));
}

/** What a reader wants to hear first of a step: what went wrong or did not happen, and what began or ended. */
const LOUD =
  /^(user\.edit|script\.(step|answered)|lease\.stored|leader\.|retry\.|fault\.(start|hit|missed)|stream\.(error|lost|held)|list\.(failed|response)|watch\.refused|link\.|invariant\.|process\.|server\.|reconcile\.(start|end)|api\.(unchanged|applied)|handler\.ignored|delta\.ignored|notification\.missed|informer\.ignored|queue\.(coalesced|markedDirty|addIgnored|delaySwallowed|delayAbsorbed|delayStillPending|laterDelayDropped|lowerPriorityDropped|shutDown|limited))/;
/** What merely follows from the event before it. */
const QUIET =
  /^(script\.read|queue\.(doneCalled|measured)|reconcile\.(logged|decided)|reflector\.|listAndWatch\.|errorHandler\.|synced|distribute|fifo\.(enqueue|synced)|stream\.open|system\.arrived|reconcile\.(note|remember)|queue\.(forget|forgotten|done|delayStarted))/;

function loudness(event: CausedEvent): number {
  const { type } = event.fact;
  const refused = type === "api.response" && Number(event.fact["code"]) >= 400;
  if (!isTelling(event)) return 0;
  return refused || LOUD.test(type) ? 3 : QUIET.test(type) ? 1 : 2;
}

/**
 * The event that the headline tells: of all events of a step up to the cursor, the first of those that say most. When
 * single events are stepped through, the event at the cursor itself.
 */
export function headlineOf<Event extends CausedEvent>(
  rows: ReadonlyMap<number, Event>,
  cursor: { readonly seq: number },
  byEvent: boolean,
): Event | undefined {
  const last = rows.get(cursor.seq);
  if (last === undefined || byEvent) return last;
  let headline = last;
  for (let row: Event | undefined = last; row !== undefined && row.step === last.step; row = rows.get(row.seq - 1)) {
    if (loudness(row) >= loudness(headline)) headline = row;
  }
  return headline;
}

/** Why something happened, in two links: what led to it directly, and the deed of a person at the beginning, if there is one. */
export type Because<Event> = { readonly cause: Event | undefined; readonly root: Event | undefined };

/** The nearest telling cause of a chain's last event, and the edit or fault that it began with. */
export function becauseOf<Event extends CausedEvent>(chain: readonly Event[]): Because<Event> {
  const past = tellingChain(chain).slice(0, -1);
  const cause = past.at(-1);
  const deed = past.findLast(({ fact }) => /^(user|fault|script)\./.test(fact.type));
  return { cause, root: deed === cause ? undefined : deed };
}

/** One place in a shortened explanation: an event with its number, or how many were left out. */
export type Link<Event> =
  | { readonly type: "event"; readonly number: number; readonly event: Event }
  | { readonly type: "more"; readonly count: number };

/** The telling chain with its middle folded when it is longer than `most`. */
export function foldedChain<Event extends CausedEvent>(chain: readonly Event[], most: number): readonly Link<Event>[] {
  const all = tellingChain(chain).map((event, index): Link<Event> => ({ type: "event", number: index + 1, event }));
  if (all.length <= most) return all;
  const head = Math.ceil((most - 1) / 3);
  const tail = most - head;
  return [...all.slice(0, head), { type: "more", count: all.length - head - tail }, ...all.slice(-tail)];
}

/**
 * What one might take for a cause and is none: news that arrived somewhere after the chain began, up to the cursor,
 * without being part of it: about the same objects, or in the same process. Newest last, at most `most`.
 */
export function notInPast<Event extends CausedEvent>(
  rows: ReadonlyMap<number, Event>,
  chain: readonly Event[],
  cursor: { readonly seq: number },
  most: number,
): readonly Event[] {
  const past = new Set(chain.map(({ seq }) => seq));
  const first = chain[0]?.seq ?? cursor.seq;
  const found: Event[] = [];
  for (let seq = cursor.seq; seq > first && found.length < most; seq--) {
    const row = rows.get(seq);
    if (row === undefined) break;
    if (!past.has(seq) && NEWS.test(row.fact.type) && isNear(row, chain)) found.unshift(row);
  }
  return found;
}

/** Whether an event could be taken for a cause: it is about an object of the chain, or happened in the process of its last event. */
function isNear({ actor, fact }: CausedEvent, chain: readonly CausedEvent[]): boolean {
  const process = chain.at(-1)?.actor.split("/", 1)[0] ?? "";
  const { key } = fact;
  const isAbout = typeof key === "string" && key !== "" && chain.some((event) => event.fact["key"] === key);
  return isAbout || actor.startsWith(`${process}/`);
}
