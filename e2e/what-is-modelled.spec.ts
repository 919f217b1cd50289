import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

test("a behaviour leads to the recorded run that proves it and to the moment that shows it", async ({ page }) => {
  await page.goto("#/s/three-pods");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("button", { name: /What is modelled/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("245 of 245")).toBeVisible();

  await dialog.getByRole("searchbox").fill("error event 410");
  await dialog.getByRole("button", { name: "T06-410-relist-nonatomic" }).click();
  await expect(dialog.getByRole("tab", { name: "Recorded runs" })).toHaveAttribute("aria-selected", "true");
  await expect(dialog.getByRole("row", { name: /T06-410-relist-nonatomic.*matches/ })).toBeVisible();

  await dialog.getByRole("button", { name: "error-event-410" }).click();
  const entry = dialog.getByRole("article").filter({ hasText: "An ERROR event 410 ends ListAndWatch" });
  await expect(entry).toBeFocused();
  await entry.getByRole("button", { name: /The watch history is gone, Too old/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: /410 Expired/ })).toBeVisible();
});

test("a recorded run is watched event by event, by keys, and again from its row", async ({ page }) => {
  await page.goto("#/s/three-pods");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("button", { name: /What is modelled/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Recorded runs" }).click();
  await dialog.getByRole("searchbox").fill("G02-dirty");
  await dialog.getByRole("button", { name: "Watch G02-dirty-while-processing" }).click();
  await expect(dialog.getByText("The engine does here what the real library was seen to do.")).toBeVisible();
  const slider = dialog.getByRole("slider", { name: "Event of the run" });
  await expect(slider).toHaveAttribute("aria-valuetext", /^event 1 of \d+, 0\.000 s, script, add$/);
  await slider.press("ArrowRight");
  await dialog.getByRole("button", { name: "Next event" }).click();
  await expect(slider).toHaveAttribute("aria-valuetext", /^event 3 of/);
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await dialog.getByRole("button", { name: "All recorded runs" }).click();
  await expect(dialog.getByRole("row", { name: /G02-dirty-while-processing/ })).toBeVisible();
});

test("from a state of a chart one click leads to what it is in the real library", async ({ page }) => {
  await page.goto("#/s/watch-history-gone?at=c4");
  await page.getByRole("button", { name: "connecting", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByRole("article").filter({ hasText: "A WATCH starts at the reflector's last version" }),
  ).toBeFocused();
});

for (const colorScheme of ["dark", "light"] as const) {
  test(`every tab of What is modelled is accessible (${colorScheme})`, async ({ page }) => {
    test.slow(); // axe looks at every element of five tabs
    await page.emulateMedia({ colorScheme });
    await page.goto("#/s/three-pods");
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("button", { name: /What is modelled/ }).click();
    const dialog = page.getByRole("dialog");
    const tabs = dialog.getByRole("tab");
    await expect(tabs).toHaveCount(5);
    for (const tab of await tabs.all()) {
      await tab.click();
      // One group has everything that the others have.
      await dialog.getByRole("navigation").getByRole("button").nth(2).click();
      const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
  });
}
