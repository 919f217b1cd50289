import { faults as en } from "../../messages/en/faults.ts";
import { faults as zh } from "../../messages/zh/faults.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The menu's texts in the language on the screen; they come with the menu. */
export function useFaultTexts(): typeof en {
  return useTexts(texts);
}
