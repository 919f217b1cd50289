const files = import.meta.glob<string>("../../conformance/vectors/*/*.json", { query: "?raw", import: "default" });

/** The file of each recorded run that comes with the product, by the run's name. */
const byName = new Map(Object.entries(files).map(([path, load]) => [nameOf(path), load] as const));

/** Whether the run can be watched: of the others only the result is known. */
export function isWatchable(name: string): boolean {
  return byName.has(name);
}

/** The text of a recorded run's file; it is loaded when it is asked for. Undefined when the product does not bring it. */
export async function readRecorded(name: string): Promise<string | undefined> {
  return byName.get(name)?.();
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}
