import * as v from "valibot";
import {
  ADMISSION_OPERATIONS,
  type Noise,
  PREDICATES,
  SIGNING_RECORDS,
  type Timing,
  type WatchSpec,
  type Webhook,
} from "../simulation/cluster/plan.ts";
import type { JitterMode } from "../simulation/kernel/random.ts";
import type { CustomKind } from "../simulation/kubernetes/kind-registry.ts";
import { isDnsSubdomain } from "../simulation/kubernetes/label-syntax.ts";
import type { OpenApiSchema } from "../simulation/kubernetes/open-api-schema.ts";
import { compilePattern } from "../simulation/kubernetes/pattern.ts";
import type { ControllerEntry } from "./controller-entry.ts";
import { QUEUE_KINDS } from "./run-spec.ts";
import {
  duration,
  fields,
  got,
  jsonObject,
  kindName,
  label,
  listOf,
  noList,
  numeric,
  oneOf,
  period,
  whole,
  words,
  yesNo,
} from "./schema-parts.ts";

const podTiming = fields({
  schedule: v.optional(duration, "20ms"),
  start: v.optional(duration, "900ms"),
  ready: v.optional(duration, "400ms"),
  stop: v.optional(duration, "600ms"),
});

const jitter = v.pipe(
  v.optional(
    v.union(
      [oneOf(["seeded", "off"]), numeric(0, 0.999999)],
      (issue) => `${got(issue)} is no jitter: write seeded, off, or a fraction from 0 to 1.`,
    ),
    "seeded",
  ),
  v.transform((input): JitterMode => {
    if (typeof input === "number") return { type: "fixed", fraction: input };
    return { type: input };
  }),
);

/** How long things take, and how their random parts are drawn. */
export const timingSchema = v.pipe(
  fields({
    apiCall: v.optional(duration, "2ms"),
    etcdCommit: v.optional(duration, "1ms"),
    cacheLag: v.optional(duration, "1ms"),
    watchDelivery: v.optional(
      noList(
        v.objectWithRest(
          { default: v.optional(duration, "2ms") },
          duration,
          (issue) => `${got(issue)} should be times per kind: { default: 5ms, Pod: 300ms }.`,
        ),
      ),
      {},
    ),
    handler: v.optional(duration, "0s"),
    reconcilePhase: v.optional(duration, "200us"),
    pod: v.optional(podTiming, {}),
    jitter,
  }),
  v.transform(
    ({ jitter: mode, watchDelivery: { default: usual, ...kinds }, ...rest }): TimingInput => ({
      timing: { ...rest, watchDelivery: { default: usual, kinds } },
      jitter: mode,
    }),
  ),
);

type TimingInput = { readonly timing: Timing; readonly jitter: JitterMode };

const noise = v.pipe(
  fields({
    kind: v.optional(kindName, "Pod"),
    namespace: v.optional(label, "batch"),
    perSecond: numeric(0.01, 1000),
    from: v.optional(duration, "0s"),
    until: v.optional(duration, "24h"),
  }),
  v.transform((input): Noise => input),
);

const regularExpression = v.pipe(
  words(1_000),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const compiled = compilePattern(dataset.value);
    if (compiled.type === "problems") addIssue({ message: `${JSON.stringify(dataset.value)} ${compiled.problems}.` });
  }),
);

const openApiSchema: v.GenericSchema<unknown, OpenApiSchema> = v.lazy(() =>
  fields({
    type: v.exactOptional(oneOf(["object", "array", "string", "integer", "number", "boolean"])),
    properties: v.exactOptional(
      noList(v.record(v.string(), openApiSchema, (issue) => `${got(issue)} should be schemas by the names of fields.`)),
    ),
    required: v.exactOptional(listOf(words(100), 50)),
    items: v.exactOptional(openApiSchema),
    enum: v.exactOptional(listOf(v.union([v.string(), v.number(), v.boolean()]), 50)),
    minimum: v.exactOptional(numeric(-1e9, 1e9)),
    maximum: v.exactOptional(numeric(-1e9, 1e9)),
    minLength: v.exactOptional(whole(0, 1_000)),
    pattern: v.exactOptional(regularExpression),
  }),
);

