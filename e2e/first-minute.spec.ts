import { expect, test, textOf } from "./explorer.ts";

test("the page opens paused on a moment of a scenario, with sentence, pipeline, story and timeline", async ({
  explorer,
}) => {
  await explorer.open();
  await expect(explorer.sentence).toHaveText(/^[A-Z].{20,}/);
  await expect(explorer.button("Play")).toBeEnabled();
  expect(await explorer.event()).toBeGreaterThan(0);
  for (const node of ["etcd", "API server", "reflector", "FIFO", "store", "handlers", "queue", "workers", "client"]) {
    await expect(explorer.node(node)).toBeVisible();
  }
  await expect(explorer.story.getByRole("heading", { name: /^Chapter \d of \d$/ })).toBeVisible();
  await expect(explorer.timeline.getByRole("img", { name: /^[1-9]\d* lanes from/ })).toBeVisible();
  await expect(explorer.inspector.getByRole("heading", { level: 2 })).toBeVisible();
});

test("a step forward and a step back lead to the same sentence and the same readings", async ({ explorer }) => {
  await explorer.open("#/s/three-pods?at=c3");
  const start = await explorer.event();
  const sentence = await textOf(explorer.sentence);
  const readings = await explorer.readings();

  expect(await explorer.move("ArrowRight")).toBeGreaterThan(start);
  await expect(explorer.sentence).not.toHaveText(sentence);
  expect(await explorer.move("ArrowLeft")).toBe(start);
  await expect(explorer.sentence).toHaveText(sentence);
  await expect.poll(() => explorer.readings()).toEqual(readings);
});

test("ten steps forward and ten back meet the same moments", async ({ explorer }) => {
  await explorer.open("#/s/three-pods?at=c2");
  const there: number[] = [await explorer.event()];
  for (let step = 0; step < 10; step++) there.push(await explorer.move("ArrowRight"));
  const back: number[] = [there.at(-1) ?? 0];
  for (let step = 0; step < 10; step++) back.push(await explorer.move("ArrowLeft"));
  expect(back.reverse()).toEqual(there);
});

test("space plays and pauses", async ({ explorer }) => {
  await explorer.open("#/s/three-pods?at=c2");
  const start = await explorer.event();
  await explorer.page.keyboard.press("Space");
  await expect(explorer.button("Pause")).toBeVisible();
  await expect.poll(() => explorer.event()).toBeGreaterThan(start);
  await explorer.page.keyboard.press("Space");
  await expect(explorer.button("Play")).toBeVisible();
});

test("playing stops by itself at the end of the run", async ({ explorer }) => {
  await explorer.open("#/s/three-pods?at=end");
  await explorer.move("ArrowLeft");
  await explorer.button("Play").click();
  const last = await explorer.events();
  await explorer.isAt(last);
  await expect(explorer.button("Play")).toBeVisible();
  await expect(explorer.button("Step forward")).toBeDisabled();
});
