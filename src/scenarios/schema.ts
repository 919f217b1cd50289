import * as v from "valibot";
import type { Action } from "../simulation/cluster/actions.ts";
import type { ScriptStep } from "../simulation/cluster/plan.ts";
import { ALONG_IDS } from "./along-ids.ts";
import { CHECK_IDS } from "./check-ids.ts";
import type { ScenarioFile } from "./controller-entry.ts";
import { FIFO_KINDS, PROFILES, QUEUE_KINDS } from "./run-spec.ts";
import type { Bounds, Chapter, Expectation, Opening, Question } from "./scenario.ts";
import { actionSchema, madeBy } from "./schema-action.ts";
import { clusterSchema, controllerSchema, systemSchema, timingSchema } from "./schema-cluster.ts";
import {
  duration,
  fields,
  got,
  kindName,
  label,
  listOf,
  localized,
  manifest,
  matcher,
  moment,
  momentAfter,
  noList,
  objectName,
  oneOf,
  whole,
  words,
  yesNo,
} from "./schema-parts.ts";
import { VIEW_IDS } from "./view-ids.ts";

/** Words of a chapter that a reader takes in while something moves. */
const MOST_WORDS = 40;

/** Runs that fit beside each other. */
const MOST_VARIANTS = 3;

const say = v.pipe(
  localized(400),
  v.check(
    ({ en }) => en.trim().split(/\s+/).length <= MOST_WORDS,
    (issue) => `This has ${issue.input.en.trim().split(/\s+/).length} words; a chapter has at most ${MOST_WORDS}.`,
  ),
);

const step = v.pipe(
  fields({
    at: v.exactOptional(duration),
    on: v.exactOptional(momentAfter),
    as: v.exactOptional(words(63)),
    do: actionSchema,
  }),
  v.check(
    ({ at, on }) => (at === undefined) !== (on === undefined),
    'A step needs either "at" (a time) or "on" (an event).',
  ),
  v.check(
    ({ as, do: action }) => as === undefined || madeBy(action, as) !== undefined,
    '"as" belongs to create, patch and delete; nobody in particular makes a fault.',
  ),
  v.transform(
    ({ at, on, as, do: action }): ScriptStep => ({
      when: on === undefined ? { type: "at", at: at ?? zero } : { type: "on", ...on },
      action: as === undefined ? action : (madeBy(action, as) ?? action),
    }),
  ),
);

const question = v.pipe(
  fields({
    question: localized(200),
    options: v.pipe(listOf(localized(120), 3), v.minLength(2, "A question needs two or three options.")),
    right: whole(1, 3),
    answerOn: moment,
  }),
  v.check(
    ({ options, right }) => right <= options.length,
    '"right" is the number of an option, from 1; there are fewer options.',
  ),
  v.transform((input): Question => ({ ...input, right: input.right - 1 })),
);

const attempt = fields({ label: localized(80), consequence: localized(200), do: actionSchema });

const chapter = v.pipe(
  fields({
    title: localized(60),
    say,
    on: moment,
    focus: words(200),
    view: v.exactOptional(oneOf(VIEW_IDS)),
    check: v.exactOptional(oneOf(CHECK_IDS)),
    along: v.exactOptional(oneOf(ALONG_IDS)),
    ask: v.exactOptional(question),
    tries: v.optional(listOf(attempt, 3), []),
  }),
  v.forward(
    v.check(
      ({ view, check }) => check === undefined || view === "diagnosis",
      "Only a chapter that shows the view diagnosis can open one of its checks.",
    ),
    ["check"],
  ),
  v.forward(
    v.check(
      ({ view, along }) => along === undefined || view === "compare",
      "Only a chapter that shows the view compare can say by what the runs stand beside each other.",
    ),
    ["along"],
  ),
  v.transform(
    ({ ask, tries, view, check, along, ...rest }): Chapter => ({
      ...rest,
      view,
      check,
      along,
      ask,
      tries: tries.map(({ do: action, ...texts }: { do: Action } & Omit<Chapter["tries"][number], "action">) => ({
        ...texts,
        action,
      })),
    }),
  ),
);

const finalObjects = fields({
  kind: kindName,
  namespace: v.exactOptional(label),
  name: v.exactOptional(objectName),
  fields: v.optional(
    noList(
      v.record(
        v.string(),
        v.union([v.string(), v.number(), v.boolean()], "Compare with text, a number, true or false."),
        (issue) => `${got(issue)} should be values by the paths of fields: { status.phase: Running }.`,
      ),
    ),
    {},
  ),
});

const amount = whole(0, 1_000_000);

