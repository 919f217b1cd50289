import { expect, test } from "vitest";
import { rememberedView } from "./remembered-view.ts";

function storageWith(text: string | undefined): Storage {
  const kept = new Map(text === undefined ? [] : [["loopscope.view", text]]);
  return {
    length: kept.size,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: () => null,
    removeItem: (key) => kept.delete(key),
    setItem: (key, value) => kept.set(key, value),
  };
}

test.each([
  [["zh-CN", "en"], "zh"],
  [["zh"], "zh"],
  [["de", "zh"], "en"],
  [[], "en"],
] as const)("a first visit with the browser's languages %j opens in %s", (languages, language) => {
  expect(rememberedView(storageWith(undefined), languages)).toEqual({ language });
});

test("what was chosen before comes back, also the language", () => {
  const kept = { language: "en", theme: "light", grain: "event", speed: 2, axis: "real" };
  expect(rememberedView(storageWith(JSON.stringify(kept)), ["zh"])).toEqual(kept);
});

test("whatever else stands in the browser's storage is left out", () => {
  const wrong = { theme: "pink", speed: -1, grain: 7, predictions: { a: { option: "x" } }, progress: [], extra: true };
  for (const text of ["{", "7", "null", "[]", JSON.stringify(wrong)]) {
    expect(rememberedView(storageWith(text), ["en"])).toEqual({ language: "en" });
  }
});

test("predictions and progress come back whole", () => {
  const kept = {
    predictions: { "three-pods/1": { option: 2, seen: true, right: true } },
    progress: { "three-pods": { chapter: 3, chapters: 8, broken: false } },
  };
  expect(rememberedView(storageWith(JSON.stringify(kept)), [])).toEqual({ language: "en", ...kept });
});
