import { catalog as en } from "../../messages/en/catalog.ts";
import { catalog as zh } from "../../messages/zh/catalog.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The texts of this folder; they come with it, not with the page. */
export function useCatalogTexts(): typeof en {
  return useTexts(texts);
}
