import type { Page } from "@playwright/test";
import { Explorer, expect, test, textOf } from "./explorer.ts";

/** The link of the share dialog, under this label. */
async function linkOf({ page, dialog }: Explorer, label: string): Promise<string> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const field = dialog.getByRole("textbox", { name: label, exact: true });
  await expect(field).toHaveValue(/#/);
  const link = await field.inputValue();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  return link;
}

async function openIn(page: Page, link: string): Promise<Explorer> {
  const other = new Explorer(page);
  await page.goto(link);
  await other.isReady();
  return other;
}

test("whoever opens a shared link stands at the same event, and is told that it is exact", async ({
  explorer,
  context,
}) => {
  await explorer.open("#/s/watch-history-gone");
  const sentence = await textOf(explorer.sentence);
  const position = await textOf(explorer.position);
  const other = await openIn(await context.newPage(), await linkOf(explorer, "Link"));
  await expect(other.page.getByRole("status").filter({ hasText: "reproduced exactly" })).toBeVisible();
  await expect(other.sentence).toHaveText(sentence);
  await expect(other.position).toHaveText(position);
});

test("a run in which somebody broke something is reproduced with it", async ({ explorer, context }) => {
  await explorer.open("#/s/three-pods?at=c4");
  await explorer.command("Answer the next CREATE with 500");
  await explorer.move("Shift+ArrowRight");
  const sentence = await textOf(explorer.sentence);
  const position = await textOf(explorer.position);
  const other = await openIn(await context.newPage(), await linkOf(explorer, "Link"));
  await expect(other.page.getByRole("status").filter({ hasText: "reproduced exactly" })).toBeVisible();
  await expect(other.sentence).toHaveText(sentence);
  await expect(other.position).toHaveText(position);
});

test("a run that a scenario compares is shared like any other", async ({ explorer, context }) => {
  await explorer.open("#/s/three-queues?variant=2&at=e170");
  const sentence = await textOf(explorer.sentence);
  expect(await linkOf(explorer, "Written by hand")).toMatch(/#\/s\/three-queues\?variant=2&at=e170$/);
  const other = await openIn(await context.newPage(), await linkOf(explorer, "Link"));
  await expect(other.page.getByRole("status").filter({ hasText: "reproduced exactly" })).toBeVisible();
  await expect(other.page.getByRole("button", { name: /· RealFIFO, 1\.33 to 1\.35$/ })).toBeVisible();
  await expect(other.sentence).toHaveText(sentence);
});

test("the link written by hand says the same, and can be changed by hand", async ({ explorer }) => {
  await explorer.open("#/s/backoff-staircase?at=c2");
  const event = await explorer.event();
  const link = await linkOf(explorer, "Written by hand");
  expect(link).toMatch(new RegExp(`#/s/backoff-staircase\\?at=e${event}$`));
  await explorer.page.goto(link.replace(/at=e\d+$/, `at=e${event + 5}&profile=classic`));
  await explorer.isAt(event + 5);
  await expect(explorer.page.getByRole("button", { name: /^profile classic/ })).toBeVisible();
});

const whole = async (explorer: Explorer) => new URL(await linkOf(explorer, "Link")).hash.slice(1);

test("links that are damaged, cut, from the future or too long are explained, and the page keeps what it had", async ({
  explorer,
}) => {
  await explorer.open("#/s/three-pods?at=c4");
  const position = await textOf(explorer.position);
  const link = await whole(explorer);
  const middle = Math.floor(link.length / 2);
  const wrong = {
    damaged: `${link.slice(0, middle)}${link[middle] === "A" ? "B" : "A"}${link.slice(middle + 1)}`,
    cut: link.slice(0, -6),
    future: `9${link.slice(1)}`,
    long: `1${"A".repeat(70_000)}`,
    scenario: "/s/no-such-scenario",
    place: "/s/three-pods?at=yesterday",
  };
  const told = new Set<string>();
  for (const hash of Object.values(wrong)) {
    await explorer.page.evaluate((value) => {
      location.hash = value;
    }, hash);
    await expect(explorer.problems).toContainText("What was on the screen is still there.");
    told.add((await textOf(explorer.problems.getByRole("listitem").first())).trim());
    await explorer.problems.getByRole("button", { name: "Close" }).click();
    await expect(explorer.problems).toBeHidden();
    await expect(explorer.position).toHaveText(position);
  }
  // Each is told in words of its own; a damaged and a cut one may read alike.
  expect(told.size).toBeGreaterThanOrEqual(5);
  await explorer.move("ArrowRight");
});

test("a page that is opened with a wrong link says so beside a scenario that works", async ({ explorer }) => {
  await explorer.open("#1AAAAAAAAAAAA");
  await expect(explorer.problems).toBeVisible();
  await explorer.move("ArrowRight");
});
