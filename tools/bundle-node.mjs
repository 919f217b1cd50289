// Bundles a Node program of this project and runs it: node tools/bundle-node.mjs NAME [ARGUMENTS…]
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const output = join(root, "dist-node");

/** Each program's entry runs when it is imported; its arguments are `process.argv.slice(2)`. */
const entries = {
  cli: "src/cli/main.ts",
  conformance: "src/conformance/main.ts",
  bench: "bench/main.ts",
};

// Programs that are found beside the bundle instead of being part of it.
const external = ["@playwright/test", "vite"];

/** Runs the program with these arguments, as if Node had been started with its bundle. */
export async function runProgram(name, args) {
  const file = await bundleProgram(name).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
  process.setSourceMapsEnabled(true);
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
}

/** The path of the program's bundle, which is made anew only when its sources have changed. */
async function bundleProgram(name) {
  const entry = entries[name];
  if (entry === undefined) throw new Error(`no program "${name}": there are ${Object.keys(entries).join(", ")}`);
  if (!existsSync(join(root, entry))) throw new Error(`${name} can't run: its entry ${entry} is missing`);
  const file = join(output, `${name}.js`);
  const digestFile = join(output, `${name}.digest`);
  const digest = digestOfSources();
  if (existsSync(file) && existsSync(digestFile) && readFileSync(digestFile, "utf8") === digest) return file;

  // Written under another name first: two runs at once never see half a bundle.
  const draft = `${name}.${process.pid}.js`;
  try {
    await bundle(entry, draft);
    renameSync(join(output, draft), file);
  } finally {
    rmSync(join(output, draft), { force: true });
  }
  writeFileSync(digestFile, digest);
  return file;
}

async function bundle(entry, fileName) {
  const vite = await import("vite");
  await vite.build({
    root,
    configFile: join(root, "vite.config.ts"),
    publicDir: false,
    logLevel: "silent",
    ssr: { noExternal: true, external },
    build: {
      ssr: entry,
      target: "node20",
      outDir: output,
      emptyOutDir: false,
      sourcemap: "inline",
      rolldownOptions: { output: { entryFileNames: fileName, codeSplitting: false } },
    },
  });
}

function digestOfSources() {
  const hash = createHash("sha256");
  const files = [...filesBelow(join(root, "src")), ...filesBelow(join(root, "bench"))];
  for (const file of [fileURLToPath(import.meta.url), join(root, "package-lock.json"), ...files]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && !/\.(test\.tsx?|golden\.txt)$/.test(found.name))
    .map((found) => join(found.parentPath, found.name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = "", ...args] = process.argv.slice(2);
  await runProgram(name, args);
}
