import type { palette } from "../../messages/en/palette.ts";
import type { Messages } from "../../messages/english.ts";
import type { AppState } from "../../store/app-state.ts";
import type { AppStore } from "../../store/app-store.ts";
import type { EventRow, Frame } from "../../store/run-types.ts";
import type { IconName } from "../widgets/icon.tsx";

/** One thing that the palette can do. */
export type PaletteItem = {
  readonly id: string;
  readonly icon: IconName;
  readonly tone?: string;
  readonly name: string;
  /** Of what, or where. */
  readonly detail: string;
  /** At the right: a time, a key, what it is now. */
  readonly end: string;
  /** Words by which it is found, in every language. */
  readonly words: readonly string[];
  readonly run: () => void;
  /** Shows what it leads to beside what is on the screen; with the Alt key. */
  readonly compare?: () => void;
};

export type PaletteGroup = { readonly name: string; readonly note: string; readonly items: readonly PaletteItem[] };

/** What items are made from. */
export type PaletteContext = {
  readonly store: AppStore;
  readonly text: typeof palette;
  readonly shell: Messages["shell"];
  /** An event as a sentence. */
  readonly tell: (row: EventRow) => string;
  readonly run: AppState["run"];
  readonly frame: Frame | undefined;
  readonly library: AppState["library"];
  readonly view: AppState["view"];
};
