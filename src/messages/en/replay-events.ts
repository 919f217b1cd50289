import { code, many, span } from "../event-words.ts";

const about = (text: string) => (text === "" ? "" : ` ${code(text)}`);

/** What only a replayed recording tells: its script, and calls that recordings show one by one. */
export const replayEvents = {
  "script.step": (fact: { doing: string; about: string }) =>
    fact.doing === "advance" ? "the script lets time pass" : `the script did ${code(fact.doing)}${about(fact.about)}`,
  "script.read": (fact: { reading: string }) => `the getters were read: ${code(fact.reading)}`,
  "script.answered": (fact: { what: string; answer: string }) => `${code(fact.what)} returned ${code(fact.answer)}`,
  "http.request": (fact: { kind: "list" | "watch"; n: number; method: string; path: string }) =>
    `the server got ${fact.kind.toUpperCase()} request ${fact.n}: ${code(`${fact.method} ${fact.path}`)}`,
  "http.done": (fact: { kind: "list" | "watch"; n: number; how: string }) =>
    `the server ended ${fact.kind.toUpperCase()} request ${fact.n}: ${code(fact.how)}`,
  "queue.doneCalled": (fact: { key: string }) => `the worker called Done for ${code(fact.key)}`,
  "queue.getBlocked": (fact: { worker: number }) => `worker ${fact.worker} waits in Get: *no* key is ready`,
  "queue.getRefused": (fact: { worker: number }) => `worker ${fact.worker} got *no* key: the queue is shut down`,
  "queue.drainBlocked": (fact: { caller: string }) =>
    `ShutDownWithDrain of ${code(fact.caller)} waits for the keys that are being processed`,
  "queue.drainReturned": (fact: { caller: string }) => `ShutDownWithDrain of ${code(fact.caller)} returned`,
  "queue.panicked": (fact: { operation: string }) => `${code(fact.operation)} panicked`,
  "queue.measured": (fact: { total: number; longest: number }) =>
    `the metrics of unfinished work were set: ${span(fact.total)} in all, ${span(fact.longest)} the longest`,
  "limiter.tokens": (fact: { tokens: number }) => `the bucket holds ${code(fact.tokens)} tokens`,
  "reconcile.contextEnded": (fact: { key: string; reason: string }) =>
    `the context of the run of ${code(fact.key)} ended: ${code(fact.reason)}; nobody stops the reconciler`,
  "reconcile.logged": (fact: { key: string; what: string }) =>
    `the loop logged ${code(fact.what)} for ${code(fact.key)}`,
  "reconcile.decided": (fact: { key: string; row: string; label: string }) =>
    `the loop took row ${code(fact.row)} of the decision table for ${code(fact.key)}, counted as ${code(fact.label)}`,
  "lease.called": (fact: { verb: string; outcome: string }, place: { actor: string }) =>
    `${code(place.actor)} got ${code(fact.outcome)} for its ${code(fact.verb.toUpperCase())} of the lease`,
  "lease.stored": (fact: { by: string; version: number; holder: string }) =>
    `a write of ${code(fact.by)} was stored as version ${code(fact.version)}: ${fact.holder === "" ? "*nobody* holds the lease" : `${code(fact.holder)} holds the lease`}`,
  "leader.event": (fact: { message: string }, place: { actor: string }) =>
    `${code(place.actor)} recorded the event ${code(fact.message)}`,
  "leader.contextEnded": (_: object, place: { actor: string }) =>
    `the context that ${code(place.actor)} led with was cancelled`,
  "leader.observed": (fact: { leader: string }, place: { actor: string }) =>
    `${code(place.actor)} saw the leader ${code(fact.leader)} for the first time`,
  "leader.returned": (_: object, place: { actor: string }) => `the elector of ${code(place.actor)} returned`,
  "retry.attemptStarted": (fact: { attempt: number }) => `attempt ${fact.attempt} of the function began`,
  "retry.attemptEnded": (fact: { attempt: number; result: string }) =>
    `attempt ${fact.attempt} of the function ended with ${code(fact.result)}`,
  "retry.returned": (fact: { error: string; attempts: number }) =>
    `RetryOnConflict returned after ${many(fact.attempts, "attempt")} ${fact.error === "none" ? "without an error" : `with ${code(fact.error)}`}`,
};
