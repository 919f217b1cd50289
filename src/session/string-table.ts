/** Texts by number: each is stored once. Only grows, so that a number stays valid for the table's whole life. */
export class StringTable {
  readonly #texts: string[] = [""];
  readonly #ids = new Map<string, number>([["", 0]]);

  get size(): number {
    return this.#texts.length;
  }

  idOf(text: string): number {
    if (text === "") return 0;
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.length;
    this.#texts.push(text);
    this.#ids.set(text, id);
    return id;
  }

  text(id: number): string {
    return this.#texts[id] ?? "";
  }

  /** The texts from `from` on. */
  since(from: number): readonly string[] {
    return this.#texts.slice(from);
  }
}
