import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./explorer.ts";

test("the library generations of a scenario stand side by side, at the same time, with their first difference", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/two-edits-one-run?at=c3&view=compare");
  const compare = page.getByRole("region", { name: "Runs side by side" });
  await expect(compare.getByRole("heading", { level: 3 })).toHaveText(["A · classic", "B · in-order", "C · current"]);
  // The same node of each, with its own content: only the newest queue has priorities.
  await compare.getByRole("radio", { name: "queue" }).check({ force: true });
  await expect(compare.getByRole("group", { name: /^queue, classic/ })).toHaveCount(2);
  await expect(compare.getByRole("group", { name: /^queue, priority/ })).toHaveCount(1);
  const start = await explorer.event();
  await compare.getByRole("button", { name: "Go there" }).click();
  await expect.poll(() => explorer.event()).not.toBe(start);
});

test("the first difference of runs side by side is marked on the timeline, and a key goes to it", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/queue-of-its-time?at=c3&view=compare");
  const compare = page.getByRole("region", { name: "Runs side by side" });
  await expect(compare).toContainText("First difference at 0.100 s");
  await page.keyboard.press("d");
  await expect(explorer.sentence).toHaveText("The event handler added demo/order to the queue with priority -100");
  const difference = await explorer.event();
  const picture = page.getByRole("img", { name: new RegExp(`The first difference is at event ${difference}\\.`) });
  await expect(picture).toBeVisible();
  // The mark stays when the pane shows something else.
  await page.getByRole("tab", { name: "Pipeline" }).click();
  await explorer.command("to the first difference", /to the first difference/);
  await expect(picture).toBeVisible();
});

test("a run that a scenario compares is put on the timeline, has a link of its own, and leads back to the scenario", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/queue-of-its-time?at=6.003s&view=compare");
  const compare = page.getByRole("region", { name: "Runs side by side" });
  const sides = compare.getByRole("article");
  await expect(sides.nth(1)).toContainText("on the timeline");
  await sides
    .nth(0)
    .getByRole("button", { name: /^Put it on the timeline: Classic/ })
    .click();
  await expect(page).toHaveURL(/#\/s\/queue-of-its-time\?variant=1$/);
  await expect(page.getByRole("button", { name: "The queue of its time · Classic, up to 0.22" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^profile in-order/ })).toBeVisible();
  await expect(sides.nth(0)).toContainText("on the timeline");
  await expect(page.getByText("one of the runs that this scenario compares")).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  // The address opens it again.
  const known = await explorer.events();
  await page.reload();
  await explorer.isReady();
  expect(await explorer.events()).toBe(known);
  await expect(page.getByText("one of the runs that this scenario compares")).toBeVisible();
  await page.getByRole("button", { name: "To the scenario itself" }).click();
  await expect(page.getByRole("button", { name: "The queue of its time", exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/variant/);
});

test("a link to a variant that the scenario does not compare is refused with a reason", async ({ explorer }) => {
  const { page } = explorer;
  await page.goto("#/s/three-queues?variant=9");
  await expect(page.getByText("The scenario compares 3 runs; there is no variant 9.")).toBeVisible();
});
