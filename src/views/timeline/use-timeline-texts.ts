import { timeline as en } from "../../messages/en/timeline.ts";
import { timeline as zh } from "../../messages/zh/timeline.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useTimelineTexts(): typeof en {
  return useTexts(texts);
}
