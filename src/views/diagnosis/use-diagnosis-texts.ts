import { diagnosis as en } from "../../messages/en/diagnosis.ts";
import { diagnosis as zh } from "../../messages/zh/diagnosis.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The console's texts in the language on the screen; they come with it. */
export function useDiagnosisTexts(): typeof en {
  return useTexts(texts);
}
