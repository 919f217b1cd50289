import { expect, test } from "./explorer.ts";

test("a view is chosen by its tab, by a key and by the palette, and survives a step", async ({ explorer }) => {
  const { page } = explorer;
  await explorer.openChapter("watch-history-gone", 4);
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  await expect(tab("Pipeline")).toHaveAttribute("aria-selected", "true");
  await tab("Pipeline").press("ArrowRight");
  await expect(tab("Revisions")).toHaveAttribute("aria-selected", "true");
  await expect(tab("Revisions")).toBeFocused();
  const axis = page.getByRole("tabpanel", { name: "Revisions" });
  await expect(axis).toContainText("616: 31 too old");
  await page.keyboard.press("Escape");
  await tab("Revisions").blur();
  await explorer.move("ArrowRight");
  await expect(axis).toContainText("too old");
  await explorer.command("Show: Pipeline");
  await expect(explorer.node("reflector")).toBeVisible();
  await page.keyboard.press("Shift+V");
  await expect(explorer.node("reflector")).toBeHidden();
  await page.keyboard.press("v");
  await expect(explorer.node("reflector")).toBeVisible();
});

test("a chapter shows the view that it speaks of, and the next one gives the pipeline back", async ({ explorer }) => {
  const { page, story } = explorer;
  await explorer.openChapter("watch-history-gone", 2);
  await expect(explorer.node("reflector")).toBeVisible();
  await page.keyboard.press(".");
  await expect(page.getByRole("tab", { name: "Revisions" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press(".");
  await expect(explorer.node("reflector")).toBeVisible();
  // What the person chose stays.
  await page.getByRole("tab", { name: "Revisions" }).click();
  await story.getByRole("button", { name: /Read again/ }).click();
  await expect(page.getByRole("tab", { name: "Revisions" })).toHaveAttribute("aria-selected", "true");
});

test("a link holds the view", async ({ explorer }) => {
  const { page, dialog } = explorer;
  await explorer.open("#/s/watch-history-gone?at=c4&view=history");
  await expect(page.getByRole("tab", { name: "Revisions" })).toHaveAttribute("aria-selected", "true");
  await explorer.button("Share").click();
  await expect(dialog.getByRole("textbox").last()).toHaveValue(/\?at=e\d+&view=history$/);
});

test("the trail of revisions is a way through the run", async ({ explorer }) => {
  const { page } = explorer;
  await explorer.open("#/s/watch-history-gone?at=c4&view=history");
  const trail = page.getByRole("slider", { name: "Moment of the run" });
  await expect(trail).toHaveAttribute("aria-valuetext", /^125\.\d{3} s: etcd at 747, the client at 616, too old$/);
  const start = await explorer.event();
  await trail.press("ArrowUp");
  await expect.poll(() => explorer.event()).toBeLessThan(start);
  // Objects of one revision lie on each other: the keyboard reaches each.
  await page
    .getByRole("button", { name: /^demo\/web-9mmtd @/ })
    .first()
    .press("Enter");
  await expect(explorer.inspector).toContainText("web-9mmtd");
});

test("each object stands on the revision axis, in etcd and in the store, as it is and as it was", async ({
  explorer,
}) => {
  const { page } = explorer;
  // Between the LIST's answer and the WATCH: etcd has alpha and gamma as they are, the store has alpha and beta as they were.
  await explorer.open("#/s/list-then-watch?at=c4&view=history");
  const objects = page.getByRole("tabpanel", { name: "Revisions" }).getByRole("button", { name: /^demo\/.+ @\d+$/ });
  await expect(objects).toHaveText(["", "", "", ""]);
  const drawn = await objects.evaluateAll((all) =>
    all.map((one) => {
      const { content, width, backgroundColor } = getComputedStyle(one, "::after");
      return `${one.getAttribute("aria-label")} ${content !== "none" && width} ${backgroundColor !== "rgba(0, 0, 0, 0)"}`;
    }),
  );
  expect(drawn).toEqual([
    "demo/alpha @595 7px true",
    "demo/gamma @594 7px true",
    "demo/alpha @591 7px true",
    "demo/beta @592 7px true",
  ]);
});
