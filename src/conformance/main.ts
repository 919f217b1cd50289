import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { replayVector } from "./replay.ts";

/** `conformance DIR…`: replays every recorded run below the folders, one line each. Exit 0 only when all match. */
function main(folders: readonly string[]): number {
  if (folders.length === 0) {
    console.error("usage: conformance DIR…   replays the recorded runs (*.json) below the folders");
    return 2;
  }
  const missing = folders.filter((folder) => !existsSync(folder));
  for (const folder of missing) console.error(`no such file or folder: ${folder}`);
  if (missing.length > 0) return 2;
  const files = folders.flatMap(filesBelow);
  let matching = 0;
  for (const file of files) {
    const result = replayVector(readFileSync(file, "utf8"));
    if (result.type === "match") matching++;
    console.log(
      result.type === "match"
        ? `ok    ${file}`
        : `DIFF  ${file}\n      ${result.difference.replaceAll("\n", "\n      ")}`,
    );
  }
  console.log(`conformance: ${matching} of ${files.length}`);
  return matching === files.length && files.length > 0 ? 0 : 1;
}

function filesBelow(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".json") && !name.endsWith(".schema.json"))
    .map((name) => join(path, name))
    .sort();
}

process.exitCode = main(process.argv.slice(2));
