import * as v from "valibot";
import { type Micros, micros } from "../base/time.ts";
import type { EventMatcher } from "../simulation/cluster/matcher.ts";
import type { DraftObject, JsonObject } from "../simulation/kubernetes/object.ts";
import { suggestion } from "./closest.ts";
import type { LocalizedText, Moment } from "./scenario.ts";

/** A group of named fields; others are refused, each with the name that was probably meant. */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  const known = Object.keys(entries);
  return strict(v.strictObject(entries, (issue) => fieldMessage(issue, known)));
}

/** What was there instead, as the beginning of a sentence. */
export function got({ received }: { readonly received: string }): string {
  if (received === "Array") return "A list";
  return received === "Object" ? "A group of fields" : received;
}

/** A schema of a group without a leniency of the library: it takes a list for a group. */
export function noList<Schema extends AnyGroup>(schema: Schema): Schema {
  return {
    ...schema,
    "~run"(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      if (!Array.isArray(dataset.value)) return schema["~run"](dataset, config);
      addListIssue(schema, dataset, config);
      return dataset;
    },
  };
}

function addListIssue(schema: AnyGroup, dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>): void {
  switch (schema.type) {
    case "strict_object":
      return v._addIssue(schema, "type", dataset, config);
    case "object_with_rest":
      return v._addIssue(schema, "type", dataset, config);
    case "record":
      return v._addIssue(schema, "type", dataset, config);
  }
}

type AnyGroup =
  | AnyStrictObject
  | v.ObjectWithRestSchema<v.ObjectEntries, v.GenericSchema, v.ErrorMessage<v.ObjectWithRestIssue> | undefined>
  | v.RecordSchema<v.GenericSchema<string>, v.GenericSchema, v.ErrorMessage<v.RecordIssue> | undefined>;

/** The schema without two leniencies: it takes a list for a group, and stops at the first unknown field. */
export function strict<Schema extends AnyStrictObject>(schema: Schema): Schema {
  const plain: AnyStrictObject = schema;
  const checked = noList(schema);
  return {
    ...schema,
    "~run"(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      const input = dataset.value;
      const result = checked["~run"](dataset, config);
      if (typeof input !== "object" || input === null || Array.isArray(input)) return result;
      const record: Record<string, unknown> = { ...input };
      const [, ...more] = Object.entries(record).filter(([key]) => !Object.hasOwn(schema.entries, key));
      for (const [key, value] of more.slice(0, MOST_UNKNOWN)) {
        const path = [{ type: "object", origin: "key", input: record, key, value }] as const;
        v._addIssue(plain, "key", result, config, { input: key, expected: "never", path: [...path] });
      }
      return result;
    },
  };
}

type AnyStrictObject = v.StrictObjectSchema<v.ObjectEntries, v.ErrorMessage<v.StrictObjectIssue>>;

const MOST_UNKNOWN = 50;

/** What is wrong with a group of fields: not one, an unknown field, or a missing one. */
function fieldMessage(issue: v.StrictObjectIssue, known: readonly string[]): string {
  if (issue.expected === "Object")
    return `Here must be a group of fields${known.length <= 8 ? `: ${known.join(", ")}` : ""}.`;
  const name = String(issue.path?.at(-1)?.key ?? "");
  if (issue.expected !== "never") return `The field "${name}" is missing.`;
  return `There is no field "${name}" here${suggestion(name, known)}`;
}

/** One of some words. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return v.picklist(
    words,
    (issue) => `${got(issue)} is not allowed here${suggestion(unquoted(issue.received), words)}`,
  );
}

function unquoted(received: string): string {
  return received.replace(/^"(.*)"$/, "$1");
}

/** A whole number within bounds, both included. */
export function whole(least: number, most: number) {
  const message = (issue: { readonly received: string }) =>
    `${got(issue)} should be a whole number from ${least} to ${most}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}

/** A number within bounds, both included. */
export function numeric(least: number, most: number) {
  const message = (issue: { readonly received: string }) =>
    `${got(issue)} should be a number from ${least} to ${most}.`;
  return v.pipe(v.number(message), v.minValue(least, message), v.maxValue(most, message));
}

/** Yes or no. */
export const yesNo = v.boolean((issue) => `${got(issue)} should be true or false.`);

/** Text that is not empty. */
export function words(longest: number) {
  return v.pipe(
    v.string(
      (issue) =>
        `${got(issue)} should be text${/^(-?\d|true|false)/.test(issue.received) ? ", in quotes if it looks like a number" : ""}.`,
    ),
    v.minLength(1, "This text is empty."),
    v.maxLength(longest, (issue) => `This text has ${got(issue)} characters; at most ${longest} fit.`),
  );
}

/** At most so many items. */
export function listOf<const Item extends v.GenericSchema>(item: Item, most: number) {
  return v.pipe(
    v.array(item, (issue) => `${got(issue)} should be a list.`),
    v.maxLength(most, (issue) => `There are ${got(issue)} items here; at most ${most} are allowed.`),
  );
}

/** The name of a process, a server, a handler: what Kubernetes calls a DNS label. */
export const label = v.pipe(
  words(63),
  v.regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
    (issue) => `${got(issue)} is not a name: use a-z, 0-9 and -, and begin and end with a letter or digit.`,
  ),
);

/** The name of an object. */
export const objectName = v.pipe(
  words(253),
  v.regex(
    /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/,
    (issue) => `${got(issue)} is not an object's name: use a-z, 0-9, - and dots.`,
  ),
);

