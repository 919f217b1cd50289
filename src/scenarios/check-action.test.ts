// Goal: a script and a story do only what can be done. Method: one small file whose script and story tell a system something.
import { expect, test } from "vitest";
import { decodeScenario } from "./decode.ts";

const file = (kind: string, script: string, story: string) => `loopscope: 1
id: told
title: Told
systems: [{ name: edge, kind: ${kind} }]
then: [{ at: 1s, do: { tell: { system: edge, event: ${script}, about: "1" } } }]
chapters:
  - title: A chapter
    say: It begins.
    on: { type: system.moved }
    focus: edge
    tries:
      - { label: Tell it, consequence: It hears., do: { tell: { system: edge, event: ${story}, about: "1" } } }
`;

test("a system hears what its kind can be told", () => {
  expect(decodeScenario(file("Fleet", "nodeLost", "nodeBack"))).toMatchObject({ type: "ok" });
});

test.each([
  ["Fleet", "nodeLots", 'A Fleet can\'t be told "nodeLots"; did you mean "nodeLost"?'],
  ["Signer", "constructor", 'A Signer can\'t be told "constructor"; there is outage, slow, recover.'],
  ["StepStore", "outage", 'A StepStore can\'t be told "outage"; it can only crash.'],
])("a %s can't be told %s, in the script or by a button of the story", (kind, event, message) => {
  expect(decodeScenario(file(kind, event, event))).toEqual({
    type: "problems",
    problems: [
      { path: "then[0].do.tell.event", line: 5, message },
      { path: "chapters[0].tries[0].do.tell.event", line: 12, message },
    ],
  });
});
