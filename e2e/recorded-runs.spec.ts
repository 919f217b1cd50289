// A client-go maintainer replays a recorded run of the real library on the timeline.
import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./explorer.ts";

const GONE = "#/v/T06-410-relist-default?at=e40";
const file = new URL("../src/conformance/vectors/informer/T06-410-relist-default.json", import.meta.url);

test("a link opens a recorded run at an event, and keys walk through it as through any run", async ({
  explorer,
  page,
}) => {
  await explorer.open(GONE);
  await explorer.isAt(40);
  await expect(explorer.sentence).toContainText("ListAndWatch");
  const list = page.getByRole("listbox", { name: "Observations" });
  await expect(list.getByRole("option", { selected: true })).toContainText("listAndWatch.return");
  await expect(page.getByText(/^28 of 62 observations so far, all as recorded$/)).toBeVisible();

  await explorer.move("ArrowRight");
  await expect(list.getByRole("option", { selected: true })).toContainText("do state");
  await explorer.move("ArrowLeft");
  await explorer.move("End");
  await expect(page.getByText("All 62 observations are as recorded")).toBeVisible();
  await expect(page.getByText("the recording ends here")).toBeVisible();
  await explorer.move("Home");
  await explorer.isAt(0);
});

test("the observations are a list of their own for the keyboard, and a click goes to the event", async ({
  explorer,
  page,
}) => {
  await explorer.open(GONE);
  const list = page.getByRole("listbox", { name: "Observations" });
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("option", { selected: true })).toContainText("backoff");
  await page.keyboard.press("ArrowUp");
  await expect(list.getByRole("option", { selected: true })).toContainText("listAndWatch.return");
  await page.keyboard.press("ArrowUp");
  await expect(list.getByRole("option", { selected: true })).toContainText("watch.stop");
  await list.getByRole("option", { name: /list\.response n 2/ }).click();
  await expect(explorer.clock).toHaveText("6.366 s");
});

test("why something happened leads back to the script, and the transcript says what is as recorded", async ({
  explorer,
  page,
}) => {
  await explorer.open(GONE);
  await page.keyboard.press("y");
  await expect(explorer.sentence).toContainText("watch.send");
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  const row = explorer.dialog.getByRole("row", { name: /listAndWatch\.return/ }).first();
  await expect(row.getByRole("img", { name: "as recorded" })).toBeVisible();
});

test("nothing can be done to a recorded run: there is no profile, seed or fault", async ({ explorer, page }) => {
  await explorer.open(GONE);
  await expect(page.getByText("recorded run of the real library")).toBeVisible();
  await expect(page.getByRole("button", { name: /^profile/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Fork here" })).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(explorer.menu).toHaveCount(0);
});

test("the share dialog gives the link by hand, which opens the same event", async ({ explorer, page }) => {
  await explorer.open(GONE);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(explorer.dialog.getByRole("textbox", { name: "Link" })).toHaveValue(
    /#\/v\/T06-410-relist-default\?at=e40$/,
  );
});

test("in a recording that somebody brings, the first difference is marked, and a key goes there", async ({
  explorer,
  page,
}) => {
  await explorer.open("#/v/T14-paged");
  await explorer.command("open", /^Open a link/);
  const altered = readFileSync(file, "utf8").replace('"d@28"', '"d@29"');
  await explorer.dialog.getByRole("textbox").fill(altered);
  await explorer.dialog.getByRole("button", { name: "Open it" }).click();
  await expect(page.getByText(/The engine first differs from the recording at event \d+/)).toBeVisible();
  await page.keyboard.press("d");
  const line = page.getByRole("option", { selected: true });
  await expect(line.getByRole("img", { name: "first difference" })).toBeVisible();
  await expect(line).toContainText("d@29");
  await expect(line).toContainText("d@28");
  const event = await explorer.event();
  await expect(explorer.timeline.getByRole("img")).toHaveAccessibleName(
    new RegExp(`The first difference is at event ${event}\\.`),
  );
});

test("a recorded run that is not there is a problem with a hint, and the page shows something", async ({
  explorer,
  page,
}) => {
  await page.goto("#/v/T06-410-relist-defaul");
  await expect(explorer.problems).toContainText("Did you mean T06-410-relist-default?");
});

for (const colorScheme of ["dark", "light"] as const) {
  for (const [language, locale] of [
    ["English", "en-US"],
    ["Chinese", "zh-CN"],
  ] as const) {
    test.describe(`${language}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme });

      test(`a recorded run is accessible on a wide screen and on a phone (${language}, ${colorScheme})`, async ({
        page,
      }) => {
        test.slow(); // axe looks at every element five times
        await page.goto(GONE);
        await expect(page.getByRole("listbox")).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        const tabs = page.getByRole("tab");
        for (const id of ["story", "flow", "time", "state"]) {
          await tabs.and(page.locator(`#tab-${id}`)).click();
          expect(await violationsOf(page)).toEqual([]);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width).toBeLessThanOrEqual(390);
        }
      });
    });
  }
}

async function violationsOf(page: import("@playwright/test").Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id }) => id);
}
