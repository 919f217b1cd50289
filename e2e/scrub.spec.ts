import type { Explorer } from "./explorer.ts";
import { expect, test, textOf } from "./explorer.ts";

/** A place on the timeline's lanes, as a share of its width. */
async function placeOn(explorer: Explorer, share: number): Promise<{ x: number; y: number }> {
  const box = await explorer.timeline.boundingBox();
  if (box === null) throw new Error("the timeline is not on the page");
  return { x: box.x + box.width * share, y: box.y + 8 };
}

test.beforeEach(async ({ explorer }) => {
  await explorer.open("#/s/three-pods?at=c3");
});

test("a press on the timeline's axis goes to that moment, further right later", async ({ explorer }) => {
  const { mouse } = explorer.page;
  const right = await placeOn(explorer, 0.9);
  const start = await explorer.event();
  await mouse.click(right.x, right.y);
  await expect.poll(() => explorer.event()).toBeGreaterThan(start);
  const later = await explorer.event();
  const left = await placeOn(explorer, 0.3);
  await mouse.click(left.x, left.y);
  await expect.poll(() => explorer.event()).toBeLessThan(later);
});

test("dragging takes the playhead along, forward and back", async ({ explorer }) => {
  const { mouse } = explorer.page;
  const [from, middle, to] = [await placeOn(explorer, 0.3), await placeOn(explorer, 0.6), await placeOn(explorer, 0.9)];
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 6 });
  await expect.poll(() => explorer.event()).toBeGreaterThan(0);
  const late = await explorer.event();
  await mouse.move(middle.x, middle.y, { steps: 3 });
  await expect.poll(() => explorer.event()).toBeLessThan(late);
  await mouse.up();
});

test("Home and End go to the beginning and to the end of the run", async ({ explorer }) => {
  const { page } = explorer;
  await page.keyboard.press("End");
  await explorer.isAt(await explorer.events());
  await expect(explorer.button("Step forward")).toBeDisabled();
  await page.keyboard.press("Home");
  await expect(explorer.clock).toHaveText("0.000 s");
  await expect(explorer.button("Step back")).toBeDisabled();
});

test("the grains: one event, the next reconcile, until nothing is due at this instant", async ({ explorer }) => {
  const forward = async (grain: string) => {
    await explorer.transport.getByText(grain, { exact: true }).click();
    await expect(explorer.transport.getByRole("radio", { name: grain })).toBeChecked();
    const before = await textOf(explorer.position);
    await explorer.button("Step forward").click();
    await expect(explorer.position).not.toHaveText(before);
    return explorer.event();
  };
  const start = await explorer.event();
  expect(await forward("event")).toBe(start + 1);
  await forward("reconcile");
  await expect(explorer.sentence).toHaveText(/^Reconcile #\d+ of demo\/web started/);
  const instant = await textOf(explorer.clock);
  await forward("idle");
  await expect(explorer.clock).toHaveText(instant);
  // What comes next has a time of its own.
  await expect(explorer.page.getByRole("main")).toContainText(/next.*→at \d+\.\d{3} s/);
});

test("shift and an arrow move by the next larger grain", async ({ explorer }) => {
  const start = await explorer.event();
  await explorer.transport.getByRole("radio", { name: "event" }).check({ force: true });
  await explorer.page.locator("body").click({ position: { x: 2, y: 2 } });
  const far = await explorer.move("Shift+ArrowRight");
  expect(far - start).toBeGreaterThan(1);
  await explorer.move("Shift+ArrowLeft");
  expect(await explorer.event()).toBeLessThan(far);
});

test("the three axes draw other spans of the same run", async ({ explorer }) => {
  const picture = explorer.timeline.getByRole("img");
  const axis = explorer.transport.getByRole("radiogroup", { name: "axis" });
  await expect(picture).toHaveAccessibleName(/lanes from/);
  for (const name of ["order", "real", "elastic"]) {
    await axis.getByText(name, { exact: true }).click();
    await expect(axis.getByRole("radio", { name })).toBeChecked();
    await expect(picture).toHaveAccessibleName(/^[1-9]\d* lanes from \d/);
  }
});

test("plus shows a shorter span, 0 the whole run", async ({ explorer }) => {
  const picture = explorer.timeline.getByRole("img");
  const span = async () => {
    const name = (await picture.getAttribute("aria-label")) ?? "";
    const [, from, to] = /from ([\d.]+) s to ([\d.]+) s/.exec(name) ?? [];
    return Number(to) - Number(from);
  };
  await explorer.timeline.focus();
  const first = await span();
  await explorer.page.keyboard.press("0");
  await expect.poll(span).toBeGreaterThan(first);
  const whole = await span();
  await explorer.page.keyboard.press("+");
  await explorer.page.keyboard.press("+");
  await explorer.page.keyboard.press("+");
  await expect.poll(span).toBeLessThan(whole);
  await explorer.page.keyboard.press("0");
  await expect.poll(span).toBe(whole);
});

test("down chooses a lane, Enter goes to its next event", async ({ explorer }) => {
  const start = await explorer.event();
  await explorer.timeline.focus();
  await explorer.page.keyboard.press("ArrowDown");
  await explorer.page.keyboard.press("Enter");
  await expect.poll(() => explorer.event()).toBeGreaterThan(start);
});

test("the filter leaves only the events that speak of it, Escape brings all back", async ({ explorer }) => {
  const { page } = explorer;
  const field = page.getByRole("searchbox", { name: /^filter/ });
  const table = page.getByRole("button", { name: "Timeline as a table" });
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await field.fill("reconcile.start");
  await table.press("Enter");
  const grid = explorer.dialog.getByRole("grid");
  await expect(grid.getByRole("gridcell", { name: "reconcile.start", exact: true }).first()).toBeVisible();
  await expect(grid.getByRole("gridcell", { name: /^etcd\.commit$/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(explorer.dialog).toBeHidden();
  await field.press("Escape");
  await expect(field).toHaveValue("");
  await table.press("Enter");
  await expect(grid).toHaveAttribute("aria-rowcount", String((await explorer.events()) + 2));
});
