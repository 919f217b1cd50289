import {
  answerName,
  changedRegions,
  code,
  type EventPlace,
  many,
  moment,
  objectAt,
  requestName,
  span,
} from "../event-words.ts";
import { controllerEvents } from "./controller-events.ts";
import { informerEvents } from "./informer-events.ts";
import { replayEvents } from "./replay-events.ts";
import { systemEvents } from "./system-events.ts";

const done = { create: "created", update: "updated", delete: "deleted" } as const;
const asked = {
  create: "create",
  apply: "apply",
  update: "replace",
  patch: "change",
  delete: "delete",
  deletecollection: "delete every",
} as const;
const detailed = (text: string) => (text === "" ? "" : `: ${text}`);

const other = (target: string, fault: string) => `a fault began: ${code(fault)} on ${target}`;

/** What a fault does when it begins, by the action's type. */
const begun: Readonly<Record<string, (target: string, fault: string) => string>> = {
  endWatch: (target) => `the watch ${target} was ended by a fault`,
  silenceWatch: (target) => `the watch ${target} fell silent by a fault`,
  holdEvents: (target) => `the events of ${target} were held back by a fault`,
  loseEvent: (target) => `a fault will swallow events of ${target}`,
  answer: (target) => `a fault will answer ${target}`,
  cutLink: (target) => `the link ${target} was cut`,
  mendLink: (target) => `the link ${target} was mended`,
  slowLink: (target) => `the link ${target} was slowed down`,
  compact: () => "etcd was compacted by hand",
  restartServer: (target) => `API server ${target} was restarted by a fault`,
  freezeCache: (target) => `the watch cache of ${target} was frozen`,
  slowEtcd: () => "etcd was slowed down",
  crash: (target) => `process ${target} was made to crash`,
  pause: (target) => `process ${target} was paused`,
  stop: (target) => `process ${target} was told to stop`,
  slowHandler: (target) => `the handler ${target} was slowed down`,
  revoke: (target) => `a permission was taken from ${target}`,
  grant: (target) => `a permission was given to ${target}`,
  revokeToken: (target) => `the token of ${target} was revoked`,
  renewToken: (target) => `${target} got a new token`,
};

/** What a person or a script does, and what faults do. */
const people = {
  "user.edit": (fact: { verb: keyof typeof asked; kind: string; key: string; change: string }, place: EventPlace) =>
    `${place.actor === "user" ? "you" : code(place.actor)} asked to ${asked[fact.verb]} ${fact.kind} ${code(fact.key)}${detailed(fact.change)}`,
  "user.tell": (fact: { system: string; event: string; about: string }) =>
    `${code(fact.system)} was told ${code(fact.event)}${detailed(fact.about)}`,
  "user.choice": (fact: { to: string; message: string }) =>
    `you chose what comes next: ${code(fact.message)} for ${code(fact.to)}`,
  "fault.start": (fact: { fault: string; target: string; detail: string }) =>
    `${(begun[fact.fault] ?? other)(code(fact.target), fact.fault)}${detailed(fact.detail)}`,
  "fault.end": (fact: { fault: string; target: string }) =>
    `the fault ${code(fact.fault)} on ${code(fact.target)} ended`,
  "fault.hit": (fact: { fault: string; target: string; detail: string }) =>
    `a fault (${code(fact.fault)}) hit ${code(fact.target)}${detailed(fact.detail)}`,
  "fault.missed": (fact: { fault: string; target: string; reason: string }) =>
    `the fault ${code(fact.fault)} did *nothing*: ${fact.reason}`,
};

const judged = {
  unchanged: "changed *nothing*",
  changed: "changed it",
  denied: "denied it",
  failed: "gave *no* answer",
} as const;

type Asking = { client: string; verb: string; kind: string; key: string };

