import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./explorer.ts";

/** What axe finds wrong in the view that is open. */
async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page }).include("main").analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

test("the decision table lights the row that fired, an error before a RequeueAfter, and a press goes to another", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/every-result?at=c4");
  await expect(page.getByRole("tab", { name: "Results" })).toHaveAttribute("aria-selected", "true");
  const row = (name: string) =>
    page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row("1b")).toContainText("fired last");
  await expect(row("2")).toContainText("not yet");
  expect(await violations(page)).toEqual([]);
  await row("1a")
    .getByRole("button", { name: /demo\// })
    .click();
  await expect(row("1a")).toContainText("fired last");
});

test("an attempt shows its id, its phases with the calls under them and how it ended, and a press goes to its start", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/observe-a-controller?at=c3");
  await expect(page.getByRole("tab", { name: "Attempts" })).toHaveAttribute("aria-selected", "true");
  const slow = page.getByRole("row").filter({ hasText: "318 ms" }).first();
  await expect(slow).toContainText("ok · row 4");
  await expect(slow).toContainText("reconcileID");
  expect(await violations(page)).toEqual([]);
  await slow.getByRole("button").first().click();
  await expect(page.getByRole("row").filter({ hasText: "running" }).first()).toBeVisible();
});

test("the metrics of a failing key: a plot for each, histograms of waits and work, and what a scrape gives", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/observe-a-controller?at=c5");
  await expect(page.getByRole("tab", { name: "Metrics" })).toHaveAttribute("aria-selected", "true");
  const scrape = page.getByRole("table", { name: "What a scrape would give now" });
  const retries = scrape.getByRole("row", { name: /^workqueue_retries_total/ });
  await expect(retries.getByRole("cell").last()).toHaveText("14");
  const waits = page.getByRole("table", { name: /^workqueue_queue_duration_seconds/ });
  // Three keys met two workers twice: the longest waits are below a second, and no back-off is among them.
  await expect(waits.getByRole("row", { name: "≤ 1 s" }).getByRole("cell").last()).toHaveText("7");
  await expect(waits.getByRole("row", { name: "≤ 10 s" }).getByRole("cell").last()).toHaveText("0");
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await violations(page)).toEqual([]);
  }
});