/** What Kubernetes calls a DNS label of RFC 1035: the name of a kind's resource, or a version. */
const resourceLabel = v.pipe(
  words(63),
  v.regex(
    /^[a-z]([-a-z0-9]*[a-z0-9])?$/,
    (issue) => `${got(issue)} should be lower case: begin with a letter, then a-z, 0-9 and -.`,
  ),
);

/** `apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go:ValidateCustomResourceDefinitionSpec @v0.36.3`. */
const customGroup = v.pipe(
  words(200),
  v.check(
    (group) => isDnsSubdomain(group) && group.includes("."),
    (issue) => `${got(issue)} should be a domain with at least one dot, such as example.com.`,
  ),
);

const customKind = v.pipe(
  fields({
    kind: v.pipe(
      kindName,
      v.check(
        (kind) => !kind.includes("."),
        (issue) => `${got(issue)} should not name its group here.`,
      ),
    ),
    group: customGroup,
    plural: resourceLabel,
    version: v.exactOptional(resourceLabel),
    namespaced: v.exactOptional(yesNo),
    statusSubresource: v.exactOptional(yesNo),
    selectableFields: v.exactOptional(listOf(words(100), 20)),
    schema: v.exactOptional(openApiSchema),
  }),
  v.transform((input): CustomKind => input),
);

const VALIDATING_DEEDS: readonly string[] = ["allow", "deny", "fail"];

const webhook = v.pipe(
  fields({
    name: words(100),
    type: v.optional(oneOf(["mutating", "validating"]), "mutating"),
    kinds: listOf(kindName, 20),
    operations: v.optional(listOf(oneOf(ADMISSION_OPERATIONS), ADMISSION_OPERATIONS.length), ["CREATE", "UPDATE"]),
    reinvocation: v.optional(oneOf(["Never", "IfNeeded"]), "Never"),
    failurePolicy: v.optional(oneOf(["Fail", "Ignore"]), "Fail"),
    takes: v.optional(duration, "2ms"),
    does: v.exactOptional(oneOf(["stamp", "stampOnce", "sign", "allow", "deny", "fail"])),
    denies: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
    message: v.exactOptional(words(300)),
    signer: v.exactOptional(label),
    recordBy: v.exactOptional(oneOf(SIGNING_RECORDS)),
  }),
  v.forward(
    v.check(
      ({ type, does }) => type === "mutating" || does === undefined || VALIDATING_DEEDS.includes(does),
      "A validating webhook changes nothing: it does allow, deny or fail.",
    ),
    ["does"],
  ),
  v.forward(
    v.check(
      ({ type, reinvocation }) => type === "mutating" || reinvocation === "Never",
      "A validating webhook is never called again.",
    ),
    ["reinvocation"],
  ),
  v.forward(
    v.check(
      ({ does, denies }) => denies === undefined || does === "deny",
      "Only a webhook that does deny refuses some objects and not others.",
    ),
    ["denies"],
  ),
  v.transform(
    ({ does, ...input }): Webhook => ({ ...input, does: does ?? (input.type === "mutating" ? "stamp" : "allow") }),
  ),
);

