import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const shipped = join(import.meta.dirname, "vectors");
const beside = process.env.LOOPSCOPE_VECTORS ?? resolve(import.meta.dirname, "../../../shared/vectors");

/** The recorded runs of a folder: those of the product, and further ones from LOOPSCOPE_VECTORS or ../shared/vectors, where there are any. */
export function vectorFiles(folder: "http" | "informer" | "workqueue"): readonly string[] {
  const own = recordingsIn(join(shipped, folder));
  const further = recordingsIn(join(beside, folder)).filter((file) => !own.includes(file));
  return [...own.map((file) => join(shipped, folder, file)), ...further.map((file) => join(beside, folder, file))];
}

function recordingsIn(folder: string): readonly string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(".json"))
        .sort()
    : [];
}
