import { expect, test } from "./explorer.ts";

test("a sentence that is often written is held against the run, and shown where it happens", async ({ explorer }) => {
  const { page, story } = explorer;
  await explorer.openChapter("two-edits-one-run", 1);
  const claims = story.getByRole("region", { name: "Often written" });
  const sentence = claims.getByText("guarantees one reconcile per event");
  await expect(claims.getByText("at least one reconcile")).toBeHidden();
  await sentence.click();
  await expect(claims.getByText("at least one reconcile")).toBeVisible();
  await claims
    .getByRole("button", { name: /^See it at 2\.\d{3} s$/ })
    .first()
    .click();
  await expect(story.getByRole("button", { name: /One key, once/ })).toHaveAttribute("aria-current", "step");
  await expect(explorer.sentence).toContainText("in the queue already");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(explorer.sentence).not.toContainText("in the queue already");
});

test("a card leads to what proves it", async ({ explorer }) => {
  await explorer.openChapter("two-edits-one-run", 3);
  const claims = explorer.story.getByRole("region", { name: "Often written" });
  await claims.getByText("guarantees one reconcile per event").click();
  await claims.getByRole("button", { name: "what proves it" }).filter({ visible: true }).click();
  await expect(explorer.dialog).toContainText("What is modelled");
});
