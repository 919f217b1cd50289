import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { type Explorer, expect, test } from "./explorer.ts";

/** What fades in Why, so that the causes alone stand out, until y or Escape brings it back: on purpose without contrast. */
const faded = "aside[data-faded], [data-node][data-faded]";

/** What axe finds wrong within the part, one line each. */
async function violations(page: Page, part: string): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page }).include(part).exclude(faded).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id}: ${target.join(" ")} ${failureSummary}`),
  );
}

type Place = readonly [name: string, part: string, go: (explorer: Explorer) => Promise<void>];

/** Every pane and dialog: the part of the page that it is, and how one comes there; each is closed by Escape. */
const places: readonly Place[] = [
  ["the main screen", "body", async () => {}],
  [
    "why",
    "body",
    async ({ page, inspector }) => {
      await page.keyboard.press("y");
      await expect(inspector.getByRole("heading", { name: /Causal past/ })).toBeVisible();
    },
  ],
  [
    "the fault menu",
    "[role=menu]",
    async ({ page, menu }) => {
      await page.keyboard.press("f");
      await expect(menu).toBeVisible();
    },
  ],
  [
    "the palette",
    "[role=dialog]",
    async ({ page }) => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  ],
  [
    "help",
    "[role=dialog]",
    async ({ page, dialog }) => {
      await page.keyboard.press("?");
      await expect(dialog.getByRole("heading", { name: "Keys" })).toBeVisible();
    },
  ],
  [
    "the share dialog",
    "[role=dialog]",
    async ({ page, dialog }) => {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await expect(dialog.getByRole("textbox", { name: "Link", exact: true })).toBeVisible();
    },
  ],
  [
    "the catalogue",
    "[role=dialog]",
    async ({ page, dialog }) => {
      await page.getByTitle("All scenarios").click();
      await expect(dialog.getByRole("heading", { name: "Chapters" })).toBeVisible();
    },
  ],
  [
    "the transcript",
    "[role=dialog]",
    async ({ page, dialog }) => {
      await page.keyboard.press("t");
      await expect(dialog.locator("[aria-current=step]")).toBeVisible();
    },
  ],
  [
    "what is modelled",
    "[role=dialog]",
    async (explorer) => {
      await explorer.command("What is modelled");
      // A few of its many entries are like the others.
      await explorer.dialog.getByRole("searchbox").fill("bookmark");
      await expect(explorer.dialog.getByRole("tab").first()).toBeVisible();
    },
  ],
  [
    "the profile's panel",
    "[role=dialog]",
    async ({ page, dialog }) => {
      await page.getByRole("button", { name: /^profile/ }).click();
      await expect(dialog.getByRole("radio").first()).toBeVisible();
    },
  ],
];

for (const theme of ["dark", "light"] as const) {
  test(`axe finds nothing wrong on any pane or dialog in the ${theme} theme`, async ({ explorer }) => {
    test.slow();
    const { page } = explorer;
    await page.emulateMedia({ colorScheme: theme });
    await explorer.open("#/s/watch-history-gone");
    const wrong: string[] = [];
    for (const [name, part, go] of places) {
      await go(explorer);
      wrong.push(...(await violations(page, part)).map((line) => `${name}: ${line}`));
      if (name !== "the main screen") await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog").or(page.getByRole("menu")).filter({ visible: true })).toHaveCount(0);
    }
    expect(wrong).toEqual([]);
  });

  test(`axe finds nothing wrong on the tabs of a phone in the ${theme} theme`, async ({ explorer }) => {
    const { page } = explorer;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: theme });
    await explorer.open("#/s/watch-history-gone");
    const wrong: string[] = [];
    for (const tab of ["Story", "Flow", "Timeline", "State"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByRole("tab", { name: tab })).toHaveAttribute("aria-selected", "true");
      wrong.push(...(await violations(page, "body")).map((line) => `${tab}: ${line}`));
    }
    expect(wrong).toEqual([]);
  });
}
