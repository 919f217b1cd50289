import { expect, test, textOf } from "./explorer.ts";

test("selecting the reflector shows its chart with the active state, its context and its timers", async ({
  explorer,
}) => {
  const { inspector } = explorer;
  await explorer.openChapter("watch-history-gone", 4);
  await explorer.node("reflector").click();
  await expect(inspector.getByRole("heading", { level: 2 })).toHaveText("reflector");
  await expect(inspector.getByRole("img", { name: /^Statechart of \w+\. In / })).toBeVisible();
  await expect(inspector.getByRole("heading", { name: "Context" })).toBeVisible();
  await expect(
    inspector
      .getByText("lastSyncRV", { exact: true })
      .or(inspector.getByText(/lastSync/))
      .first(),
  ).toBeVisible();
  await explorer.command("backoff Pod", /^The Pod reflector waits/);
  await explorer.node("reflector").click();
  await expect(inspector.getByRole("heading", { name: "Timers" })).toBeVisible();
  await expect(inspector.getByRole("img", { name: /In .*backingOff/ })).toBeVisible();
});

test("the chosen object is shown as YAML, with what changed, and where its versions have arrived", async ({
  explorer,
}) => {
  const { inspector } = explorer;
  await explorer.openChapter("three-pods", 2);
  // The store of the other informer first.
  await explorer.page.getByRole("main").getByRole("button", { name: "ReplicaSet", exact: true }).click();
  await explorer.node("store").getByRole("button", { name: "web", exact: true }).click();
  await expect(inspector.getByRole("heading", { name: "demo/web" })).toBeVisible();
  await expect(inspector).toContainText("kind: ReplicaSet");
  await expect(inspector.getByRole("row", { name: /^etcd/ })).toBeVisible();
  await expect(inspector.getByRole("row", { name: /^store/ })).toBeVisible();
  await explorer.page.keyboard.press(".");
  await expect(inspector).toContainText("added: ");
  await expect(inspector).toContainText("replicas: 3");
});

test("y leaves only what caused it, numbered; Escape brings everything back", async ({ explorer }) => {
  await explorer.openChapter("watch-history-gone", 5);
  const sentence = await textOf(explorer.sentence);
  await explorer.page.keyboard.press("y");
  const main = explorer.page.getByRole("main");
  await expect(main).toContainText("Why did this happen?");
  await expect(explorer.sentence).toHaveText(/^1 .*2 .*\./);
  await expect(explorer.inspector.getByRole("heading", { name: /Causal past/ })).toBeVisible();
  const causes = explorer.inspector.getByRole("button", { name: /^\d+/ });
  expect(await causes.count()).toBeGreaterThan(3);
  // What is not part of it fades; what is carries its numbers.
  await expect(explorer.node("reflector")).not.toHaveAttribute("data-faded");
  await expect(explorer.page.locator("[data-node][data-faded]")).not.toHaveCount(0);
  await explorer.page.keyboard.press("Escape");
  await expect(explorer.sentence).toHaveText(sentence);
  await expect(explorer.page.locator("[data-node][data-faded]")).toHaveCount(0);
});

test("a cause in the list is a place to go to", async ({ explorer }) => {
  await explorer.openChapter("watch-history-gone", 5);
  const start = await explorer.event();
  await explorer.inspector.getByTitle("Go to this event").first().click();
  await expect.poll(() => explorer.event()).toBeLessThan(start);
});
