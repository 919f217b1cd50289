// Builds the page and serves it: node tools/start.mjs [--port N] [--no-build]
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startStaticServer } from "./static-server.mjs";

// The same port on each start keeps what the browser stores per origin; when it is taken, any free one serves.
const preferredPort = 4180;
const dist = fileURLToPath(new URL("../dist", import.meta.url));

async function main() {
  const { port, build } = options();
  if (build) await buildPage();
  if (!existsSync(dist)) throw new Error("there is no dist folder yet: leave out --no-build");
  const server = await serve(port);
  console.log(`Loopscope is at ${server.url} (Ctrl+C stops it)`);
}

function options() {
  const { values } = parseArgs({ options: { port: { type: "string" }, "no-build": { type: "boolean" } } });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new Error(`--port takes a number from 0 (any free port) to 65535, not "${values.port}"`);
  }
  return { port, build: values["no-build"] !== true };
}

async function buildPage() {
  console.log("Building the page …");
  const vite = await import("vite");
  await vite.build({ root: fileURLToPath(new URL("..", import.meta.url)), logLevel: "warn" });
}

async function serve(port) {
  try {
    return await startStaticServer({ root: dist, port: port ?? preferredPort });
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    if (port !== undefined) throw new Error(`port ${port} is taken: choose another, or leave out --port`);
    return startStaticServer({ root: dist });
  }
}

main().catch((error) => {
  console.error(`npm start: ${error.message}`);
  process.exitCode = 1;
});
