import { objects as en } from "../../messages/en/objects.ts";
import { objects as zh } from "../../messages/zh/objects.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useObjectTexts(): typeof en {
  return useTexts(texts);
}
