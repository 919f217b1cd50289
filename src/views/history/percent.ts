/** A share from 0 to 1 as a CSS length. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
