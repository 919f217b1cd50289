/** A line of the newer or of the older text, or of both. */
export type DiffLine = { readonly type: "same" | "added" | "removed"; readonly text: string };

/** More lines than this on one side are shown as wholly replaced: the table would grow with the product. */
const MOST = 2_000;

/** The shortest way from one list of lines to another, by their longest common subsequence. O(n·m). */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const head = commonHead(before, after);
  const tail = commonTail(before.slice(head), after.slice(head));
  const old = before.slice(head, before.length - tail);
  const now = after.slice(head, after.length - tail);
  const same = (text: string): DiffLine => ({ type: "same", text });
  return [...after.slice(0, head).map(same), ...middle(old, now), ...after.slice(after.length - tail).map(same)];
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function commonTail(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}

function middle(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  if (old.length > MOST || now.length > MOST) return [...old.map(removed), ...now.map(added)];
  const common = lengths(old, now);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && is !== undefined && was === is) {
      lines.push({ type: "same", text: is });
      i++;
      j++;
    } else if (was !== undefined && (is === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push(removed(was));
      i++;
    } else if (is !== undefined) {
      lines.push(added(is));
      j++;
    }
  }
  return lines;
}

/** Length of the longest common subsequence of the ends from (i, j) on. */
function lengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = table[i];
      if (row !== undefined)
        row[j] = old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function at(table: readonly Uint16Array[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

function removed(text: string): DiffLine {
  return { type: "removed", text };
}

function added(text: string): DiffLine {
  return { type: "added", text };
}
