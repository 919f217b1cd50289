import { reconciles as en } from "../../messages/en/reconciles.ts";
import { reconciles as zh } from "../../messages/zh/reconciles.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useReconcileTexts(): typeof en {
  return useTexts(texts);
}
