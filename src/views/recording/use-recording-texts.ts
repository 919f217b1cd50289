import { recording as en } from "../../messages/en/recording.ts";
import { recording as zh } from "../../messages/zh/recording.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useRecordingTexts(): typeof en {
  return useTexts(texts);
}
