import { type Explorer, expect, test, textOf } from "./explorer.ts";

/** Both watches are open at this moment, the watch-list client is off, and nothing has gone wrong yet. */
const quietMoment = "#/s/watch-history-gone?at=4s";

/** Types of the events of the Pod reflector from here on, as the transcript lists them. */
async function nextOfReflector({ page, dialog }: Explorer): Promise<readonly string[]> {
  const filter = page.getByRole("searchbox", { name: /^filter/ });
  await filter.fill("web/Pod/reflector");
  await page.getByRole("button", { name: "Timeline as a table" }).press("Enter");
  const here = dialog.locator("[aria-current=step]");
  await here.press("PageDown");
  await expect(dialog.locator("[role=row]:focus")).not.toHaveAttribute("aria-current", "step");
  const cells = await here.locator("xpath=following-sibling::*").getByRole("gridcell").allInnerTexts();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await filter.press("Escape");
  return cells.filter((_, index) => index % 4 === 2);
}

test("a watch that is closed by the menu resumes without LIST, and the old future stays", async ({ explorer }) => {
  await explorer.open(quietMoment);
  const [start, known] = [await explorer.event(), await explorer.events()];
  await explorer.node("reflector").click({ button: "right" });
  await expect(explorer.menu).toContainText("Watch of web · Pod");
  await explorer.menu.getByRole("menuitem", { name: /^End it now/ }).press("ArrowRight");
  await explorer.page.getByRole("menuitem", { name: /^close at once/ }).press("Enter");
  await expect(explorer.sentence).toHaveText("The watch web · Pod was ended by a fault: eof");
  await expect.poll(() => explorer.event()).toBeGreaterThan(start);

  const next = await nextOfReflector(explorer);
  expect(next).toContain("watch.request");
  expect(next.slice(0, next.indexOf("watch.request"))).not.toContain("list.request");

  await explorer.command("the scenario as it is");
  await expect.poll(() => explorer.events()).toBe(known);
});

test("f opens the same menu by keyboard; a 410 leads to a back-off and a LIST", async ({ explorer }) => {
  const { page } = explorer;
  await explorer.open(quietMoment);
  await page.keyboard.press("f");
  await expect(explorer.menu).toContainText("Watch of web · Pod");
  await page.keyboard.press("e");
  await expect(explorer.menu.getByRole("menuitem", { name: /^End it now/ })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("4");
  const choice = page.getByRole("menuitem", { name: /^410 Expired/ });
  await expect(choice).toBeFocused();
  await expect(page.getByText(/The reflector would wait .* then list at/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(explorer.menu).toBeHidden();
  await expect(explorer.sentence).toHaveText("The watch web · Pod was ended by a fault: 410");

  const next = await nextOfReflector(explorer);
  const list = next.indexOf("list.request");
  expect(list).toBeGreaterThan(0);
  expect(next.slice(0, list)).toContain("backoff");
});

test("two futures side by side name their first difference", async ({ explorer }) => {
  const { page } = explorer;
  await explorer.open(quietMoment);
  const start = await explorer.event();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("End the Pod watch of web: EOF");
  await expect(page.getByRole("option", { name: "End the Pod watch of web: EOF" })).toBeVisible();
  await page.keyboard.press("Alt+Enter");
  const comparison = page.getByRole("region", { name: "Runs side by side" });
  await expect(comparison).toContainText(/First difference at [\d.]+ s/);
  const parts = Number(/at the first difference, e(\d+)/.exec(await textOf(comparison))?.[1]);
  expect(parts).toBeGreaterThan(start);
  await expect(comparison.getByRole("heading", { name: "A · main" })).toBeVisible();
  await expect(comparison.getByRole("heading", { name: "B · fork 1" })).toBeVisible();
});
