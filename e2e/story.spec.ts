import { expect, test } from "./explorer.ts";

test("a chapter in the list is a place in the run", async ({ explorer }) => {
  await explorer.open("#/s/watch-history-gone");
  const chapter = explorer.story.getByRole("button", { name: /Read again/ });
  const start = await explorer.event();
  await chapter.click();
  await expect(chapter).toHaveAttribute("aria-current", "step");
  await expect.poll(() => explorer.event()).toBeGreaterThan(start);
  await expect(explorer.story).toContainText("asks LIST for the version it had");
  await explorer.page.keyboard.press(",");
  await expect(explorer.story.getByRole("button", { name: /Too old/ })).toHaveAttribute("aria-current", "step");
  await explorer.isAt(start);
});

test("a prediction is answered by the run itself, and counted", async ({ explorer }) => {
  await explorer.open("#/s/watch-history-gone");
  const question = explorer.story.getByRole("region", { name: "Predict" });
  const see = question.getByRole("button", { name: "Step and see" });
  await expect(see).toBeDisabled();
  await question.getByRole("radio", { name: "The last version that it had" }).check();
  const start = await explorer.event();
  await see.click();
  await expect(question.getByRole("status")).toContainText("That is what happened.");
  await expect(question).toContainText("1 of 1 right so far");
  expect(await explorer.event()).toBeGreaterThan(start);
});

test("a wrong prediction is told what happened instead", async ({ explorer }) => {
  await explorer.open("#/s/watch-history-gone");
  const question = explorer.story.getByRole("region", { name: "Predict" });
  await question.getByRole("radio", { name: "0, like the first time" }).check();
  await question.getByRole("button", { name: "Step and see" }).click();
  await expect(question.getByRole("status")).toContainText("It went another way: The last version that it had.");
  await expect(question).toContainText("0 of 1 right so far");
});

test("what a chapter suggests to break starts a fork here", async ({ explorer }) => {
  await explorer.openChapter("watch-history-gone", 5);
  const known = await explorer.events();
  await explorer.story.getByRole("button", { name: /Refuse this LIST with 410/ }).click();
  await expect(explorer.sentence).toHaveText(/a fault will answer/i);
  await explorer.command("the scenario as it is");
  await expect.poll(() => explorer.events()).toBe(known);
  await expect(explorer.sentence).not.toHaveText(/a fault will answer/i);
});
