import { expect, test } from "vitest";
import { becauseOf, type CausedEvent, foldedChain, headlineOf, notInPast, tellingChain } from "./why.ts";

function event(seq: number, type: string, cause: number | undefined, step = seq): CausedEvent {
  return { seq, step, at: seq * 1_000, actor: "web/Pod/reflector", cause, fact: { type } };
}

const story: readonly CausedEvent[] = [
  event(0, "user.edit", undefined),
  event(1, "api.request", 0),
  event(2, "etcd.commit", 1),
  event(3, "watch.event", 2),
  event(4, "machine.transition", 3, 3),
  event(5, "store.write", 4),
  event(6, "queue.add", 5),
];

const rowsOf = (events: readonly CausedEvent[]) => new Map(events.map((each) => [each.seq, each]));

test("charts, timers and arrivals have no number of their own, the explained event always has", () => {
  expect(tellingChain(story).map(({ seq }) => seq)).toEqual([0, 2, 3, 5, 6]);
  expect(tellingChain(story.slice(0, 5)).map(({ seq }) => seq)).toEqual([0, 2, 3, 4]);
});

test("the headline is the first telling event of the step, or the event itself when events are stepped through", () => {
  const rows = rowsOf([
    event(7, "timer.set", undefined, 9),
    event(8, "list.response", 7, 9),
    event(9, "fifo.enqueue", 8, 9),
  ]);
  expect(headlineOf(rows, { seq: 9 }, false)?.seq).toBe(8);
  expect(headlineOf(rows, { seq: 9 }, true)?.seq).toBe(9);
  expect(headlineOf(rows, { seq: 7 }, false)?.seq).toBe(7);
  expect(headlineOf(rows, { seq: 4 }, false)).toBeUndefined();
});

test("what went wrong in a step is told before what it followed from", () => {
  const rows = rowsOf([
    event(7, "stream.open", undefined, 9),
    event(8, "stream.error", 7, 9),
    event(9, "stream.close", 8, 9),
  ]);
  expect(headlineOf(rows, { seq: 9 }, false)?.seq).toBe(8);
  const added = rowsOf([
    event(7, "handler.call", undefined, 9),
    event(8, "queue.add", 7, 9),
    event(9, "queue.coalesced", 8, 9),
  ]);
  expect(headlineOf(added, { seq: 9 }, false)?.seq).toBe(9);
});

test("of a system's step the headline is what it did with what arrived", () => {
  const rows = rowsOf([event(7, "system.arrived", undefined, 9), event(8, "system.lost", 7, 9)]);
  expect(headlineOf(rows, { seq: 8 }, false)?.seq).toBe(8);
  expect(headlineOf(rows, { seq: 7 }, false)?.seq).toBe(7);
});

test("because names the nearest telling cause, and a person's deed when that lies further back", () => {
  expect(becauseOf(story)).toEqual({ cause: story[5], root: story[0] });
  expect(becauseOf(story.slice(0, 3))).toEqual({ cause: story[0], root: undefined });
  expect(becauseOf(story.slice(0, 1))).toEqual({ cause: undefined, root: undefined });
});

test("a long chain is folded in its middle, and the numbers stay those of the whole", () => {
  const links = foldedChain(story, 3);
  expect(links.map((link) => (link.type === "more" ? `+${link.count}` : link.number))).toEqual([1, "+2", 4, 5]);
  expect(foldedChain(story, 5)).toHaveLength(5);
});

test("what is not in the past is news near by, from after the beginning, that the chain does not hold", () => {
  const elsewhere = { ...event(9, "etcd.commit", undefined), actor: "etcd" };
  const aside = [
    event(7, "list.response", undefined),
    event(8, "machine.transition", 7),
    elsewhere,
    event(10, "store.write", 7),
  ];
  const rows = rowsOf([...story, ...aside]);
  expect(notInPast(rows, story, { seq: 10 }, 5).map(({ seq }) => seq)).toEqual([7, 10]);
  expect(notInPast(rows, story, { seq: 10 }, 1).map(({ seq }) => seq)).toEqual([10]);
  expect(notInPast(rows, story, { seq: 6 }, 5)).toEqual([]);
});

test("a commit of an object that the chain is about is near, wherever it was recorded", () => {
  const about = (each: CausedEvent): CausedEvent => ({
    ...each,
    actor: "etcd",
    fact: { ...each.fact, key: "demo/web" },
  });
  const chain = [about(event(0, "etcd.commit", undefined)), event(1, "watch.event", 0)];
  const rows = rowsOf([...chain, about(event(2, "etcd.commit", undefined))]);
  expect(notInPast(rows, chain, { seq: 2 }, 5).map(({ seq }) => seq)).toEqual([2]);
});
