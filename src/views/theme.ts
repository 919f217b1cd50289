import type { Theme } from "../store/app-state.ts";
import type { AppStore } from "../store/app-store.ts";

/** Keeps `data-theme` of the document at the chosen theme, or at the system's. */
export function followTheme(store: AppStore, root: HTMLElement, prefersLight: MediaQueryList): void {
  const show = (theme: Theme) => {
    root.dataset.theme = theme === "system" ? (prefersLight.matches ? "light" : "dark") : theme;
  };
  show(store.getState().view.theme);
  store.subscribe((state, before) => {
    if (state.view.theme !== before.view.theme) show(state.view.theme);
  });
  prefersLight.addEventListener("change", () => show(store.getState().view.theme));
}