/** etcd, API servers, streams, network. */
const cluster = {
  "etcd.commit": (fact: {
    revision: number;
    verb: "create" | "update" | "delete";
    kind: string;
    key: string;
    change: string;
  }) =>
    `etcd ${done[fact.verb]} ${fact.kind} ${code(fact.key)} as revision ${code(fact.revision)}${detailed(fact.verb === "update" ? fact.change : "")}`,
  "etcd.compact": (fact: { revision: number; compacted: number }) =>
    fact.compacted === 0
      ? `the compactor remembered revision ${code(fact.revision)} for its next round and removed *nothing*`
      : `history up to revision ${code(fact.compacted)} was compacted away`,
  "api.request": (fact: { client: string; verb: string; kind: string; key: string; subresource?: string }) =>
    `${requestName(fact.verb, fact.kind, fact.key, fact.subresource)} of ${code(fact.client)} arrived at the API server`,
  "api.response": (fact: {
    client: string;
    verb: string;
    kind: string;
    key: string;
    subresource?: string;
    code: number;
    reason: string;
    rv: string;
    items: number;
    fault: boolean;
  }) => {
    const name = requestName(fact.verb, fact.kind, fact.key, fact.subresource);
    if (fact.code >= 400)
      return `${name} of ${code(fact.client)} was refused with ${answerName(fact.code, fact.reason)}${fact.fault ? " by a fault" : ""}`;
    if (fact.items >= 0)
      return `${name} of ${code(fact.client)} was answered: ${many(fact.items, fact.kind)} at revision ${code(fact.rv)}`;
    return `${name} of ${code(fact.client)} was answered with ${code(fact.code)}${fact.rv === "" ? "" : ` at revision ${code(fact.rv)}`}`;
  },
  "api.admission": (fact: {
    kind: string;
    key: string;
    hook: string;
    verdict: "unchanged" | "changed" | "denied" | "failed";
    round: number;
  }) =>
    `webhook ${code(fact.hook)} ${fact.round > 1 ? "was called again for" : "was called for"} ${fact.kind} ${code(fact.key)} and ${judged[fact.verdict]}`,
  "api.applied": (fact: {
    kind: string;
    key: string;
    manager: string;
    owns: number;
    took: string;
    dropped: string;
  }) => {
    const took = fact.took === "" ? "" : `; it took over ${code(fact.took)}`;
    const dropped = fact.dropped === "" ? "" : `; ${code(fact.dropped)} went, because nobody applies it any more`;
    return `${code(fact.manager)} applied ${fact.kind} ${code(fact.key)} and owns ${many(fact.owns, "field")} of it${took}${dropped}`;
  },
  "api.unchanged": (fact: { kind: string; key: string; rv: string }) =>
    `the write of ${fact.kind} ${code(fact.key)} changed nothing, so *no* revision was made: it stays at ${code(fact.rv)}`,
  "api.waiting": (fact: { kind: string; revision: number; until: number }) =>
    `a read of ${fact.kind} waits until the watch cache has reached revision ${code(fact.revision)}, at most until ${moment(fact.until)}`,
  "api.queued": (fact: Asking & { level: string; ahead: number; seats: number }) =>
    `${requestName(fact.verb, fact.kind, fact.key)} of ${code(fact.client)} waits for one of ${many(fact.seats, "seat")} of ${code(fact.level)}${fact.ahead === 0 ? "" : `, behind ${fact.ahead} ${fact.ahead === 1 ? "other" : "others"}`}`,
  "api.seated": (fact: Asking & { level: string; waited: number }) =>
    `${requestName(fact.verb, fact.kind, fact.key)} of ${code(fact.client)} got a seat of ${code(fact.level)} after ${span(fact.waited)}`,
  "api.rejected": (fact: Asking & { level: string; reason: string }) =>
    `${requestName(fact.verb, fact.kind, fact.key)} of ${code(fact.client)} got *no* seat of ${code(fact.level)}: ${code(fact.reason)}`,
  "api.emptied": (fact: { kind: string; name: string; found: number; left: number }) =>
    `the API server deleted ${many(fact.found, "object")} of the kind ${code(fact.kind)}, whose definition goes${fact.left === 0 ? "" : `; ${fact.left} ${fact.left === 1 ? "waits" : "wait"} for finalizers`}`,
  "api.unserved": (fact: { kind: string; watches: number }) =>
    `the API server no longer serves ${code(fact.kind)}: its paths are 404, and ${many(fact.watches, "open stream")} will end in a second`,
  "server.down": (fact: { server: string; streams: number }) =>
    `API server ${code(fact.server)} went down with ${many(fact.streams, "open stream")}`,
  "server.up": (fact: { server: string }) => `API server ${code(fact.server)} came up with an empty watch cache`,
  "cache.apply": (fact: {
    kind: string;
    revision: number;
    verb: string;
    key: string;
    watchers: number;
    oldest: number;
  }) => `the watch cache took ${objectAt(fact.key, fact.revision)} for ${many(fact.watchers, "watcher")}`,
  "cache.resize": (fact: { kind: string; from: number; to: number }) =>
    `the ${fact.kind} watch cache ${fact.to > fact.from ? "grew" : "shrank"} from ${fact.from} to ${many(fact.to, "event")}`,
  "cache.list": (fact: { kind: string; revision: number; objects: number }) =>
    `the ${fact.kind} watch cache was filled from etcd: ${many(fact.objects, "object")} at ${code(fact.revision)}, and no history`,
  "stream.open": (fact: { client: string; kind: string; from: string; initial: number; deadline: number }) =>
    `the server opened a ${fact.kind} watch for ${code(fact.client)} from ${code(fact.from === "" ? '""' : fact.from)} until ${moment(fact.deadline)}${fact.initial > 0 ? ` and sends ${many(fact.initial, "object")} first` : ""}`,
  "stream.send": (fact: { client: string; event: string; key: string; rv: number }) =>
    `the server sent ${code(fact.event)} ${objectAt(fact.key, fact.rv)} to ${code(fact.client)}`,
  "stream.bookmark": (fact: { client: string; kind: string; rv: number; initialEventsEnd: boolean }) =>
    fact.initialEventsEnd
      ? `the server told ${code(fact.client)} that all first objects were sent, as of ${code(fact.rv)}`
      : `the server sent ${code(fact.client)} a ${fact.kind} bookmark at ${code(fact.rv)}: a version, *no* object`,
  "stream.error": (fact: { client: string; kind: string; code: number; reason: string; message: string }) =>
    `the ${fact.kind} watch of ${code(fact.client)} got an ERROR event: ${answerName(fact.code, fact.reason)}${detailed(fact.message)}`,
  "stream.close": (fact: { client: string; kind: string; reason: string; rv: number }) =>
    `the ${fact.kind} watch of ${code(fact.client)} closed after ${code(fact.rv)} (${fact.reason})`,
  "stream.held": (fact: { client: string; key: string; rv: number }) =>
    `${objectAt(fact.key, fact.rv)} did *not* leave the server: a fault holds the stream of ${code(fact.client)}`,
  "stream.lost": (fact: { client: string; key: string; rv: number }) =>
    `${objectAt(fact.key, fact.rv)} was sent to ${code(fact.client)} and will *never* arrive: a fault swallowed it`,
  "link.lost": (fact: { process: string; server: string; what: string }) =>
    `${fact.what} was lost between ${code(fact.server)} and ${code(fact.process)}: the link is cut`,
  "link.refused": (fact: { process: string; server: string; what: string }) =>
    `${fact.what} did *not* leave ${code(fact.process)}: the connection to ${code(fact.server)} was refused`,
};

