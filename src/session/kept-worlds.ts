/** Most worlds that one branch keeps. With sparse keeping a seek replays at most `spacing` steps. */
const BUDGET = 384;

/** Some of a branch's worlds, evenly spaced; the spacing doubles whenever there would be too many. */
export class KeptWorlds<W extends { readonly step: number }> {
  #spacing = 32;
  #worlds: W[] = [];

  constructor(worlds: Iterable<W> = [], spacing = 32) {
    this.#worlds = [...worlds];
    this.#spacing = spacing;
  }

  get spacing(): number {
    return this.#spacing;
  }

  /** Offers the world of the newest step; it is kept when its turn has come. */
  offer(world: W): void {
    const newest = this.#worlds.at(-1);
    if (newest !== undefined && world.step - newest.step < this.#spacing) return;
    this.#worlds.push(world);
    if (this.#worlds.length <= BUDGET) return;
    this.#spacing *= 2;
    this.#worlds = this.#worlds.filter((_, index) => index % 2 === 0);
  }

  /** The newest kept world that is not after `step`. */
  before(step: number): W | undefined {
    let [low, high] = [0, this.#worlds.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#worlds[middle]?.step ?? 0) <= step) low = middle + 1;
      else high = middle;
    }
    return this.#worlds[low - 1];
  }

  /** What is kept up to `step`, for a branch that starts there. */
  upTo(step: number): KeptWorlds<W> {
    return new KeptWorlds(
      this.#worlds.filter((world) => world.step <= step),
      this.#spacing,
    );
  }
}
