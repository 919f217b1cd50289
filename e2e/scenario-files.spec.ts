import { readFileSync } from "node:fs";
import { type Explorer, expect, test, textOf } from "./explorer.ts";

const stock = readFileSync(new URL("../src/scenarios/stock/three-pods.yaml", import.meta.url), "utf8");
const mine = stock.replace(/^id: .*$/m, "id: mine").replace(/^title: .*$/m, "title: { en: Mine, zh: 我的 }");
const lineOf = (text: string, start: string) => text.split("\n").findIndex((line) => line.startsWith(start)) + 1;

async function chooseFile(explorer: Explorer, name: string, text: string): Promise<void> {
  await explorer.command("Open a link or a file");
  const chooser = explorer.page.waitForEvent("filechooser");
  await explorer.dialog.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/yaml", buffer: Buffer.from(text) });
}

async function dropFile({ page }: Explorer, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ""], fileName ?? "", { type: "text/yaml" }));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

test("a file with mistakes is told with line and path, and the run stays; the right one opens", async ({
  explorer,
}) => {
  await explorer.open("#/s/backoff-staircase");
  const position = await textOf(explorer.position);
  const wrong = mine.replace(/^until: .*$/m, "until: tomorrow").replace(/^seed: .*$/m, "sead: 7");
  await chooseFile(explorer, "mine.yaml", wrong);
  await expect(explorer.problems).toContainText(`line ${lineOf(wrong, "until:")}`);
  await expect(explorer.problems).toContainText("until");
  await expect(explorer.problems).toContainText(`line ${lineOf(wrong, "sead:")}`);
  await expect(explorer.problems).toContainText("sead");
  await expect(explorer.position).toHaveText(position);
  await expect(explorer.page.getByRole("button", { name: "Back-off staircase" })).toBeVisible();

  await explorer.problems.getByRole("button", { name: "Open another link or file" }).click();
  const chooser = explorer.page.waitForEvent("filechooser");
  await explorer.dialog.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles({ name: "mine.yaml", mimeType: "text/yaml", buffer: Buffer.from(mine) });
  await expect(explorer.page.getByRole("button", { name: "Mine", exact: true })).toBeVisible();
  await expect(explorer.problems).toBeHidden();
});

test("a file that no cluster could run is told so, and nothing has failed", async ({ explorer }) => {
  await explorer.open("#/s/three-pods");
  const position = await textOf(explorer.position);
  const wrong = mine
    .replace("replicas: 0", "replicas: -1")
    .replace(/^( *)reconciler: ReplicaSet$/m, "$&\n$1options: { burst: 1 }");
  await dropFile(explorer, "wrong.yaml", wrong);
  await expect(explorer.problems).toContainText('There is no option "burst"');
  await dropFile(explorer, "wrong.yaml", mine.replace("replicas: 0", "replicas: -1"));
  await expect(explorer.problems).toContainText("spec.replicas: Invalid value: -1: must be greater than or equal to 0");
  await expect(explorer.position).toHaveText(position);
  await expect(explorer.page.getByText("Loopscope made a mistake")).toBeHidden();
});

test("a run in which no time passes any more stops, says why, and can be rewound", async ({ explorer }) => {
  await explorer.open("#/s/three-pods");
  await dropFile(
    explorer,
    "endless.yaml",
    `{ loopscope: 1, id: endless, title: Endless,
  timing: { apiCall: 0s, etcdCommit: 0s, cacheLag: 0s, watchDelivery: { default: 0s }, reconcilePhase: 0s, jitter: "off" },
  cluster: { webhooks: [{ name: stamp.example.com, kinds: [ConfigMap], does: stamp, takes: 0s }] },
  given: [{ apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: demo } }],
  controllers: [{ name: web, reconciler: TimestampWriter, watches: [{ kind: ConfigMap }] }] }`,
  );
  await expect(explorer.page.getByRole("button", { name: "Endless", exact: true })).toBeVisible();
  await explorer.isReady();
  await explorer.page.keyboard.press("End");
  await expect(explorer.page.getByRole("status").filter({ hasText: "No time passed" })).toBeVisible();
  await explorer.page.keyboard.press("Home");
  await expect(explorer.page.getByRole("status").filter({ hasText: "No time passed" })).toBeHidden();
});

test("a file that is dropped on the page opens", async ({ explorer }) => {
  await explorer.open("#/s/backoff-staircase");
  await dropFile(explorer, "mine.yaml", mine);
  await expect(explorer.page.getByRole("button", { name: "Mine", exact: true })).toBeVisible();
  await explorer.isReady();
});

test("a file that is far too large is refused by its size", async ({ explorer }) => {
  await explorer.open("#/s/three-pods");
  const position = await textOf(explorer.position);
  await chooseFile(explorer, "large.yaml", "#".repeat(2_000_000));
  await expect(explorer.problems).toContainText("large.yaml");
  await expect(explorer.problems).toContainText("1 MB");
  await expect(explorer.position).toHaveText(position);
});

test("a manifest can be pasted, in which a mistake is told with its line", async ({ explorer }) => {
  await explorer.open("#/s/sandbox");
  await explorer.command("Apply a manifest");
  const field = explorer.dialog.getByRole("textbox");
  await field.fill("apiVersion: v1\nkind: Pod\nmetadata: [");
  await explorer.dialog.getByRole("button", { name: "Create it" }).click();
  await expect(explorer.dialog.getByRole("alert")).toContainText("line 3");
  await field.fill(
    "apiVersion: v1\nkind: Pod\nmetadata: { name: lone, namespace: demo }\nspec: { containers: [{ name: a, image: b }] }",
  );
  await explorer.dialog.getByRole("button", { name: "Create it" }).click();
  await expect(explorer.dialog).toBeHidden();
  await expect(explorer.sentence).toHaveText(/You asked to create Pod demo\/lone/);
});

test("a manifest is created, or applied with or without force", async ({ explorer }) => {
  await explorer.open("#/s/sandbox");
  const send = async (way: string, button: string, value: string) => {
    await explorer.command("Apply a manifest");
    await explorer.dialog
      .getByRole("textbox")
      .fill(`apiVersion: v1\nkind: ConfigMap\nmetadata: { name: app, namespace: demo }\ndata: { mode: ${value} }`);
    await explorer.dialog.getByText(way, { exact: true }).click();
    await explorer.dialog.getByRole("button", { name: button }).click();
    await expect(explorer.dialog).toBeHidden();
  };
  await send("Create", "Create it", "a");
  await expect(explorer.sentence).toHaveText(/You asked to create ConfigMap demo\/app/);
  await send("Apply", "Apply it", "b");
  await expect(explorer.sentence).toHaveText(/You asked to apply ConfigMap demo\/app/);
  await send("Apply, force", "Apply it by force", "c");
  await expect(explorer.sentence).toHaveText(/You asked to apply ConfigMap demo\/app/);
});
