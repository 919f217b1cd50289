import type { PageSize } from "../../projections/pipeline-layout.ts";
import { type ScreenSize, useScreenSize } from "../widgets/use-screen-size.ts";

const SIZES: Readonly<Record<ScreenSize, PageSize>> = { large: "L", middle: "M", small: "S", phone: "XS" };

/** The size class of the window. */
export function usePageSize(): PageSize {
  return SIZES[useScreenSize()];
}
