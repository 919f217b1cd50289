import { expect, test } from "./explorer.ts";

const quietMoment = "#/s/watch-history-gone?at=4s";

test("a link can be cut from the palette, and mended from the menu, where cutting it again is impossible", async ({
  explorer,
}) => {
  await explorer.open(quietMoment);
  await explorer.command("Cut the link web ↔ a");
  await expect(explorer.sentence).toHaveText(/link .* was cut/i);
  await explorer.node("reflector").click({ button: "right" });
  const cut = explorer.menu.getByRole("menuitem", { name: /^Cut the link a ↔ web/ });
  await expect(cut).toBeDisabled();
  await expect(cut).toContainText("it is cut already");
  await explorer.menu.getByRole("menuitem", { name: /^Mend the link a ↔ web/ }).press("Enter");
  await expect(explorer.sentence).toHaveText(/^The (link web ↔ a was mended|fault cutLink on web ↔ a ended)/);
});

test("a write that is answered with 500 makes its key wait", async ({ explorer }) => {
  await explorer.open("#/s/three-pods?at=c4");
  await explorer.command("Answer the next CREATE with 500");
  await expect(explorer.sentence).toHaveText(/a fault will answer/i);
  await explorer.command("queue.limited", /the limiter makes demo\/web wait/i);
  await expect(explorer.sentence).toHaveText(/^The limiter makes demo\/web wait .*: failure 1 in a row$/);
});

test("a handler can be made slow from the handlers' menu", async ({ explorer }) => {
  await explorer.open(quietMoment);
  await explorer.node("handlers").click({ button: "right" });
  await explorer.menu.getByRole("menuitem", { name: /^Make audit slow/ }).press("ArrowRight");
  await explorer.page.getByRole("menuitem", { name: /^1 s/ }).press("Enter");
  await expect(explorer.sentence).toHaveText(/handler .*audit.* was slowed down/i);
});

test("a process that crashes loses its memory and lists everything again", async ({ explorer }) => {
  await explorer.open(quietMoment);
  await explorer.command("Crash web and restart it");
  await expect(explorer.sentence).toHaveText(/process web (was made to crash|crashed)/i);
  await expect(explorer.node("store")).not.toHaveAccessibleName(/[1-9] objects/);
  const crashed = await explorer.event();
  await explorer.command("list.request Pod", /^The Pod reflector sent LIST/);
  await expect.poll(() => explorer.event()).not.toBe(crashed);
  await expect(explorer.sentence).toHaveText(/^The Pod reflector sent LIST/);
});
