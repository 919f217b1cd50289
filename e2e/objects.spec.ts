import { expect, test } from "./explorer.ts";

test("a chapter shows the conditions: what sums up, whose reason it took over, and a press goes to the change", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/trigger-false-which-one?at=c3");
  await expect(page.getByRole("tab", { name: "Conditions" })).toHaveAttribute("aria-selected", "true");
  const trigger = page.getByRole("article", { name: "Trigger demo/hello" });
  await expect(trigger).toContainText("as BrokerReady is");
  await expect(trigger).toContainText("Channel does not have an address.");
  const broker = page.getByRole("article", { name: "Broker demo/default" });
  await broker
    .getByRole("button", { name: /^since/ })
    .first()
    .click();
  await expect(explorer.clock).toHaveText(/1\.015/);
  await expect(trigger).toBeHidden();
});

test("the lamps of the drift formula burn while it holds, and an edited image lights none", async ({ explorer }) => {
  const { page } = explorer;
  await explorer.open("#/s/drift-formula?at=c2");
  await expect(page.getByRole("tab", { name: "Drift" })).toHaveAttribute("aria-selected", "true");
  const service = page.getByRole("row", { name: /^Service demo\/hello/ });
  await expect(service).toContainText("generation");
  await explorer.openChapter("drift-formula", 4);
  await expect(
    page
      .getByRole("row", { name: /^Service demo\/hello/ })
      .getByRole("cell")
      .last(),
  ).toContainText("children");
  await explorer.open("#/s/drift-image-stays?at=c5");
  for (const name of [/^Service /, /^Revision /, /^Route /]) {
    await expect(page.getByRole("row", { name }).getByRole("cell").last()).toHaveText("no lamp");
  }
});
