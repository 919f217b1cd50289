import { modelled as en } from "../../messages/en/modelled.ts";
import { modelled as zh } from "../../messages/zh/modelled.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useModelledTexts(): typeof en {
  return useTexts(texts);
}
