import type { Page } from "@playwright/test";
import { expect, test, textOf } from "./explorer.ts";

type Box = {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Where the nodes of the pipeline are, in px. */
async function nodeBoxes(page: Page): Promise<readonly Box[]> {
  return page
    .getByRole("main")
    .locator("[data-node]")
    .evaluateAll((nodes) =>
      nodes.map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return { name: node.getAttribute("data-node") ?? "", x, y, width, height };
      }),
    );
}

function overlaps(boxes: readonly Box[]): readonly string[] {
  const meet = (a: Box, b: Box) =>
    a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width && a.y + 1 < b.y + b.height && b.y + 1 < a.y + a.height;
  return boxes.flatMap((a, index) =>
    boxes.slice(index + 1).flatMap((b) => (meet(a, b) ? [`${a.name} / ${b.name}`] : [])),
  );
}

for (const [width, height] of [
  [1920, 1080],
  [1280, 800],
  [960, 600],
] as const) {
  test(`at ${width} × ${height} no nodes overlap and nothing is outside of the window`, async ({ explorer }) => {
    const { page } = explorer;
    await page.setViewportSize({ width, height });
    for (const language of ["en", "zh"]) {
      await explorer.open("#/s/watch-history-gone");
      if (language === "zh") await page.getByRole("button", { name: "中文" }).click();
      await expect(page.locator("[data-node=client]")).toBeVisible();
      const boxes = await nodeBoxes(page);
      expect(overlaps(boxes)).toEqual([]);
      const pane = await page.getByRole("main").boundingBox();
      for (const { name, x, y, width: w, height: h } of boxes) {
        expect(x, name).toBeGreaterThanOrEqual(Math.floor(pane?.x ?? 0));
        expect(x + w, name).toBeLessThanOrEqual(Math.ceil((pane?.x ?? 0) + (pane?.width ?? 0)));
        expect(y + h, name).toBeLessThanOrEqual(Math.ceil((pane?.y ?? 0) + (pane?.height ?? 0)));
        expect(y, name).toBeGreaterThan(0);
      }
      expect(
        await page.evaluate(() => [document.body.scrollWidth - innerWidth, document.body.scrollHeight - innerHeight]),
      ).toEqual([0, 0]);
      for (const button of await page.getByRole("button").filter({ visible: true }).all()) {
        const box = await button.boundingBox();
        if (box === null || box.width <= 1) continue;
        expect(box.x, await textOf(button)).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width, await textOf(button)).toBeLessThanOrEqual(width);
      }
    }
  });
}

test("where there is little room, story and inspector open over the pipeline", async ({ explorer }) => {
  const { page, story, inspector } = explorer;
  await page.setViewportSize({ width: 960, height: 600 });
  await explorer.open("#/s/watch-history-gone");
  await page.getByRole("button", { name: "Show the story" }).click();
  await expect(story).toContainText("Too old");
  await page.keyboard.press("Escape");
  await expect(story).toBeHidden();
  await page.getByRole("button", { name: "Show the inspector" }).click();
  await expect(inspector.getByRole("img", { name: /^Statechart of/ })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the tabs, the transport and stepping work, and nothing scrolls sideways", async ({ explorer }) => {
    const { page } = explorer;
    await explorer.open("#/s/watch-history-gone");
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const [tab, shows] of [
      ["Story", page.getByRole("heading", { name: /^Chapter 4 of 7$/ })],
      ["Timeline", page.getByRole("grid", { name: "Every event of the run" })],
      ["State", page.getByRole("img", { name: /^Statechart of/ })],
      ["Flow", page.getByRole("group", { name: /^reflector/ })],
    ] as const) {
      await page.getByRole("tab", { name: tab }).tap();
      await expect(page.getByRole("tab", { name: tab })).toHaveAttribute("aria-selected", "true");
      await expect(shows).toBeVisible();
      expect(await wide(), tab).toBe(0);
    }
    expect(overlaps(await nodeBoxes(page))).toEqual([]);
    const start = await explorer.event();
    await page.getByRole("button", { name: "Step forward" }).tap();
    await expect.poll(() => explorer.event()).toBeGreaterThan(start);
    await page.getByRole("button", { name: "Step back" }).tap();
    await explorer.isAt(start);
    const transport = await explorer.transport.boundingBox();
    expect((transport?.y ?? 0) + (transport?.height ?? 0)).toBeLessThanOrEqual(844);
  });

  test("the tab of the view that is shown is in sight, and the tables of reconciles are no wider than the screen", async ({
    explorer,
  }) => {
    const { page } = explorer;
    for (const [hash, tab] of [
      ["#/s/every-result?at=c4&view=results", "Results"],
      ["#/s/observe-a-controller?at=c4&view=attempts", "Attempts"],
    ] as const) {
      await explorer.open(hash);
      await expect(page.getByRole("tab", { name: tab })).toBeInViewport({ ratio: 1 });
      const table = page.getByRole("tabpanel", { name: tab }).getByRole("table").first();
      await expect(table).toBeVisible();
      const box = await table.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999), tab).toBeLessThanOrEqual(390);
    }
  });

  test("the commands are there, and hold what the header has no room for", async ({ explorer }) => {
    const { page } = explorer;
    await explorer.open("#/s/three-pods");
    await page.getByRole("button", { name: "Commands" }).tap();
    await page.getByRole("combobox").fill("Share this moment");
    await page.getByRole("option", { name: "Share this moment" }).tap();
    await expect(explorer.dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/#/);
    const box = await explorer.dialog.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 390).toBe(true);
  });
});
