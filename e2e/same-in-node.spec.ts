import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "./explorer.ts";

const program = fileURLToPath(new URL("../bin/loopscope.mjs", import.meta.url));

/** The link to a scenario's end as Node makes it: it holds the digest of the whole trace. */
async function linkOfNode(scenario: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, "link", scenario, "--at", "end"]);
  return stdout.trim();
}

const scenarios = [
  "three-pods",
  "stream-ends",
  "watch-history-gone",
  "watch-history-gone-streaming",
  "backoff-staircase",
  "two-edits-one-run",
  "stopping",
  "sandbox",
];

test("the browser and Node make the same link to the end of each scenario, with the same digest of its trace", async ({
  explorer,
}) => {
  test.slow();
  const { page, dialog } = explorer;
  for (const scenario of scenarios) {
    const ofNode = linkOfNode(scenario);
    await explorer.open(`#/s/${scenario}?at=end`);
    await explorer.isAt(await explorer.events());
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const field = dialog.getByRole("textbox", { name: "Link", exact: true });
    await expect(field).toHaveValue(/#/);
    expect(new URL(await field.inputValue()).hash, scenario).toBe(await ofNode);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});
