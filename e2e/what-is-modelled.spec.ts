import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

test("a behaviour leads to the recorded run that proves it, that one back to it, and on to the moment that shows it", async ({
  page,
}) => {
  await page.goto("#/s/three-pods");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("button", { name: /What is modelled/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("270 of 270")).toBeVisible();

  await dialog.getByRole("searchbox").fill("error event 410");
  await dialog.getByRole("button", { name: "Replay T06-410-relist-nonatomic on the timeline" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/#\/v\/T06-410-relist-nonatomic$/);
  const story = page.getByRole("complementary", { name: "Story" });
  await expect(story.getByRole("heading", { name: "T06-410-relist-nonatomic" })).toBeVisible();

  await story.getByRole("button", { name: /An ERROR event 410 ends ListAndWatch/ }).click();
  const entry = dialog.getByRole("article").filter({ hasText: "An ERROR event 410 ends ListAndWatch" });
  await expect(entry).toBeFocused();
  await entry.getByRole("button", { name: /The watch history is gone, Too old/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: /410 Expired/ })).toBeVisible();
});

test("every recorded run can be replayed from the list, and the list opens at the run on the screen", async ({
  page,
}) => {
  await page.goto("#/v/Z09-three-workers.priority");
  const story = page.getByRole("complementary", { name: "Story" });
  await story.getByRole("button", { name: "All recorded runs" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("tab", { name: "Recorded runs" })).toHaveAttribute("aria-selected", "true");
  await expect(dialog.getByRole("row", { name: /Z09-three-workers.priority.*matches/ })).toBeInViewport();
  await dialog.getByRole("searchbox").fill("G02-dirty");
  await dialog.getByRole("button", { name: "Replay G02-dirty-while-processing on the timeline" }).click();
  await expect(story.getByRole("heading", { name: "G02-dirty-while-processing" })).toBeVisible();
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
