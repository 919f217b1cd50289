import { inspector as en } from "../../messages/en/inspector.ts";
import { inspector as zh } from "../../messages/zh/inspector.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The inspector's texts in the language on the screen; they come with the inspector. */
export function useInspectorTexts(): typeof en {
  return useTexts(texts);
}
