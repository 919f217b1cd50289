import { useApp } from "../app-context.tsx";

/** The texts of a part that is fetched later than the page: it brings both languages with it. */
export function useTexts<T>({ en, zh }: { readonly en: T; readonly zh: T }): T {
  return useApp((state) => state.view.language) === "zh" ? zh : en;
}
