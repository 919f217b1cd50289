import { systems as en } from "../../messages/en/systems.ts";
import { systems as zh } from "../../messages/zh/systems.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of the view of systems in the language on the screen; they come with the view. */
export function useSystemsTexts(): typeof en {
  return useTexts(texts);
}