/** A Kubernetes kind; whether it exists is checked when the whole file is known. */
export const kindName = v.pipe(
  words(63),
  v.regex(
    /^[A-Z][A-Za-z0-9]*(\.[a-z0-9.-]+)?$/,
    (issue) => `${got(issue)} is not a kind: kinds are written like ReplicaSet.`,
  ),
);

const UNITS: Readonly<Record<string, number>> = { us: 1, ms: 1_000, s: 1_000_000, m: 60_000_000, h: 3_600_000_000 };

/** No time in a scenario is longer than a day. */
const LONGEST_TIME = 24 * 3_600_000_000;

/** `300us`, `2ms`, `1.5s`, `10m`, `1h`: a number and a unit, as microseconds. */
export const duration = v.pipe(
  v.string((issue) => durationMessage(issue.received)),
  v.regex(/^\d{1,9}(\.\d{1,6})?(us|ms|s|m|h)$/, (issue) => durationMessage(issue.received)),
  v.transform(microsOf),
  v.check((time) => time <= LONGEST_TIME, "No time can be longer than 24h."),
);

/** Shortest time after which something happens again by itself, µs. */
const SHORTEST_PERIOD = 100_000;

/** How often something happens; 0 is never. A run could not hold what happens every microsecond. */
export const period = v.pipe(
  duration,
  v.check(
    (time) => time === 0 || time >= SHORTEST_PERIOD,
    "This would happen too often; write 0s for never, or at least 100ms.",
  ),
);

function microsOf(text: string): Micros {
  const unit = text.replace(/^[\d.]+/, "");
  return micros(Number.parseFloat(text) * (UNITS[unit] ?? 0));
}

function durationMessage(received: string): string {
  const plain = unquoted(received);
  if (/^-/.test(plain)) return `${received} is negative; times count from 0.`;
  if (/^\d+(\.\d+)?$/.test(plain)) return `${received} has no unit; write ${plain}s or ${plain}ms.`;
  return `${received} is not a time; write a number and a unit: 300us, 2ms, 1.5s, 10m, 1h.`;
}

/** One text for all languages, or one for each. */
export function localized(longest: number) {
  return v.pipe(
    v.union(
      [words(longest), fields({ en: words(longest), zh: words(longest) })],
      (issue) => `${got(issue)} should be text, or one text per language: { en: …, zh: … }.`,
    ),
    v.transform((text): LocalizedText => (typeof text === "string" ? { en: text, zh: text } : text)),
  );
}

/** A group of plain data. */
export const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  (issue) => `${got(issue)} should be a group of fields here.`,
);

const stringMap = noList(
  v.record(
    v.string(),
    v.string((issue) => `${got(issue)} should be text; write it in quotes.`),
    (issue) => `${got(issue)} should be a group of texts.`,
  ),
);

/** A manifest. What the server fills in (uid, resourceVersion, timestamps) is not part of it. */
export const manifest = v.pipe(
  noList(
    v.objectWithRest(
      {
        apiVersion: words(100),
        kind: kindName,
        metadata: fields({
          name: v.exactOptional(objectName),
          generateName: v.exactOptional(words(250)),
          namespace: v.exactOptional(label),
          labels: v.exactOptional(stringMap),
          annotations: v.exactOptional(stringMap),
          finalizers: v.exactOptional(listOf(words(253), 20)),
          ownerReferences: v.exactOptional(listOf(jsonObject, 20)),
        }),
        spec: v.exactOptional(jsonObject),
        status: v.exactOptional(jsonObject),
      },
      v.unknown(),
      (issue) => {
        const name = String(issue.path?.at(-1)?.key ?? "");
        return name === ""
          ? "Here must be a manifest: apiVersion, kind, metadata and the like."
          : `The manifest has no "${name}".`;
      },
    ),
  ),
  v.transform((object) => object as unknown as DraftObject), // its remaining fields are plain data
);

const flat = v.union(
  [v.string(), v.number(), v.boolean()],
  (issue) => `${got(issue)} should be text, a number, true or false.`,
);

const eventType = v.pipe(
  words(60),
  v.regex(
    /^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)*$/,
    (issue) => `${got(issue)} is not a type of event; types are written like reconcile.start.`,
  ),
);

/** What an event must look like: its type, its actor, and other fields by value. */
export const matcher = v.pipe(
  matcherWith({}),
  v.transform(({ type, actor, ...rest }) => eventMatcher(type, actor, rest)),
);

/** A matcher, and which of the events it fits is meant (`nth`, from 1). */
export const moment = v.pipe(
  matcherWith({ nth: v.optional(whole(1, 1_000_000), 1) }),
  v.transform(({ type, actor, nth, ...rest }): Moment => ({ match: eventMatcher(type, actor, rest), nth })),
);

/** A moment, and how long after it. */
export const momentAfter = v.pipe(
  matcherWith({ nth: v.optional(whole(1, 1_000_000), 1), after: v.optional(duration, "0s") }),
  v.transform(({ type, actor, nth, after, ...rest }) => ({ match: eventMatcher(type, actor, rest), nth, after })),
);

function matcherWith<const Entries extends v.ObjectEntries>(entries: Entries) {
  return noList(
    v.objectWithRest({ type: eventType, actor: v.exactOptional(words(200)), ...entries }, flat, (issue) =>
      issue.path?.at(-1)?.key === "type"
        ? 'An event needs a "type".'
        : `${got(issue)} should be an event: { type: …, actor: …, … }.`,
    ),
  );
}

function eventMatcher(type: string, actor: string | undefined, rest: Readonly<Record<string, unknown>>): EventMatcher {
  const flatRest: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") flatRest[name] = value;
  }
  return { type, ...(actor === undefined ? {} : { actor }), ...flatRest };
}
