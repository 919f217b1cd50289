import type { Page } from "@playwright/test";
import { type Explorer, expect, test } from "./explorer.ts";

/** English words of the interface that must not be left over. Names from the code stay English in every language. */
const englishWords = [
  "Just now",
  "because",
  "next",
  "grain",
  "speed",
  "filter",
  "axis",
  "Fork here",
  "Share",
  "Commands",
  "Chapter",
  "Why",
  "Context",
  "Timers",
  "State",
  "Object",
  "cache against truth",
  "in step",
  "busy",
  "empty",
  "waits",
  "lanes",
  "whole run",
  "Play",
  "Step back",
  "Step forward",
  "To the start",
  "To the end",
  "Theme",
  "Help",
  "Edge from",
  "Predict",
  "Story",
  "Inspector",
  "Timeline",
  "Pipeline",
  "Skip to",
  "Resize",
  "of real time",
  "event \\d+ of",
];

/** Everything that the page says, seen or heard, with titles and names. */
async function everythingSaid(page: Page): Promise<string> {
  return page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen counts
    const said: string[] = [document.body.innerText];
    for (const element of document.querySelectorAll("[aria-label],[title],[placeholder],[aria-valuetext]")) {
      if (element.closest("[aria-hidden=true]") !== null) continue;
      for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
        said.push(element.getAttribute(name) ?? "");
      }
    }
    return said.join("\n");
  });
}

const chinese = async ({ page }: Explorer) => {
  await page.getByRole("button", { name: "中文" }).click();
  await expect(page.getByRole("button", { name: "分享" })).toBeVisible();
};

test("in Chinese no word of the interface is left in English, and a reload keeps the language", async ({
  explorer,
}) => {
  const { page } = explorer;
  await explorer.open("#/s/watch-history-gone");
  await chinese(explorer);
  await expect(page.getByRole("complementary", { name: "故事" })).toContainText("太旧了");
  const said = await everythingSaid(page);
  const left = englishWords.filter((word) => new RegExp(`(^|[^\\w.-])${word}([^\\w.-]|$)`, "m").test(said));
  expect(left).toEqual([]);
  await page.reload();
  await expect(page.getByRole("button", { name: "分享" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await page.getByRole("button", { name: "EN", exact: true }).click();
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
});

test("a browser that asks for Chinese gets it at once", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "zh-CN", ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto("./#/s/three-pods");
  await expect(page.getByRole("button", { name: "分享" })).toBeVisible();
  await context.close();
});

test("dark, light and as the system: the choice is seen and kept", async ({ explorer }) => {
  const { page } = explorer;
  const root = page.locator("html");
  await explorer.open("#/s/three-pods");
  await expect(root).toHaveAttribute("data-theme", "dark");
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveAttribute("data-theme", "light");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(dark);
  await page.getByRole("button", { name: "Theme: As the system" }).click();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.getByRole("button", { name: "Theme: Dark" })).toBeVisible();
  await expect(root).toHaveAttribute("data-theme", "dark");
});

test("with reduced motion nothing is animated", async ({ explorer }) => {
  await explorer.open("#/s/three-pods?at=c3");
  await explorer.move("ArrowRight");
  const running = await explorer.page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1).length,
  );
  expect(running).toBe(0);
});
