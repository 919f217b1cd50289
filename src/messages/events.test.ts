import { expect, test } from "vitest";
import { chinese } from "./chinese.ts";
import { english } from "./english.ts";

/** Fields that choose among words; any other field may hold anything. */
const words: Readonly<Record<string, string>> = {
  verb: "create",
  by: "handler",
  outcome: "ok",
  verdict: "denied",
  phase: "fetch",
  fault: "cutLink",
  reason: "Expired",
};

/** A fact that has every field. "7" counts as a text, a number, and a list of one. */
function anyFact(type: string, all: string): object {
  return new Proxy({}, { get: (_, field) => (field === "type" ? type : (words[String(field)] ?? all)) });
}

const place = { actor: "web/Pod/reflector", process: "web", kind: "Pod" };
type Tell = (fact: object, place: object) => string;

for (const [language, { events, clauses }] of Object.entries({ english, chinese })) {
  const tellers: Readonly<Record<string, Tell>> = events as unknown as Record<string, Tell>; // each takes its own fact

  test(`every type of event has a clause in ${language} that reads only fields that are there`, () => {
    expect(Object.keys(tellers).length).toBeGreaterThan(100);
    for (const [type, tell] of Object.entries(tellers)) {
      for (const all of ["7", ""]) {
        const clause = tell(anyFact(type, all), place);
        expect(clause, type).not.toMatch(/undefined|NaN|\[object|=>/);
        expect(clause.length, type).toBeGreaterThan(4);
        expect(clause, type).not.toMatch(/[.。]$/);
      }
    }
  });

  test(`a type that nobody knows yet is named in ${language}`, () => {
    expect(clauses.unknown("quota.exceeded")).toContain("`quota.exceeded`");
  });
}

test("what did not happen says so, with the stress on it", () => {
  const silent = [
    "queue.coalesced",
    "queue.addIgnored",
    "delta.ignored",
    "notification.missed",
    "api.unchanged",
    "machine.ignored",
  ];
  const told = (events: object) => Object.fromEntries(Object.entries(events)) as Record<string, Tell>;
  for (const type of silent) {
    expect(told(english.events)[type]?.(anyFact(type, "7"), place), type).toMatch(/\*(not|no|nothing)\*/);
    expect(told(chinese.events)[type]?.(anyFact(type, "7"), place), type).toMatch(/\*[^*]*(没有|不)[^*]*\*/);
  }
});

test("a clause becomes a sentence by its first letter, unless that is a name from the code", () => {
  expect(english.clauses.sentence("etcd committed it")).toBe("Etcd committed it");
  expect(english.clauses.sentence("`demo/web` waits")).toBe("`demo/web` waits");
  expect(chinese.clauses.because("`demo/web` 就绪")).toBe("因为 `demo/web` 就绪");
  expect(chinese.clauses.because("限流器忘掉它")).toBe("因为限流器忘掉它");
});
