// The whole check, in order, up to the first stage that fails: node tools/test.mjs
// Its last line is "N passed, N failed", summed over the test runners. A stage that fails without a failing test counts as one.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "loopscope-test-"));
const unitReport = join(reports, "unit.json");
const storiesReport = join(reports, "stories.json");

/** `counts` reads the report of a stage that is a test runner; a runner that executed nothing has failed. */
const stages = [
  { name: "lint", commands: [tool("biome", "check", "--error-on-warnings")] },
  { name: "types", commands: [tool("tsc", "--noEmit"), tool("tsc", "--noEmit", "-p", "src/simulation")] },
  { name: "unused code", commands: [tool("knip")] },
  {
    name: "unit tests",
    commands: [tool("vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`)],
    counts: () => readReport(unitReport, (report) => [report.numPassedTests, report.numFailedTests]),
  },
  { name: "build", commands: [tool("vite", "build", "--logLevel", "warn")] },
  { name: "browser", commands: [[process.execPath, "tools/browser.mjs"]] },
  {
    name: "browser stories",
    commands: [tool("playwright", "test", "-c", "e2e/playwright.config.ts", "--reporter=list,json")],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: storiesReport },
    counts: () =>
      readReport(storiesReport, ({ stats }) => [stats.expected, stats.unexpected + stats.flaky + stats.skipped]),
  },
];

function main() {
  const total = { passed: 0, failed: 0 };
  for (const stage of stages) {
    const { passed, failed, verdict } = run(stage);
    total.passed += passed;
    total.failed += failed;
    console.log(`── ${stage.name}: ${verdict}`);
    if (failed > 0) break;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

function run({ name, commands, env, counts }) {
  console.log(`── ${name} …`);
  const succeeded = commands.every(([command, ...args]) => {
    const result = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
    return result.status === 0;
  });
  if (counts === undefined) {
    return succeeded ? { passed: 0, failed: 0, verdict: "ok" } : { passed: 0, failed: 1, verdict: "FAILED" };
  }
  const [passed, failed] = counts();
  if (passed + failed === 0) return { passed: 0, failed: 1, verdict: "FAILED, nothing was executed" };
  const verdict = `${passed} passed, ${failed} failed`;
  if (succeeded) return { passed, failed, verdict };
  return { passed, failed: Math.max(failed, 1), verdict: `FAILED, ${verdict}` };
}

/** The runner's [passed, failed]; none when it ended before it wrote its report. */
function readReport(file, numbers) {
  return existsSync(file) ? numbers(JSON.parse(readFileSync(file, "utf8"))) : [0, 0];
}

/** A command that is one of the project's packages, whether or not npm has put it on PATH. */
function tool(name, ...args) {
  return [join(root, "node_modules", ".bin", name), ...args];
}

try {
  process.exitCode = main();
} finally {
  rmSync(reports, { recursive: true, force: true });
}
