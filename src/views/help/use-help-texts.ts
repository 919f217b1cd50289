import { help as en } from "../../messages/en/help.ts";
import { help as zh } from "../../messages/zh/help.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useHelpTexts(): typeof en {
  return useTexts(texts);
}
