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

/** More workers, or requests for one observation, are a slip: no run would come to its end. */
const MOST = 100_000;

/** Microseconds that are more than none. */
const duration = wholeNumber(1);

const limiters: Readonly<Record<string, Shape>> = {
  exponential: fields({ baseUs: natural, maxUs: natural }),
  bucket: fields({ qps: numberThat((value) => value > 0, "has to be more than 0"), burst: duration }),
  fastSlow: fields({ fastUs: natural, slowUs: natural, maxFastAttempts: natural }),
  maxOf: fields({ of: listOf(limiter) }),
  withMaxWait: fields({ maxUs: natural, of: limiter }),
};

function limiter(value: unknown, place: string): void {
  shapeNamed(limiters, objectAt(value, place).kind, `${place}.kind`)(value, place);
}

const call = fields({
  takesUs: natural,
  "requeueAfterUs?": whole,
  "requeue?": flag,
  "priority?": whole,
  "error?": oneOf("error", "terminal", "wrappedTerminal", "joinedTerminal", "ctxErr"),
  "panic?": flag,
  "onCtxDone?": oneOf("returnErr", "returnNil"),
  "reactUs?": natural,
});

const candidate = fields({
  id: text,
  leaseDurationUs: duration,
  renewDeadlineUs: duration,
  retryPeriodUs: duration,
  releaseOnCancel: flag,
  requestTimeoutUs: natural,
});

const factor = numberThat((value) => value >= 0, "has to be 0 or more");
const queue = { "unfinishedWorkPeriodUs?": duration };

/** What a subject's options have to be, and its operations with their fields. */
type SubjectShape = { readonly options: Shape; readonly operations: Readonly<Record<string, Shape>> };

const advance = fields({});
const onKey = fields({ key: text });
const delayed = fields({ key: text, delayUs: whole });
const classic = {
  advance,
  add: onKey,
  get: fields({ worker: text }),
  done: onKey,
  shutDown: fields({}),
  shutDownWithDrain: fields({ caller: text }),
};
const delaying = { ...classic, addAfter: delayed, addRateLimited: onKey, forget: onKey, numRequeues: onKey };
const opts = { "afterUs?": whole, "rateLimited?": flag, "priority?": whole };

const subjects: Readonly<Record<string, SubjectShape>> = {
  classicQueue: { options: fields(queue), operations: classic },
  delayingQueue: { options: fields({ ...queue, limiter }), operations: delaying },
  priorityQueue: {
    options: fields({ ...queue, limiter }),
    operations: { ...delaying, addWithOpts: fields({ keys: listOf(text), ...opts }) },
  },
  rateLimiter: {
    options: fields({ limiter }),
    operations: {
      advance,
      when: fields({ key: text, "count?": wholeNumber(0, MOST) }),
      limiterForget: onKey,
      limiterRequeues: onKey,
      tokens: fields({}),
    },
  },
  controller: {
    options: fields({
      queue: oneOf("priority", "classic"),
      workers: wholeNumber(1, MOST),
      limiter,
      reconciliationTimeoutUs: natural,
      recoverPanic: flag,
      reconciler: mapOf(fields({ calls: listOf(call), "then?": oneOf("success", "repeatLast") })),
    }),
    operations: {
      advance,
      start: fields({}),
      cancel: fields({}),
      event: fields({ key: text, "priority?": whole }),
      eventAfter: delayed,
      eventRateLimited: onKey,
    },
  },
  leaderElection: {
    options: fields({ candidates: listOf(candidate), jitterFactor: factor }),
    operations: {
      advance,
      startCandidate: fields({ candidate: text }),
      cancelCandidate: fields({ candidate: text }),
      link: fields({
        candidate: text,
        mode: oneOf("ok", "refuse", "hang", "readOnly", "loseResponse"),
        "requestUs?": natural,
        "responseUs?": natural,
      }),
      deleteLease: fields({}),
      touchLease: fields({}),
      setHolder: fields({ holder: text }),
    },
  },
  retryOnConflict: {
    options: fields({
      steps: natural,
      durationUs: natural,
      factor,
      jitter: factor,
      capUs: natural,
      calls: listOf(
        fields({ takesUs: natural, result: oneOf("ok", "conflict", "wrappedConflict", "notFound", "other") }),
        1,
      ),
    }),
    operations: { advance, call: fields({}) },
  },
};

const head = fields({
  name: text,
  title: text,
  library: fields({ module: text, version: text, commit: text }),
  script: listOf(fields({ i: natural, t: natural, op: text })),
  draws: listOf(
    fields({ "candidate?": text, value: numberThat((each) => each >= 0 && each < 1, "has to be in [0, 1)") }),
  ),
  unordered: listOf(fields({ from: natural, to: natural, why: text })),
  observed: listOf(fields({ t: natural, "i?": natural, type: text })),
});

/** Holds a vector of format `workqueue-vector/1` against all that a replay relies on. Throws a SyntaxError with the place. */
export function checkWorkqueueShape(vector: Readonly<Record<string, unknown>>): void {
  head(vector, "");
  const { options, operations } = shapeNamed(subjects, vector.subject, "subject");
  options(vector.options, "options");
  const script = vector.script as readonly Step[]; // the head has just been checked
  for (const [index, step] of script.entries()) {
    const place = `script[${index}]`;
    if (step.i !== index) refuse(step.i, `${place}.i`, `has to be ${index}, its position`);
    const before = script[index - 1]?.t ?? 0;
    if (step.t < before) refuse(step.t, `${place}.t`, `has to be ${before} or more: time never falls`);
    shapeNamed(operations, step.op, `${place}.op`)(step, place);
  }
  checkNames(vector.options as Options, script);
}

type Step = { readonly i: number; readonly t: number; readonly op: string; readonly candidate?: string };
type Options = { readonly candidates?: readonly { readonly id: string }[] };

/** What only the whole shows: candidates have to exist, and a controller and RetryOnConflict run once. */
function checkNames({ candidates }: Options, script: readonly Step[]): void {
  const ids = candidates?.map(({ id }) => id) ?? [];
  let runs = 0;
  for (const [index, { op, candidate: id }] of script.entries()) {
    if (id !== undefined && !ids.includes(id))
      refuse(id, `script[${index}].candidate`, `has to be one of ${ids.join(", ")}`);
    if (op !== "start" && op !== "call") continue;
    runs++;
    if (runs > 1) refuse(op, `script[${index}].op`, "has to come once");
  }
}
