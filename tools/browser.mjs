// Finds a Chromium for the browser stories, and installs one when there is none: node tools/browser.mjs
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const commandNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
// The Noto fonts draw the Chinese texts.
const systemPackages = ["chromium", "fonts-noto-cjk"];

/**
 * The path of a Chromium that runs. In this order: the one named by LOOPSCOPE_CHROMIUM or CHROME_BIN, one that is
 * there, the system's package, Playwright's download. Throws with what was tried when none can be had.
 * @returns {string}
 */
export function provideBrowser() {
  const browser = namedBrowser() ?? presentBrowser() ?? installedBrowser();
  if (browser !== undefined) return browser;
  throw new Error(
    "No browser for the stories: none was found on PATH, and neither the system's package nor Playwright's download " +
      "could be installed. Install Chromium or Chrome, or name one in LOOPSCOPE_CHROMIUM.",
  );
}

/** Chromium's own sandbox does not work for the root user. */
export const browserArguments = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

function namedBrowser() {
  for (const name of ["LOOPSCOPE_CHROMIUM", "CHROME_BIN"]) {
    const path = process.env[name];
    if (!path) continue;
    if (runs(path)) return path;
    throw new Error(`${name} is "${path}", which is not a browser that runs`);
  }
  return undefined;
}

function presentBrowser() {
  const onPath = commandNames.flatMap((name) =>
    (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)),
  );
  return [...onPath, chromium.executablePath()].find((path) => existsSync(path) && runs(path));
}

function installedBrowser() {
  const mayInstall = process.getuid?.() === 0;
  if (mayInstall && succeeds("apt-get", ["--version"])) {
    const installed =
      install("apt-get", ["update"]) &&
      install("apt-get", ["install", "-y", "--no-install-recommends", ...systemPackages]);
    const browser = installed ? presentBrowser() : undefined;
    if (browser !== undefined) return browser;
  }
  const playwright = fileURLToPath(import.meta.resolve("@playwright/test/cli"));
  const withSystemLibraries =
    mayInstall && install(process.execPath, [playwright, "install", "--with-deps", "chromium"]);
  if (!withSystemLibraries) install(process.execPath, [playwright, "install", "chromium"]);
  return presentBrowser();
}

/** Some systems put a script on PATH that only says how to install the browser, so it has to show that it runs. */
function runs(path) {
  return succeeds(path, ["--version"]);
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: "ignore", timeout: 60_000 }).status === 0;
}

/** Shows the progress on stderr: stdout carries only the path. */
function install(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: ["ignore", 2, 2], env, timeout: 600_000 }).status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(provideBrowser());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
