import fc from "fast-check";
import { expect, test } from "vitest";
import { everyLabel, labelSelectorOf, matchesLabels, parseLabelSelector } from "./label-selector.ts";
import type { StringMap } from "./object.ts";

function matches(text: string, labels: StringMap): boolean | "refused" {
  const selector = parseLabelSelector(text);
  return selector.type === "ok" ? matchesLabels(selector.value, labels) : "refused";
}

// C.5
test.each<[string, StringMap, boolean | "refused"]>([
  ["app", { app: "web" }, true],
  ["app", {}, false],
  ["!app", {}, true],
  ["!app", { app: "" }, false],
  ["app=web", { app: "web" }, true],
  ["app == web", { app: "web" }, true],
  ["app=web", { app: "db" }, false],
  ["app=", { app: "" }, true],
  ["app=", {}, false],
  ["app!=web", {}, true],
  ["app!=web", { app: "web" }, false],
  ["app in (web, db)", { app: "db" }, true],
  ["app in (web,db)", {}, false],
  ["app notin (web)", {}, true],
  ["app notin (web)", { app: "web" }, false],
  ["n>3", { n: "4" }, true],
  ["n>3", { n: "3" }, false],
  ["n<3", { n: "x" }, false],
  ["app=web,tier in (a,b),!old", { app: "web", tier: "b" }, true],
  ["app=web,!old", { app: "web", old: "1" }, false],
  ["", {}, true],
  ["app=web=db", {}, "refused"],
  ["n>x", {}, "refused"],
  ["app in (", {}, "refused"],
  ["-bad", {}, "refused"],
  ["app=.bad", {}, "refused"],
  ["example.com/app=web", { "example.com/app": "web" }, true],
])("label selector %j on %j gives %j", (text, labels, expected) => {
  expect(matches(text, labels)).toBe(expected);
});

test("in a spec an empty label selector matches everything and an absent one nothing", () => {
  expect(labelSelectorOf({})).toEqual({ type: "ok", value: everyLabel });
  expect(labelSelectorOf(undefined)).toEqual({ type: "ok", value: { type: "nothing" } });
  expect(matchesLabels({ type: "nothing" }, { app: "web" })).toBe(false);
});

test("matchLabels and matchExpressions must all hold", () => {
  const selector = labelSelectorOf({
    matchLabels: { app: "web" },
    matchExpressions: [
      { key: "tier", operator: "NotIn", values: ["db"] },
      { key: "app", operator: "Exists" },
      { key: "old", operator: "DoesNotExist" },
    ],
  });
  if (selector.type !== "ok") throw new Error("refused");
  expect(matchesLabels(selector.value, { app: "web" })).toBe(true);
  expect(matchesLabels(selector.value, { app: "web", tier: "db" })).toBe(false);
  expect(matchesLabels(selector.value, { app: "web", old: "" })).toBe(false);
});

test("a spec with an operator that does not exist is refused", () => {
  expect(labelSelectorOf({ matchExpressions: [{ key: "a", operator: "Like" }] }).type).toBe("problems");
});

test("k=v and k!=v split every set of labels in two", () => {
  const word = fc.constantFrom("", "a", "b");
  const labels = fc.dictionary(fc.constantFrom("x", "y"), word);
  fc.assert(
    fc.property(labels, word, (given, value) => {
      expect(matches(`x=${value}`, given)).toBe(!matches(`x!=${value}`, given));
    }),
  );
});
