import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { browserArguments, provideBrowser } from "../tools/browser.mjs";
import { startStaticServer } from "../tools/static-server.mjs";
import { percentile, rounded } from "./clock.ts";
import { measureFirstLoad } from "./first-load.ts";

/** What the page costs in Chromium: its first load, a step until it is painted, frames while playing, drawings of the timeline. */
export async function measureInBrowser(folders: { readonly page: string; readonly timeline: string }, quick: boolean) {
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: browserArguments });
  const server = await startStaticServer({ root: folders.page });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
    await page.goto(server.url);
    const firstLoad = await measureFirstLoad(page, folders.page);
    await page.waitForTimeout(2_000);
    const { steps, mainThread } = await measureSteps(page, quick ? 10 : 60);
    const frames = await playFrames(page, quick ? 1_000 : 4_000);
    const timeline = await timelineTimes(browser, folders.timeline, quick ? [10_000] : [10_000, 100_000, 1_000_000]);
    return {
      firstLoad,
      stepToPaintMs: spread(steps),
      /** Processor of the page's main thread for one step, all its frames included. */
      stepMainThreadMs: rounded(mainThread / steps.length, 1),
      playFrameMs: spread(frames),
      timelineDrawMs: timeline,
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Times of some steps, and the milliseconds of processor that the page's main thread had for all of them. */
async function measureSteps(page: Page, count: number) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
  };
  const start = await busy();
  const steps = await stepTimes(page, count);
  return { steps, mainThread: (await busy()) - start };
}

/** Milliseconds from a key to the frame after the readout has changed. */
function stepTimes(page: Page, count: number): Promise<readonly number[]> {
  return page.evaluate(async (steps) => {
    const readout = document.querySelector("[role=timer]")?.parentElement;
    if (readout === undefined || readout === null) return [];
    const times: number[] = [];
    for (let step = 0; step < steps; step++) {
      const start = performance.now();
      await new Promise<void>((painted) => {
        const seen = new MutationObserver(() => {
          seen.disconnect();
          // A message posted in a frame's callback is handled after that frame was painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => painted();
            port2.postMessage(undefined);
          });
        });
        seen.observe(readout, { subtree: true, childList: true, characterData: true });
        const key = step % 4 === 3 ? "ArrowLeft" : "ArrowRight";
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        setTimeout(painted, 5_000);
      });
      times.push(performance.now() - start);
    }
    return times;
  }, count);
}

/** Milliseconds between frames while the run is played. */
async function playFrames(page: Page, duration: number): Promise<readonly number[]> {
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  return page.evaluate(
    (limit) =>
      new Promise<number[]>((done) => {
        const times: number[] = [];
        const begin = performance.now();
        let last = begin;
        const frame = (now: number) => {
          times.push(now - last);
          last = now;
          if (now - begin < limit) requestAnimationFrame(frame);
          else done(times.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    duration,
  );
}

async function timelineTimes(browser: Browser, folder: string, sizes: readonly number[]) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 500 } });
  const files = readdirSync(folder);
  const sheet = files.find((name) => name.endsWith(".css"));
  if (sheet !== undefined) await page.addStyleTag({ path: join(folder, sheet) });
  await page.addScriptTag({ path: join(folder, "timeline-page.js"), type: "module" });
  await page.waitForFunction("'drawTimes' in globalThis");
  const drawn: Record<string, ReturnType<typeof spread>> = {};
  for (const size of sizes) {
    const times = await page.evaluate(`drawTimes(${size}, 80)`);
    if (Array.isArray(times)) drawn[String(size)] = spread(times.slice(10).map(Number));
  }
  return drawn;
}

function spread(times: readonly number[]) {
  return { p50: rounded(percentile(times, 0.5), 1), p95: rounded(percentile(times, 0.95), 1), count: times.length };
}
