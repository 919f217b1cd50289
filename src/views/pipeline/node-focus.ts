/** The node that lies next in the direction of an arrow key: nearest by its distance along that way, drift counting double. */
export function neighbourOf(from: HTMLElement, key: string): HTMLElement | undefined {
  const here = centre(from);
  let best: { readonly element: HTMLElement; readonly cost: number } | undefined;
  const pane = from.closest("[data-pipeline]") ?? document;
  for (const element of pane.querySelectorAll<HTMLElement>("[data-node]")) {
    if (element === from) continue;
    const there = centre(element);
    const [along, across] = alongArrow(key, there.x - here.x, there.y - here.y);
    if (along <= 8) continue;
    const cost = along + 2 * Math.abs(across);
    if (best === undefined || cost < best.cost) best = { element, cost };
  }
  return best?.element;
}

function alongArrow(key: string, dx: number, dy: number): readonly [along: number, across: number] {
  if (key === "ArrowRight") return [dx, dy];
  if (key === "ArrowLeft") return [-dx, dy];
  return key === "ArrowDown" ? [dy, dx] : [-dy, dx];
}

function centre(element: HTMLElement): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
