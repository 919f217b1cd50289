import { useEffect, useState } from "react";
import { useApp } from "./app-context.tsx";

/** A link or a file may be so wrong that there is no picture: what waits for one is wanted all the same. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Whether a run has been painted. What waits for it is fetched behind the first picture, so that the story and the
 * pipeline are there sooner; after that nothing waits.
 */
export function useIsPictured(): boolean {
  const hasFrame = useApp((state) => state.frame.current !== undefined);
  const [isPictured, setIsPictured] = useState(hasFrame);
  useEffect(() => {
    if (isPictured) return;
    if (!hasFrame) {
      const wait = setTimeout(() => setIsPictured(true), LONGEST_WAIT_MS);
      return () => clearTimeout(wait);
    }
    let task: ReturnType<typeof setTimeout> | undefined;
    // A task that is set in a frame's callback runs when that frame was painted.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => setIsPictured(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  }, [hasFrame, isPictured]);
  return isPictured;
}
