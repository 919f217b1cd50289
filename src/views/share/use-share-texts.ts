import { share as en } from "../../messages/en/share.ts";
import { share as zh } from "../../messages/zh/share.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useShareTexts(): typeof en {
  return useTexts(texts);
}
