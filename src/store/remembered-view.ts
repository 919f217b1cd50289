import type { AppState, Language, ViewSlice } from "./app-state.ts";
import type { AppStore } from "./app-store.ts";

/** Where the browser keeps what one person likes; nothing of it changes a run. */
const key = "loopscope.view";
const names = ["language", "theme", "grain", "speed", "axis", "predictions", "progress"] as const;

type Remembered = Pick<ViewSlice, (typeof names)[number]>;

/** What was remembered from the last visit; at the first one, the language that the browser asks for. */
export function rememberedView(storage: Storage, languages: readonly string[]): Partial<ViewSlice> {
  const language: Language = /^zh\b/i.test(languages[0] ?? "") ? "zh" : "en";
  return { language, ...read(storage) };
}

/** Keeps it whenever it changes. */
export function rememberView(store: AppStore, storage: Storage): void {
  store.subscribe((state, before) => {
    if (names.every((name) => state.view[name] === before.view[name])) return;
    try {
      storage.setItem(key, JSON.stringify(rememberedPart(state.view)));
    } catch {
      // A full or forbidden storage only means that nothing is remembered.
    }
  });
}

function rememberedPart(view: ViewSlice): Remembered {
  const { language, theme, grain, speed, axis, predictions, progress } = view;
  return { language, theme, grain, speed, axis, predictions, progress };
}

/** The parts that are there and look right; anything may stand in a browser's storage. */
function read(storage: Storage): Partial<Remembered> {
  let kept: unknown;
  try {
    kept = JSON.parse(storage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
  if (!isRecord(kept)) return {};
  const { speed, predictions, progress } = kept;
  return {
    ...oneOf("language", kept.language, ["en", "zh"]),
    ...oneOf("theme", kept.theme, ["dark", "light", "system"]),
    ...oneOf("grain", kept.grain, ["step", "event", "reconcile", "idle"]),
    ...oneOf("axis", kept.axis, ["elastic", "order", "real"]),
    ...(typeof speed === "number" && speed > 0 && { speed }),
    ...(isRecordOf(predictions, isPrediction) && { predictions }),
    ...(isRecordOf(progress, isProgress) && { progress }),
  };
}

function oneOf<K extends string, const T extends string>(
  name: K,
  value: unknown,
  allowed: readonly T[],
): { [key in K]?: T } {
  const found = allowed.find((one) => one === value);
  // A computed key widens to an index; the record is the one-entry object that the return type says.
  return found === undefined ? {} : ({ [name]: found } as { [key in K]?: T });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isRecordOf<T>(value: unknown, is: (one: unknown) => one is T): value is Readonly<Record<string, T>> {
  return isRecord(value) && Object.values(value).every(is);
}

function isPrediction(value: unknown): value is AppState["view"]["predictions"][string] {
  return (
    isRecord(value) &&
    typeof value.option === "number" &&
    typeof value.seen === "boolean" &&
    typeof value.right === "boolean"
  );
}

function isProgress(value: unknown): value is AppState["view"]["progress"][string] {
  return (
    isRecord(value) &&
    typeof value.chapter === "number" &&
    typeof value.chapters === "number" &&
    typeof value.broken === "boolean"
  );
}
