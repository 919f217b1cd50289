import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";

const mimeTypes = new Map([
  [".css", "text/css; charset=utf-8"],
  [".html", "text/html; charset=utf-8"],
  [".ico", "image/x-icon"],
  [".js", "text/javascript; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".map", "application/json; charset=utf-8"],
  [".png", "image/png"],
  [".svg", "image/svg+xml"],
  [".txt", "text/plain; charset=utf-8"],
  [".wasm", "application/wasm"],
  [".webmanifest", "application/manifest+json; charset=utf-8"],
  [".woff2", "font/woff2"],
  [".yaml", "application/yaml; charset=utf-8"],
]);

/**
 * Serves the files of `root` on 127.0.0.1, below the path `under`. Port 0 takes any free port.
 * @param {{ root: string, port?: number, under?: string }} options
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startStaticServer({ root, port = 0, under = "/" }) {
  const server = createServer((request, response) => {
    answer(request, response, resolve(root), under).catch(() => refuse(response, 500));
  });
  await new Promise((listening, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", listening);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}${under}`,
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}

async function answer(request, response, root, under) {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
  const path = pathOf(request.url);
  if (path === undefined) return refuse(response, 400);
  if (!path.startsWith(under)) return refuse(response, 404);
  const file = await fileAt(root, path.slice(under.length));
  if (file === undefined) return refuse(response, 404);
  response.writeHead(200, {
    "content-type": mimeTypes.get(extname(file.path)) ?? "application/octet-stream",
    "content-length": file.size,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  });
  if (request.method === "HEAD") return response.end();
  createReadStream(file.path)
    .on("error", () => response.destroy())
    .pipe(response);
}

/** The decoded path of a request; undefined when it can't be decoded. */
function pathOf(url) {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/s, ""));
  } catch {
    return undefined;
  }
}

/** The file that `path` means, or undefined: nothing outside of `root` is ever named. */
async function fileAt(root, path) {
  if (path.includes("\0")) return undefined;
  const wanted = join(root, path);
  if (wanted !== root && !wanted.startsWith(root + sep)) return undefined;
  for (const candidate of [wanted, join(wanted, "index.html")]) {
    const found = await stat(candidate).catch(() => undefined);
    if (found?.isFile()) return { path: candidate, size: found.size };
  }
  return undefined;
}

function refuse(response, status) {
  if (response.headersSent) return response.destroy();
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${status}\n`);
}
