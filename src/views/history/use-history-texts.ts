import { history as en } from "../../messages/en/history.ts";
import { history as zh } from "../../messages/zh/history.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useHistoryTexts(): typeof en {
  return useTexts(texts);
}
