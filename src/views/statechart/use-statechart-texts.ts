import { statechart as en } from "../../messages/en/statechart.ts";
import { statechart as zh } from "../../messages/zh/statechart.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useStatechartTexts(): typeof en {
  return useTexts(texts);
}
