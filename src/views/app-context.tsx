import { createContext, type ReactNode, useContext } from "react";
import { useStore } from "zustand";
import type { AppActions } from "../store/app-actions.ts";
import type { AppState } from "../store/app-state.ts";
import type { AppStore } from "../store/app-store.ts";

const AppContext = createContext<AppStore | undefined>(undefined);

/** Gives the store to every component below. */
export function AppProvider({ store, children }: { readonly store: AppStore; readonly children: ReactNode }) {
  return <AppContext value={store}>{children}</AppContext>;
}

/** The store itself, for what happens outside of drawing: event handlers, canvases, animation. */
export function useAppStore(): AppStore {
  const store = useContext(AppContext);
  if (store === undefined) throw new Error("useAppStore needs an <AppProvider> above it");
  return store;
}

/** A part of the state. The selector must return the same value for the same state: no new object or list each time. */
export function useApp<T>(selector: (state: AppState) => T): T {
  return useStore(useAppStore(), selector);
}

/** What the page can do; the same object for the life of the page. */
export function useActions(): AppActions {
  return useAppStore().actions;
}
