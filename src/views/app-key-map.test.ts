import { expect, test } from "vitest";
import { english } from "../messages/english.ts";
import { type KeyPress, type KeyTarget, keepsKey, keyCommandOf, keyMap } from "./app-key-map.ts";

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held };
}

function focus(part: Partial<KeyTarget>): KeyTarget {
  return { tag: "DIV", type: "", role: "", editable: false, ...part };
}

test.each([
  [press(" "), "play"],
  [press("ArrowRight"), "stepForward"],
  [press("ArrowLeft", { shiftKey: true }), "largerBack"],
  [press("PageDown"), "nextChapter"],
  [press("."), "nextChapter"],
  [press("k", { metaKey: true }), "palette"],
  [press("k", { ctrlKey: true }), "palette"],
  [press("?", { shiftKey: true }), "help"],
  [press("3"), "choose"],
])("%j is ours", (key, command) => {
  expect(keyCommandOf(key)).toBe(command);
});

test.each([press("k"), press("f", { ctrlKey: true }), press("ArrowLeft", { altKey: true }), press("q")])(
  "%j is left to the browser",
  (key) => {
    expect(keyCommandOf(key)).toBeUndefined();
  },
);

test("no two bindings want the same key", () => {
  const wanted = keyMap.flatMap(({ keys, shift, mod }) =>
    keys.map((key) => `${key} ${shift ?? "any"} ${mod ?? false}`),
  );
  expect(new Set(wanted).size).toBe(wanted.length);
});

test("each command has its words, and no words are left over", () => {
  expect(keyMap.map(({ command }) => command).sort()).toEqual(Object.keys(english.shell.keys).sort());
});

test("a field for text keeps every key but the commands with Ctrl or ⌘", () => {
  const field = focus({ tag: "INPUT", type: "search" });
  expect(keepsKey(field, press("f"))).toBe(true);
  expect(keepsKey(field, press("k", { ctrlKey: true }))).toBe(false);
});

test("a button keeps the space bar and a slider its arrows, and nothing else", () => {
  expect(keepsKey(focus({ tag: "BUTTON" }), press(" "))).toBe(true);
  expect(keepsKey(focus({ tag: "BUTTON" }), press("ArrowRight"))).toBe(false);
  expect(keepsKey(focus({ tag: "INPUT", type: "range" }), press("ArrowRight"))).toBe(true);
  expect(keepsKey(focus({ tag: "INPUT", type: "range" }), press("f"))).toBe(false);
});
