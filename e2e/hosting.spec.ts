import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { startStaticServer } from "../tools/static-server.mjs";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

test("the page works below any path of a static server and asks no other host for anything", async ({ page }) => {
  const server = await startStaticServer({ root: dist, under: "/labs/loopscope/" });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));

  await page.goto(server.url, { waitUntil: "networkidle" });
  await expect(page).toHaveTitle(/Loopscope/);
  await expect(page.locator("#root")).not.toBeEmpty();

  expect(complaints).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"))).toEqual([]);
  await server.close();
});