/** The cluster around the controllers. */
export const clusterSchema = fields({
  nodes: v.optional(whole(0, 50), 2),
  apiServers: v.optional(v.pipe(listOf(label, 5), v.minLength(1, "A cluster needs an API server.")), ["a"]),
  revision: v.optional(whole(1, 1_000_000_000), 1),
  compaction: v.optional(period, "5m"),
  watchCache: v.optional(
    fields({
      capacity: v.optional(whole(1, 102_400), 100),
      lower: v.optional(whole(1, 102_400), 100),
      upper: v.optional(whole(1, 102_400), 102_400),
      freshFor: v.optional(duration, "75s"),
    }),
    {},
  ),
  bookmarks: v.optional(yesNo, true),
  watchListServer: v.optional(yesNo, true),
  noise: v.exactOptional(noise),
  crds: v.optional(listOf(customKind, 20), []),
  rbac: v.optional(listOf(fields({ process: label, verb: words(10), kind: kindName }), 50), []),
  webhooks: v.optional(listOf(webhook, 10), []),
  flowControl: v.exactOptional(
    v.pipe(
      fields({
        concurrency: v.optional(whole(1, 600), 600),
        queues: v.exactOptional(whole(0, 128)),
        handSize: v.exactOptional(whole(1, 8)),
        queueLength: v.exactOptional(whole(1, 1_000)),
      }),
      v.forward(
        v.check(
          ({ queues, handSize = 1 }) => queues === undefined || queues === 0 || handSize <= queues,
          "A hand holds different queues: it cannot be larger than there are.",
        ),
        ["handSize"],
      ),
    ),
  ),
  maxRequestBodyBytes: v.optional(whole(1, 3 * 1024 * 1024), 3 * 1024 * 1024),
});

const watch = v.pipe(
  fields({
    kind: kindName,
    namespace: v.exactOptional(label),
    owner: v.exactOptional(kindName),
    selector: v.optional(
      v.string((issue) => `${got(issue)} should be a label selector in quotes.`),
      "",
    ),
    predicates: v.optional(listOf(oneOf(PREDICATES), PREDICATES.length), []),
    resync: v.optional(period, "0s"),
    handlerTakes: v.exactOptional(duration),
    handlers: v.optional(listOf(fields({ name: label, takes: v.optional(duration, "0s") }), 10), []),
  }),
  v.transform(
    (input): WatchSpec => ({
      ...input,
      namespace: input.namespace,
      owner: input.owner,
      handlerTakes: input.handlerTakes,
    }),
  ),
);

/** A system beside the controllers. */
export const systemSchema = fields({ name: label, kind: words(63), options: v.optional(jsonObject, {}) });

/** Absent: for ever, as the controllers of kube-controller-manager wait. controller-runtime's default is 2m; its 0 means that default. */
const cacheSyncTimeout = v.pipe(
  duration,
  v.check((time) => time > 0, "A cacheSyncTimeout of 0 is no time at all; leave it out to wait for ever."),
);

/** Absent: for ever, as the controllers of kube-controller-manager wait, and a negative one of controller-runtime. Its default is 30s. */
const gracefulShutdownTimeout = duration;

/** A controller and its process, or several processes `name-1`, `name-2` … of which one works. */
export const controllerSchema = v.pipe(
  fields({
    name: label,
    reconciler: words(63),
    serviceAccount: v.exactOptional(
      v.pipe(
        words(127),
        v.regex(/^[a-z0-9-]+\/[a-z0-9.-]+$/, (issue) => `${got(issue)} is no service account: write namespace/name.`),
      ),
    ),
    workers: v.optional(whole(1, 32), 1),
    queue: v.exactOptional(oneOf(QUEUE_KINDS)),
    replicas: v.optional(whole(1, 5), 1),
    handlersJoin: v.optional(oneOf(["afterSync", "beforeStart"]), "afterSync"),
    cacheSyncTimeout: v.exactOptional(cacheSyncTimeout),
    gracefulShutdownTimeout: v.exactOptional(gracefulShutdownTimeout),
    watches: v.pipe(listOf(watch, 10), v.minLength(1, "A controller needs something to watch.")),
    clientQps: v.optional(numeric(0, 10_000), 0),
    clientBurst: v.optional(whole(1, 10_000), 30),
    options: v.optional(jsonObject, {}),
  }),
  v.transform(({ replicas, ...input }): ControllerEntry => {
    const { queue, serviceAccount, cacheSyncTimeout, gracefulShutdownTimeout } = input;
    return { controller: { ...input, queue, serviceAccount, cacheSyncTimeout, gracefulShutdownTimeout }, replicas };
  }),
);
