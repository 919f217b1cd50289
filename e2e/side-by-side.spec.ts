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

test("three queues stand side by side along their script: delta by delta, with what differs, and a row takes every run to its moment", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/three-queues?at=c2");
  const table = page.getByRole("table", { name: "Along the script: FIFO" });
  const row = (name: RegExp) => table.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  const here = table.getByRole("button").and(page.locator("[aria-current='step']"));
  const entries = (name: RegExp, side: number) => row(name).getByRole("cell").nth(side).getByRole("listitem");
  // All five have arrived, and nothing was popped yet.
  await expect(here).toHaveText(/ADDED alpha@597/);
  const line = ["alpha Updated@593", "beta Updated@594", "alpha Updated@595", "alpha Deleted@596", "alpha Added@597"];
  await expect(entries(/ADDED alpha@597/, 0)).toHaveText([
    "alpha Updated@593 · Updated@595 · Deleted@596 · Added@597",
    "beta Updated@594",
  ]);
  await expect(entries(/ADDED alpha@597/, 1)).toHaveText(line);
  await expect(entries(/ADDED alpha@597/, 2)).toHaveText(line);
  await expect(row(/ADDED alpha@597/).getByRole("img", { name: "not the same in all" })).toBeVisible();
  await expect(row(/MODIFIED beta@594/).getByRole("img")).toBeHidden();
  // What would answer the question is kept back until it has happened.
  const pops = row(/^3\.003 Pop/);
  await expect(pops.first()).toHaveText(/…/);
  await explorer.story.getByRole("radio", { name: "Four times" }).check({ force: true });
  await explorer.button("Step and see").click();
  await expect(pops.first().getByRole("cell").nth(0)).toContainText("popped");
  await expect(pops.first().getByRole("cell").nth(0).getByRole("listitem").first()).toHaveText(
    "alpha Updated@593 · Updated@595 · Deleted@596 · Added@597",
  );
  await expect(pops).toHaveCount(4);
  await expect(pops.last().getByRole("cell")).toHaveText([/not in this run/, /popped/, /popped/]);
  // From row to row by keys alone: every run stands at its own event of the row, the run on the screen too.
  await here.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(here).toHaveText(/^0\.004/);
  await expect(here).toHaveText(/Pop/);
  const heads = table.getByRole("columnheader");
  await expect(heads.nth(3)).toContainText(`e${await explorer.event()} · 0.004 s`);
  await expect(heads.nth(1)).toContainText(/e\d+ · 0\.004 s/);
  // The cursor moves the lit row along.
  await page.keyboard.press(".");
  await expect(here).toHaveText(/You asked to change ConfigMap demo\/alpha/);
});

test("a run is put on the timeline where it stands in its row, and the runs go on along the script", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/three-queues?at=c6");
  const table = page.getByRole("table", { name: "Along the script: FIFO" });
  const here = table.getByRole("button").and(page.locator("[aria-current='step']"));
  await expect(here).toHaveText(/LIST @598/);
  // Another view and back: still as the chapter shows it.
  await page.getByRole("tab", { name: "Pipeline" }).click();
  await page.getByRole("tab", { name: "Side by side" }).click();
  await expect(here).toHaveText(/LIST @598/);
  const [, event] = /e(\d+)/.exec((await table.getByRole("columnheader").nth(1).textContent()) ?? "") ?? [];
  await table.getByRole("button", { name: /^Put it on the timeline: DeltaFIFO/ }).click();
  await expect(page.getByText("one of the runs that this scenario compares")).toBeVisible();
  await explorer.isAt(Number(event));
  await expect(here).toHaveText(/LIST @598/);
  await expect(table.getByRole("columnheader").nth(1)).toContainText("on timeline");
});

test("any run with something beside it can be read along its script: a work queue, and systems", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/backoff-staircase?at=c5");
  // The story shows it: the classic queue keeps the entry that the event did not wait for.
  const queue = page.getByRole("table", { name: "Along the script: queue" });
  const lit = queue.getByRole("row").filter({ has: page.locator("[aria-current='step']") });
  await expect(lit.getByRole("cell").nth(0)).toContainText(/web processing · failures 9\s*web waiting 976 ms/);
  await expect(lit.getByRole("cell").nth(2)).not.toContainText("waiting");
  await explorer.open("#/s/limited-retries?at=c2&view=compare");
  await page.getByRole("radio", { name: "along the script" }).check({ force: true });
  await page.getByRole("combobox", { name: "Whose" }).selectOption("own");
  await expect(queue.getByRole("rowheader", { name: /You asked to change ConfigMap demo\/bank/ })).toBeVisible();
  await expect(queue.getByRole("rowheader", { name: /addAfter limited/ }).first()).toBeVisible();
  await explorer.open("#/s/three-stores?at=c1");
  await explorer.command("Crash replicated and restart it");
  await page.getByRole("tab", { name: "Side by side" }).click();
  await page.getByRole("radio", { name: "along the script" }).check({ force: true });
  const systems = page.getByRole("table", { name: "Along the script: systems" });
  const crash = systems.getByRole("row", { name: /memory was made to crash/ });
  await expect(crash.getByRole("listitem").first()).toHaveText(/^memory crashed · stepsDone 3 .* annotation 2/);
});

for (const [theme, language] of [
  ["dark", "en"],
  ["light", "zh"],
] as const) {
  test(`runs along their script are accessible on a wide screen and on a phone (${theme}, ${language})`, async ({
    explorer,
  }) => {
    const { page } = explorer;
    await page.emulateMedia({ colorScheme: theme });
    await explorer.open("#/s/three-queues?at=c3");
    if (language === "zh") await page.getByRole("button", { name: "中文" }).click();
    const lit = page.getByRole("main").locator("[aria-current='step']").filter({ hasText: "Pop" });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(lit).toBeInViewport();
      const box = await page.getByRole("table").last().boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= width).toBe(true);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}
