import { fileURLToPath } from "node:url";
import { startStaticServer } from "../tools/static-server.mjs";
import { expect, test } from "./explorer.ts";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

test("the page works below any path of a static server and asks no other host for anything", async ({ explorer }) => {
  const { page } = explorer;
  const server = await startStaticServer({ root: dist, under: "/labs/loopscope/" });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));

  await page.goto(server.url);
  await expect(page).toHaveTitle(/Loopscope/);
  await explorer.isReady();
  // A whole session: step, break, explain, read, share, and both languages.
  await explorer.move("ArrowRight");
  await explorer.command("Compact etcd now");
  await page.keyboard.press("y");
  await page.keyboard.press("Escape");
  for (const key of ["t", "?"]) {
    await page.keyboard.press(key);
    await expect(explorer.dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(explorer.dialog).toBeHidden();
  }
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(explorer.dialog.getByRole("textbox", { name: "Link", exact: true })).toHaveValue(/labs\/loopscope\/#/);
  await page.keyboard.press("Escape");
  await page.getByTitle("All scenarios").click();
  await expect(explorer.dialog.getByRole("heading", { name: "Chapters" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "中文" }).click();
  await expect(page.getByRole("button", { name: "分享" })).toBeVisible();

  expect(requests.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))).toEqual([]);
  await server.close();
});
