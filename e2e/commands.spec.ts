import { expect, test, textOf } from "./explorer.ts";

const scenarios = [
  "Three pods",
  "The stream ends, nothing is lost",
  "The watch history is gone",
  "Back-off staircase",
  "Two edits, one run",
  "Stopping",
];

test("the palette finds a moment by its words and goes there", async ({ explorer }) => {
  await explorer.open("#/s/three-pods?at=c4");
  await explorer.command("user.edit", /asked to change ReplicaSet demo\/web/);
  await expect(explorer.sentence).toHaveText(/asked to change ReplicaSet demo\/web/);
});

test("help lists every key and what events are called", async ({ explorer }) => {
  await explorer.open("#/s/three-pods?at=c4");
  await explorer.page.keyboard.press("?");
  const { dialog } = explorer;
  await expect(dialog.getByRole("heading", { name: "How to read the screen" })).toBeVisible();
  for (const does of ["play or pause", "step back", "next chapter", "why did this happen?", "commands", "to the end"]) {
    await expect(dialog.getByRole("definition").filter({ hasText: does }).first()).toBeVisible();
  }
  await expect(dialog).toContainText("reconcile.start");
  await explorer.page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the catalogue shows every scenario, the question first, and opens one", async ({ explorer }) => {
  const { page, dialog } = explorer;
  await explorer.open("#/s/three-pods");
  await page.getByRole("button", { name: "Three pods" }).click();
  for (const title of scenarios) await expect(dialog.getByRole("button", { name: title }).first()).toBeVisible();
  const rows = dialog.getByRole("listitem").filter({ has: page.getByRole("img") });
  expect(await rows.count()).toBeGreaterThanOrEqual(8);
  const row = dialog.getByRole("button", { name: /Back-off staircase/ });
  await expect(row).toHaveAccessibleName(/\?.*Back-off staircase/);
  await row.click();
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Back-off staircase" })).toBeVisible();
});

test("who is here for the first time is told where to begin", async ({ explorer }) => {
  const { page, dialog } = explorer;
  await explorer.open("#/s/three-pods");
  await page.getByTitle("All scenarios").click();
  const start = dialog.getByRole("region", { name: "Start here" });
  await expect(start.getByRole("listitem")).toHaveCount(6);
  await expect(dialog.getByRole("complementary")).toContainText("Start here · 1 of 6");
  await dialog.getByRole("button", { name: /^Can an event be missed/ }).click();
  await expect(start).toBeHidden();
  await expect(dialog.getByRole("button", { name: /The watch history is gone/ }).first()).toBeVisible();
});

test("an error message that somebody has seen finds its scenario", async ({ explorer }) => {
  const { page, dialog } = explorer;
  await explorer.open("#/s/three-pods");
  await page.getByRole("button", { name: "Three pods" }).click();
  await dialog.getByRole("searchbox").fill("too old resource version");
  await expect(dialog.getByRole("button", { name: /The watch history is gone/ }).first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: /Back-off staircase/ })).toHaveCount(0);
});

test("a question in one's own words is answered, the best answer first; what is new to somebody can be listed", async ({
  explorer,
}) => {
  const { page, dialog } = explorer;
  await explorer.open("#/s/three-pods");
  await page.getByRole("button", { name: "Three pods" }).click();
  await dialog.getByRole("searchbox").fill("why does my reconciler run twice");
  const rows = dialog.getByRole("region", { name: /answers/ }).getByRole("listitem");
  await expect(rows.filter({ hasText: "how many reconciles?" })).toBeVisible();
  expect((await rows.allTextContents()).slice(0, 3).join()).toContain("how many reconciles?");
  await dialog.getByRole("searchbox").fill("");
  await dialog.getByRole("button", { name: /^Not opened yet/ }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Two edits, one run" })).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Three pods" })).toHaveCount(0);
});

test("another profile runs the scenario anew and says what differs", async ({ explorer }) => {
  const { page } = explorer;
  await explorer.open("#/s/backoff-staircase");
  const known = await explorer.events();
  await page.getByRole("button", { name: /^profile current/ }).click();
  const panel = explorer.dialog;
  await panel.getByRole("radio", { name: /^classic client-go 1\.32 and earlier/ }).click();
  await expect.poll(() => explorer.events()).not.toBe(known);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^profile classic/ })).toBeVisible();
  await expect(page).toHaveURL(/profile=classic/);
  const card = page.getByRole("status").filter({ hasText: "this run goes another way" });
  await expect(card).toContainText(/Now the ReplicaSet reflector sent LIST 0 .*; before, .* sent WATCH "" /);
  await card.getByRole("button", { name: "Go there" }).click();
  await expect(explorer.sentence).toHaveText(/sent LIST 0/);
});

test("a profile in which a scenario goes the same way says that nothing differs", async ({ explorer }) => {
  const { page } = explorer;
  await explorer.open("#/s/queue-of-its-time?profile=in-order");
  await page.getByRole("button", { name: /^profile in-order/ }).click();
  await explorer.dialog.getByRole("radio", { name: /^classic client-go/ }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("status").filter({ hasText: "Nothing goes another way" })).toBeVisible();
});

test("another seed is another run of the same story", async ({ explorer }) => {
  const { page } = explorer;
  await explorer.open("#/s/watch-history-gone");
  const clock = await textOf(explorer.clock);
  await page.getByRole("button", { name: "seed 7" }).click();
  await page.getByRole("spinbutton").fill("8");
  await page.getByRole("spinbutton").press("Enter");
  await expect(page.getByRole("button", { name: "seed 8" })).toBeVisible();
  await explorer.isReady();
  await expect(explorer.clock).not.toHaveText(clock);
});

test("the sandbox is a cluster for edits of one's own", async ({ explorer }) => {
  await explorer.open("#/s/sandbox");
  await explorer.story.getByRole("button", { name: "Ask for five pods" }).click();
  await expect(explorer.sentence).toHaveText(/You asked to change ReplicaSet demo\/web/);
  await explorer.page.keyboard.press("End");
  await explorer.command("etcd.commit replicas", /readyReplicas .*5/);
});
