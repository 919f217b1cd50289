import { useMedia } from "./use-media.ts";

/** The four layouts: laptop and larger, small laptop, projector at 150 %, phone. */
export type ScreenSize = "large" | "middle" | "small" | "phone";

/** Which layout the window has room for. */
export function useScreenSize(): ScreenSize {
  const isLarge = useMedia("(min-width: 1400px)");
  const isMiddle = useMedia("(min-width: 1100px)");
  const isSmall = useMedia("(min-width: 600px)");
  return isLarge ? "large" : isMiddle ? "middle" : isSmall ? "small" : "phone";
}
