import {
  fields,
  flag,
  listOf,
  mapOf,
  natural,
  numberThat,
  objectAt,
  oneOf,
  refuse,
  type Shape,
  shapeNamed,
  text,
  whole,
  wholeNumber,
} from "./vector-shape.ts";

const item = fields({
  name: text,
  rv: text,
  "labels?": mapOf(text),
  "annotations?": mapOf(text),
  "uid?": text,
});
const status = fields({
  code: whole,
  reason: text,
  "message?": text,
  "details?": fields({
    "causes?": listOf(fields({ "reason?": text, "message?": text })),
    "retryAfterSeconds?": natural,
  }),
});

/** What is decided by the one field that is there. */
function either(shapes: Readonly<Record<string, Shape>>, rest: Shape): Shape {
  return (value, place) => {
    const given = objectAt(value, place);
    const [name, shape] = Object.entries(shapes).find(([field]) => Object.hasOwn(given, field)) ?? ["", rest];
    shape(name === "" ? value : given[name], name === "" ? place : `${place}.${name}`);
  };
}

const error = either({ network: oneOf("ECONNREFUSED", "ECONNRESET", "EOF", "unexpectedEOF") }, fields({ status }));
const event: Shape = (value, place) => {
  fields({ type: text })(value, place);
  const isError = objectAt(value, place).type === "ERROR" && !Object.hasOwn(objectAt(value, place), "object");
  fields(isError ? { status } : { object: either({ wrongType: text }, item) })(value, place);
};
const list: Shape = (value, place) => {
  fields({ "delay?": natural })(value, place);
  either({ error }, fields({ rv: text, items: listOf(item), "continue?": text }))(value, place);
};
const watch = either(
  { error },
  fields({ "closedAtOnce?": flag, "onOpen?": listOf(either({ event }, fields({ close: flag }))) }),
);
const action = either(
  { write: text, sleep: natural, end: oneOf("return", "close", "reset", "hang") },
  fields({ status: natural, "headers?": mapOf(text) }),
);
const replies = listOf(listOf(action));

const onHandler = fields({ handler: text });
const onWatch = { watch: wholeNumber(1) };
const nothing = fields({});
const informerSteps: Readonly<Record<string, Shape>> = {
  addHandler: onHandler,
  removeHandler: onHandler,
  shutdownHandler: onHandler,
  run: nothing,
  stop: nothing,
  awaitRun: nothing,
  waitForCacheSync: nothing,
  state: fields({ "label?": text, "fields?": listOf(text) }),
  "watch.send": fields({ ...onWatch, event }),
  "watch.sendSeries": fields({
    ...onWatch,
    series: fields({ type: text, namePrefix: text, count: natural, firstRV: natural }),
  }),
  "watch.close": fields(onWatch),
};
const onObject = fields({ object: item });
const queueSteps: Readonly<Record<string, Shape>> = {
  replace: fields({ rv: text, items: listOf(item) }),
  setKnown: fields({ items: listOf(item) }),
  add: onObject,
  update: onObject,
  delete: onObject,
  bookmark: fields({ rv: text }),
  resync: nothing,
  close: nothing,
  pop: nothing,
};

const informerOptions = fields({
  resyncPeriod: natural,
  watchListClient: flag,
  handlers: listOf(
    fields({
      id: text,
      callDuration: natural,
      "resyncPeriod?": natural,
      "filter?": fields({ label: text, value: text }),
    }),
  ),
  "transform?": (value, place) =>
    shapeNamed(
      { identity: nothing, failIfLabel: fields({ label: text }) },
      objectAt(value, place).kind,
      `${place}.kind`,
    )(value, place),
  "slowStoreWrites?": listOf(fields({ object: text, duration: natural })),
});

const steps = listOf(fields({ at: natural, do: text }));
const kinds: Readonly<Record<string, { readonly body: Shape; readonly steps: Readonly<Record<string, Shape>> }>> = {
  informer: {
    body: fields({ options: informerOptions, script: fields({ lists: listOf(list), watches: listOf(watch), steps }) }),
    steps: informerSteps,
  },
  http: {
    body: fields({
      options: informerOptions,
      script: fields({ http: fields({ list: replies, watch: replies, watchList: replies }), steps }),
    }),
    steps: informerSteps,
  },
  queue: {
    body: fields({
      options: fields({ queue: oneOf("DeltaFIFO", "RealFIFO", "RealFIFO-atomic") }),
      script: fields({ steps }),
    }),
    steps: queueSteps,
  },
};

const entry = natural;
const entries = listOf(entry);
const head = fields({
  name: text,
  title: text,
  era: oneOf("classic", "inOrder", "current"),
  library: fields({ module: text, version: text, commit: text, gates: mapOf(flag) }),
  "recording?": fields({ "omit?": listOf(text), "storeAs?": oneOf("count") }),
  draws: listOf(fields({ purpose: text, u: numberThat((u) => u >= 0 && u < 1, "has to be in [0, 1)") })),
  observed: listOf(fields({ i: natural, t: natural, lane: text, type: text })),
  unordered: fields({
    "before?": listOf(listOf(entry, 2)),
    "permutations?": listOf(fields({ id: text, entries })),
    "anyOrder?": listOf(fields({ entry, path: text })),
    "racy?": listOf(fields({ entry, field: text, allowed: listOf(() => {}) })),
    "optional?": listOf(fields({ entries })),
    "artefact?": entries,
  }),
});

/** Holds a vector of format `informer-vector/1` against all that a replay relies on. Throws a SyntaxError with the place. */
export function checkInformerShape(vector: Readonly<Record<string, unknown>>): void {
  head(vector, "");
  const kind = shapeNamed(kinds, vector.kind, "kind");
  kind.body(vector, "");
  const { options, script, observed, unordered } = vector as Checked; // as has just been seen
  const handlers = options.handlers?.map(({ id }) => id) ?? [];
  for (const [index, step] of script.steps.entries()) {
    const place = `script.steps[${index}]`;
    const before = script.steps[index - 1]?.at ?? 0;
    if (step.at < before) refuse(step.at, `${place}.at`, `has to be ${before} or more: time never falls`);
    shapeNamed(kind.steps, step.do, `${place}.do`)(step, place);
    if (step.handler !== undefined && !handlers.includes(step.handler))
      refuse(step.handler, `${place}.handler`, `has to be one of ${handlers.join(", ")}`);
  }
  for (const [name, marks] of Object.entries(unordered)) {
    for (const [index, mark] of marks.entries()) {
      const beyond = entriesOf(mark).find((marked) => marked >= observed.length);
      if (beyond !== undefined)
        refuse(beyond, `unordered.${name}[${index}]`, `has to name entries of observed, which has ${observed.length}`);
    }
  }
}

type Mark = number | readonly number[] | { readonly entry?: number; readonly entries?: readonly number[] };
type Checked = {
  readonly options: { readonly handlers?: readonly { readonly id: string }[] };
  readonly script: {
    readonly steps: readonly { readonly at: number; readonly do: string; readonly handler?: string }[];
  };
  readonly observed: readonly unknown[];
  readonly unordered: Readonly<Record<string, readonly Mark[]>>;
};

/** The entries that a mark is about. */
function entriesOf(mark: Mark): readonly number[] {
  if (typeof mark === "number") return [mark];
  if (isPair(mark)) return mark;
  return [...(mark.entries ?? []), ...(mark.entry === undefined ? [] : [mark.entry])];
}

function isPair(mark: Mark): mark is readonly number[] {
  return Array.isArray(mark);
}
