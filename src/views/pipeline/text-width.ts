/** Mean widths of a letter of the words and of the code in a row, CSS px. */
const WORD = 5.75;
const CODE = 7;

/** About as wide as the words of a row will be: enough to choose the shorter of two texts without measuring. */
export function widthOfWords(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 12 : WORD), 0);
}

/** As wide as a name from the code will be in a row. */
export function widthOfCode(text: string): number {
  return text.length * CODE;
}
