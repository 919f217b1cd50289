/** The known word that was probably meant, or undefined when none is near. */
export function closest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, LONGEST);
  let best: string | undefined;
  let distance = wanted.length < 3 ? 1 : Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) >= distance) continue;
    const found = editDistance(wanted, candidate.toLowerCase());
    if (found >= distance) continue;
    best = candidate;
    distance = found;
  }
  return best;
}

/** The end of a sentence about an unknown word: what was probably meant, or what there is, or just a full stop. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = closest(word, known);
  if (near !== undefined) return `; did you mean "${near}"?`;
  return known.length > 0 && known.length <= MOST_LISTED ? `; there is ${known.join(", ")}.` : ".";
}

// Nobody means a name by a word longer than this.
const LONGEST = 40;
const MOST_LISTED = 12;

/** Edits from one word to the other, two neighbours that changed places counting as one. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      line[column] = Math.min(
        at(above, column) + 1,
        at(line, column - 1) + 1,
        at(above, column - 1) + (same ? 0 : 1),
        swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = above;
    above = line;
  }
  return at(above, b.length);
}

function at(line: readonly number[], index: number): number {
  return line[index] ?? Number.POSITIVE_INFINITY;
}
