import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startStaticServer } from "./static-server.mjs";

let folder;
let server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "static-server-"));
  mkdirSync(join(folder, "site"));
  mkdirSync(join(folder, "site-private"));
  writeFileSync(join(folder, "site", "index.html"), "<title>home</title>");
  writeFileSync(join(folder, "site", "app.js"), "export {};");
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(folder, "site-private", "secret.txt"), "secret");
  server = await startStaticServer({ root: join(folder, "site"), under: "/labs/scope/" });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Sends the path as it stands: fetch() would resolve the dots before sending. */
function get(path, method = "GET") {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, type: response.headers["content-type"], body }));
    })
      .on("error", reject)
      .end();
  });
}

test("a folder answers with its index page, a file with its type", async () => {
  expect(await get("/labs/scope/?x=1")).toEqual({
    status: 200,
    type: "text/html; charset=utf-8",
    body: "<title>home</title>",
  });
  expect(await get("/labs/scope/app.js")).toMatchObject({ status: 200, type: "text/javascript; charset=utf-8" });
});

test("HEAD answers without a body", async () => {
  expect(await get("/labs/scope/app.js", "HEAD")).toMatchObject({ status: 200, body: "" });
});

test.each([
  "/labs/scope/../secret.txt",
  "/labs/scope/%2e%2e/secret.txt",
  "/labs/scope/..%2fsecret.txt",
  "/labs/scope/..%2fsite-private/secret.txt",
  "/labs/scope//../../secret.txt",
  "/labs/scope/app.js%00.html",
  "/app.js",
  "/labs/scope/missing.js",
])("%s leads nowhere", async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, body: "404\n" });
});

test("a path that can't be decoded and a method that writes are refused", async () => {
  expect(await get("/labs/scope/%zz")).toMatchObject({ status: 400 });
  expect(await get("/labs/scope/app.js", "PUT")).toMatchObject({ status: 405 });
});
