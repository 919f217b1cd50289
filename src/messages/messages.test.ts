import { expect, test } from "vitest";

/** Every text and function of a catalogue by its path. */
function leavesOf(value: unknown, path = ""): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, one]) => [...leavesOf(one, path === "" ? name : `${path}.${name}`)]),
  );
}

// Also the texts that come later than the page, with the part that they belong to.
const inEnglish = leavesOf(import.meta.glob("./en/*.ts", { eager: true }), "");
const inChinese = leavesOf(
  Object.fromEntries(
    Object.entries(import.meta.glob("./zh/*.ts", { eager: true })).map(([path, area]) => [
      path.replace("./zh/", "./en/"),
      area,
    ]),
  ),
);

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
