// Goal: the sentence on a change says what is another, even where the words for both events are the same. Method: two events by hand.
import { expect, test } from "vitest";
import { type ChangeTexts, changeSentence } from "./run-change.ts";

const texts: ChangeTexts = {
  changeText: (now, before) => `now ${now}, before ${before}`,
  changeField: (clause, field, now, before) => `${clause}, but ${field} is ${now}, was ${before}`,
  runEnded: "over",
};
const was = {
  seq: 7,
  at: 1_000_000,
  actor: "web/queue",
  cause: 6,
  fact: { type: "queue.get", key: "demo/a", worker: 1 },
};
const tell = () => "worker took demo/a";

test("events with other words are told beside each other, and a run that is over says so", () => {
  const told = changeSentence(texts, ({ fact }) => String(fact.worker), {
    was,
    is: { ...was, fact: { ...was.fact, worker: 2 } },
  });
  expect(told).toBe("now 2, before 1");
  expect(changeSentence(texts, tell, { was, is: undefined })).toBe("now over, before worker took demo/a");
});

test("events with the same words name the field that differs, or the time", () => {
  const isOther = { ...was, seq: 9, fact: { ...was.fact, worker: 2 } };
  expect(changeSentence(texts, tell, { was, is: isOther })).toBe("worker took demo/a, but worker is 2, was 1");
  expect(changeSentence(texts, tell, { was, is: { ...was, at: 2_000_000 } })).toBe(
    "worker took demo/a, but at is 2000000, was 1000000",
  );
});
