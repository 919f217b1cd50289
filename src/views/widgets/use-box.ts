import { type RefObject, useEffect, useState } from "react";

/** The inner size of an element, CSS px. */
export type Box = { readonly width: number; readonly height: number };

/** The size of an element, followed as long as it is on the page; 0 × 0 before the first measure. */
export function useBox(element: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState<Box>({ width: 0, height: 0 });
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setBox((old) => (old.width === width && old.height === height ? old : { width, height }));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return box;
}
