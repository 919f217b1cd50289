/** How cmdk ranks an item: 1 when each typed word is somewhere in its words, else 0. Groups then keep their order. */
export function paletteScore(value: string, search: string, keywords: readonly string[] = []): number {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const said = [value, ...keywords].join(" ").toLowerCase();
  return words.every((word) => said.includes(word)) ? 1 : 0;
}
