import { expect, test } from "vitest";
import { chinese } from "./chinese.ts";
import { english } from "./english.ts";

/** Every text and function of a catalogue by its path. */
function leavesOf(value: unknown, path = ""): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, one]) => [...leavesOf(one, path === "" ? name : `${path}.${name}`)]),
  );
}

const inEnglish = leavesOf(english);
const inChinese = leavesOf(chinese);

test("both languages say the same things", () => {
  expect([...inChinese.keys()].sort()).toEqual([...inEnglish.keys()].sort());
  expect(inEnglish.size).toBeGreaterThan(100);
});

test("no text is empty", () => {
  const empty = [...inEnglish, ...inChinese].filter(([, text]) => typeof text === "string" && text.trim() === "");
  expect(empty.map(([path]) => path)).toEqual([]);
});

test("a text with parameters is one in both languages, with at most as many", () => {
  for (const [path, text] of inEnglish) {
    const other = inChinese.get(path);
    expect(typeof other, path).toBe(typeof text);
    if (typeof text === "function" && typeof other === "function") {
      expect(other.length, path).toBeLessThanOrEqual(text.length);
    }
  }
});
