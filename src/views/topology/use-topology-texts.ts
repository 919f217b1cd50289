import { topology as en } from "../../messages/en/topology.ts";
import { topology as zh } from "../../messages/zh/topology.ts";
import { useTexts } from "../widgets/use-texts.ts";

const texts = { en, zh };

/** The topology's texts in the language on the screen; they come with it. */
export function useTopologyTexts(): typeof en {
  return useTexts(texts);
}
