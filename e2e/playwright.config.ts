import { defineConfig } from "@playwright/test";
import { browserArguments, provideBrowser } from "../tools/browser.mjs";

const browser = provideBrowser();
// The test processes read this file again: what was found (or installed) once is not looked for a second time.
process.env.LOOPSCOPE_CHROMIUM = browser;

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // No story asserts a duration: these limits only end what hangs, also on a slow machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalTimeout: 15 * 60_000,
  reporter: "list",
  webServer: {
    command: "node tools/start.mjs --no-build --port 0",
    cwd: "..",
    wait: { stdout: /(?<LOOPSCOPE_URL>http:\/\/127\.0\.0\.1:\d+\/)/ },
    timeout: 60_000,
  },
  use: {
    baseURL: process.env.LOOPSCOPE_URL ?? "",
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    colorScheme: "dark",
    contextOptions: { reducedMotion: "reduce" },
    // A trace of each story would cost more than the stories.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: browser, args: browserArguments },
  },
  projects: [{ name: "chromium", use: { browserName: "chromium" } }],
});
