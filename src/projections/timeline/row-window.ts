/** A long list seen through a window; sizes in CSS px. */
export type RowWindowInput = {
  readonly count: number;
  readonly rowHeight: number;
  readonly viewport: number;
  readonly scrollTop: number;
};

/** The rows to draw: [first, last), the first one `top` px below the beginning of a list that is `height` px high. */
export type RowWindow = {
  readonly first: number;
  readonly last: number;
  readonly top: number;
  readonly height: number;
};

/** Browsers lose their way in boxes of more than some ten million px; a longer list scrolls in larger steps. */
const HIGHEST = 8_000_000;
const ROWS_AROUND = 4;

/** Which rows a scroll position shows. */
export function rowWindow(input: RowWindowInput): RowWindow {
  const { count, rowHeight, viewport, scrollTop } = input;
  const height = Math.min(count * rowHeight, HIGHEST);
  const offset = Math.max(0, scrollTop) * stretch(input);
  const first = Math.max(0, Math.min(count, Math.floor(offset / rowHeight) - ROWS_AROUND));
  const last = Math.min(count, Math.ceil((offset + viewport) / rowHeight) + ROWS_AROUND);
  return { first, last, top: scrollTop - (offset - first * rowHeight), height };
}

/** The scroll position that shows a row: the present one when it does already, else the nearest. */
export function scrollTopFor(row: number, input: RowWindowInput): number {
  const { rowHeight, viewport, scrollTop } = input;
  const factor = stretch(input);
  const offset = scrollTop * factor;
  const top = row * rowHeight;
  if (top < offset) return top / factor;
  if (top + rowHeight > offset + viewport) return Math.max(0, top + rowHeight - viewport) / factor;
  return scrollTop;
}

/** Px of the list in one px of scrolling. */
function stretch({ count, rowHeight, viewport }: RowWindowInput): number {
  const full = count * rowHeight;
  return full <= HIGHEST ? 1 : (full - viewport) / (HIGHEST - viewport);
}
