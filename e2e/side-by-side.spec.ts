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