const expectation = v.pipe(
  fields({
    count: v.exactOptional(matcher),
    never: v.exactOptional(matcher),
    order: v.exactOptional(v.pipe(listOf(matcher, 50), v.minLength(2, "An order needs at least two events."))),
    final: v.exactOptional(finalObjects),
    after: v.exactOptional(moment),
    equals: v.exactOptional(amount),
    atLeast: v.exactOptional(amount),
    atMost: v.exactOptional(amount),
  }),
  v.check(
    ({ count, never, order, final }) => [count, never, order, final].filter((part) => part !== undefined).length === 1,
    "An expectation says one of count, never, order, final.",
  ),
  v.check(
    ({ count, final, equals, atLeast, atMost }) =>
      (count === undefined && final === undefined) === [equals, atLeast, atMost].every((part) => part === undefined),
    "count and final need equals, atLeast or atMost; never and order take none of them.",
  ),
  v.check(
    ({ final, after }) => final === undefined || after === undefined,
    '"final" looks at the end; it takes no "after".',
  ),
  v.transform(({ count, never, order, final, after, ...amounts }): Expectation => {
    const bounds = boundsOf(amounts);
    if (count !== undefined) return { type: "count", match: count, bounds, after };
    if (never !== undefined) return { type: "never", match: never, after };
    if (order !== undefined) return { type: "order", matches: order, after };
    const { kind = "", namespace, name, fields: values = {} } = final ?? {};
    return { type: "final", objects: { kind, namespace, name, fields: values }, bounds };
  }),
);

function boundsOf(amounts: { readonly equals?: number; readonly atLeast?: number; readonly atMost?: number }): Bounds {
  return {
    least: amounts.equals ?? amounts.atLeast ?? 0,
    most: amounts.equals ?? amounts.atMost ?? Number.MAX_SAFE_INTEGER,
  };
}

const opening = v.pipe(
  v.union(
    [whole(1, 50), moment],
    (issue) => `${got(issue)} should be the number of a chapter, from 1, or an event: { type: … }.`,
  ),
  v.transform(
    (input): Opening =>
      typeof input === "number" ? { type: "chapter", index: input - 1 } : { type: "event", moment: input },
  ),
);

/** A run beside the others: what it is called, what is expected of it, and a patch of the file, checked once it is laid over it. */
const variant = noList(
  v.objectWithRest(
    { name: v.exactOptional(localized(40)), expect: v.exactOptional(listOf(expectation, 100)) },
    v.unknown(),
    "A variant is a group of fields of the scenario, with the values that differ.",
  ),
);

const zero = v.parse(duration, "0s");

const parts = fields({
  watchList: v.exactOptional(yesNo),
  fifo: v.exactOptional(oneOf(FIFO_KINDS)),
  queue: v.exactOptional(oneOf(QUEUE_KINDS)),
});

const empty = { en: "", zh: "" };

/** A scenario file, version 1. Its input is what a file holds, its output is what the engine takes. */
export const scenarioSchema = v.pipe(
  fields({
    loopscope: v.literal(1, (issue) => `This reads scenario files of version 1, and the file says ${got(issue)}.`),
    id: label,
    title: localized(80),
    question: v.exactOptional(localized(200)),
    summary: v.exactOptional(localized(600)),
    tags: v.optional(listOf(words(40), 20), []),
    claims: v.optional(listOf(label, 20), []),
    compare: v.exactOptional(
      v.pipe(listOf(variant, MOST_VARIANTS), v.minLength(2, "Name two or three variants to compare.")),
    ),
    profile: v.optional(oneOf(PROFILES), "current"),
    profiles: v.exactOptional(
      v.pipe(listOf(oneOf(PROFILES), PROFILES.length), v.minLength(1, "Name at least one profile.")),
    ),
    parts: v.optional(parts, {}),
    seed: v.optional(whole(0, 4_294_967_295), 1),
    until: v.optional(duration, "10m"),
    opensAt: v.exactOptional(opening),
    timing: v.optional(timingSchema, {}),
    cluster: v.optional(clusterSchema, {}),
    given: v.optional(listOf(manifest, 200), []),
    controllers: v.optional(listOf(controllerSchema, 10), []),
    systems: v.optional(listOf(systemSchema, 10), []),
    // biome-ignore lint/suspicious/noThenProperty: it names a list in a file, and nobody awaits it.
    then: v.optional(listOf(step, 200), []),
    chapters: v.optional(listOf(chapter, 50), []),
    expect: v.optional(listOf(expectation, 100), []),
    sources: v.optional(listOf(words(300), 50), []),
  }),
  v.transform(
    ({
      loopscope: _version,
      compare: _patches,
      then: script,
      question: asks,
      summary,
      profiles,
      opensAt,
      cluster,
      timing,
      ...rest
    }): ScenarioFile => ({
      ...rest,
      ...timing,
      question: asks ?? rest.title,
      summary: summary ?? empty,
      profiles: profiles ?? [rest.profile],
      opensAt: opensAt ?? { type: "start" },
      cluster: { ...cluster, noise: cluster.noise },
      script,
    }),
  ),
);

/** Parts that come up again and again, by the names under which the JSON Schema defines them. */
export const namedSchemas = { duration, manifest, event: matcher, moment, action: actionSchema };
