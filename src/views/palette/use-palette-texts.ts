import { palette as en } from "../../messages/en/palette.ts";
import { palette as zh } from "../../messages/zh/palette.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function usePaletteTexts(): typeof en {
  return useTexts(texts);
}
