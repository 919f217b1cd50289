import { compare as en } from "../../messages/en/compare.ts";
import { compare as zh } from "../../messages/zh/compare.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useCompareTexts(): typeof en {
  return useTexts(texts);
}