/** Charts and timers. */
const kernel = {
  "machine.transition": (
    fact: { machine: string; event: string; from: string; to: string; guard: string },
    place: EventPlace,
  ) => {
    const { from, to } = changedRegions(fact.from, fact.to);
    return from === ""
      ? `the chart of ${code(place.actor)} started in ${code(to)}`
      : `${code(place.actor)} went from ${code(from)} to ${code(to)} on ${code(fact.event)}${fact.guard === "" ? "" : ` since ${code(fact.guard)}`}`;
  },
  "machine.ignored": (fact: { event: string; state: string }, place: EventPlace) =>
    `${code(place.actor)} ignored ${code(fact.event)}: in ${code(fact.state)} it means *nothing*`,
  "timer.set": (fact: { timer: string; after: number; due: number }, place: EventPlace) =>
    `${code(place.actor)} set a timer of ${span(fact.after)}, due at ${moment(fact.due)}`,
  "timer.cancelled": (_: object, place: EventPlace) =>
    `a timer of ${code(place.actor)} was cancelled and will *not* fire`,
};

/**
 * One clause for each type of event: past tense, small first letter, no full stop, so that it can stand alone as a
 * headline or after "because". `code` in backticks, *what did not happen* in asterisks.
 */
export const events = {
  ...people,
  ...cluster,
  ...informerEvents,
  ...replayEvents,
  ...controllerEvents,
  ...systemEvents,
  ...kernel,
};

/** How clauses are joined. */
export const clauses = {
  unknown: (type: string) => `${code(type)} happened`,
  sentence: (clause: string) =>
    clause.replace(/^(`?)(\p{Ll})/u, (whole, tick: string, letter: string) =>
      tick === "" ? letter.toUpperCase() : whole,
    ),
  because: (cause: string) => `because ${cause}`,
  becauseRoot: (cause: string, root: string) => `because ${cause}; it began when ${root}`,
  first: "it begins here: nothing in the cluster led to it",
  full: (clause: string) => `${clause}.`,
};
