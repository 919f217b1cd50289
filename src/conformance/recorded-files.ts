const files = import.meta.glob<string>("./vectors/*/*.json", { query: "?raw", import: "default" });

/** The file of each recorded run that comes with the product, by the run's name. */
const byName = new Map(Object.entries(files).map(([path, load]) => [nameOf(path), load] as const));

/** Names of the recorded runs that come with the product. */
export const RECORDED_NAMES: readonly string[] = [...byName.keys()];

/** The text of a recorded run's file; it is loaded when it is asked for. Undefined when the product does not bring it. */
export async function readRecorded(name: string): Promise<string | undefined> {
  return byName.get(name)?.();
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}
