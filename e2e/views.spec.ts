import { expect, test, textOf } from "./explorer.ts";

test("the transcript has the same events; its keys move, Enter goes there", async ({ explorer }) => {
  const { page, dialog } = explorer;
  await explorer.openChapter("three-pods", 3);
  const [start, sentence] = [await explorer.event(), await textOf(explorer.sentence)];
  await page.keyboard.press("t");
  const grid = dialog.getByRole("grid");
  await expect(grid).toHaveAttribute("aria-rowcount", String((await explorer.events()) + 2));
  const here = grid.locator("[aria-current=step]");
  await expect(here).toContainText(sentence);
  await here.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const focused = grid.locator("[role=row]:focus");
  await expect(focused).toHaveAttribute("aria-rowindex", String(start + 4));
  await page.keyboard.press("Enter");
  await expect(focused).toHaveAttribute("aria-current", "step");
  await page.keyboard.press("Escape");
  await explorer.isAt(start + 2);
});

test("Home and End of the transcript reach the first and the last event", async ({ explorer }) => {
  const { page, dialog } = explorer;
  await explorer.openChapter("three-pods", 3);
  await page.keyboard.press("t");
  await dialog.locator("[aria-current=step]").press("End");
  const focused = dialog.locator("[role=row]:focus");
  await expect(focused).toHaveAttribute("aria-rowindex", String((await explorer.events()) + 2));
  await page.keyboard.press("Home");
  await expect(focused).toHaveAttribute("aria-rowindex", "2");
});

test("nodes are reached and selected by keyboard", async ({ explorer }) => {
  await explorer.openChapter("three-pods", 3);
  await explorer.node("reflector").focus();
  await explorer.page.keyboard.press("ArrowRight");
  await expect(explorer.node("FIFO")).toBeFocused();
  await explorer.page.keyboard.press("Enter");
  await expect(explorer.node("FIFO")).toHaveAttribute("aria-current", "true");
});
