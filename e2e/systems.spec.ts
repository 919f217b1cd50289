import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./explorer.ts";

const gateways = "#/s/gateway-too-early?at=c1";

test("a run of systems alone opens with them, and a chapter leaves what the person chose", async ({ explorer }) => {
  const { page, story } = explorer;
  await explorer.open(gateways);
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  await expect(tab("Systems")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("region", { name: "early" })).toBeVisible();
  await tab("Pipeline").click();
  await story.getByRole("button", { name: /Swallowed/ }).click();
  await expect(tab("Pipeline")).toHaveAttribute("aria-selected", "true");
});

test("a connection is told to close from the menu of its row, which starts a fork", async ({ explorer }) => {
  const { page, menu } = explorer;
  await explorer.open("#/s/gateway-too-early?at=c2");
  const mended = page.getByRole("region", { name: "mended" });
  await mended.getByRole("button", { name: "conn-1" }).click();
  await page.keyboard.press("f");
  await expect(menu).toContainText("System mended/conn-1");
  await menu.getByRole("menuitem", { name: "Tell it fin conn-1" }).press("Enter");
  await expect(explorer.sentence).toHaveText(/mended was told fin: conn-1/);
  await explorer.move("ArrowRight");
  await expect(mended).toContainText(/conn-1\s*CLOSED/);
  await explorer.command("the scenario as it is");
  await expect(mended).not.toContainText(/conn-1\s*CLOSED/);
});

test("the two futures of a system stand beside each other, system by system", async ({ explorer }) => {
  const { page } = explorer;
  await explorer.open("#/s/gateway-too-early?at=c2");
  await expect(page.getByRole("tab", { name: "Side by side" })).toHaveCount(0);
  await explorer.command("Tell mended: fin conn-1");
  await expect(page.getByRole("tab", { name: "Systems" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Side by side" }).click();
  await page.getByRole("radio", { name: "systems" }).check({ force: true });
  const sides = page.getByRole("article").getByRole("region", { name: "mended" });
  await expect(sides).toHaveCount(2);
  await expect(sides.first()).toContainText(/conn-1\s*ALPN_PENDING/);
  await expect(sides.last()).toContainText(/conn-1\s*CLOSED/);
});

test("a node of two thousand is chosen by the keyboard and lost, and its bit is another one", async ({ explorer }) => {
  const { page, menu, inspector } = explorer;
  await explorer.open("#/s/phase-hides-bits?at=c1");
  const bits = page.getByRole("region", { name: "bits" });
  const grid = bits.getByRole("slider");
  await grid.press("End");
  await expect(inspector.getByRole("heading", { name: "node-2000" })).toBeVisible();
  await grid.press("f");
  await menu.getByRole("menuitem", { name: "Tell it nodeLost node-2000" }).press("Enter");
  await expect(explorer.sentence).toHaveText(/bits was told nodeLost: node-2000/);
  // In the grid the arrows go from cell to cell.
  await grid.blur();
  await expect(async () => {
    await explorer.move("ArrowRight");
    await expect(bits).toContainText("node-2000: NodeReady", { timeout: 1_000 });
  }).toPass();
});

test("a system crashes from its menu, and says so", async ({ explorer }) => {
  const { page, menu } = explorer;
  await explorer.open("#/s/two-clouds-one-record?at=c3");
  const record = page.getByRole("region", { name: "record" });
  await record.getByRole("button", { name: "record" }).click({ button: "right" });
  await menu.getByRole("menuitem", { name: /^Crash record/ }).press("ArrowRight");
  await menu.or(page.getByRole("menu")).getByRole("menuitem", { name: /^10/ }).press("Enter");
  await expect(record).toContainText("crashed");
});

for (const theme of ["dark", "light"] as const) {
  test(`axe finds nothing wrong with tables and grids of systems in the ${theme} theme`, async ({ explorer }) => {
    const { page } = explorer;
    await page.emulateMedia({ colorScheme: theme });
    const wrong: string[] = [];
    for (const scenario of ["gateway-too-early", "phase-hides-bits", "tenants-over-shards"]) {
      await explorer.open(`#/s/${scenario}?at=c3&view=systems`);
      await expect(page.getByRole("tab", { name: "Systems" })).toHaveAttribute("aria-selected", "true");
      const { violations } = await new AxeBuilder({ page }).include("body").analyze();
      wrong.push(...violations.map(({ id, nodes }) => `${scenario}: ${id}: ${nodes[0]?.target.join(" ")}`));
    }
    expect(wrong).toEqual([]);
  });
}
